"""Database, broker, cache and e-mail, each from one address."""

import socket
import time
from pathlib import Path

import kombu
import kombu.exceptions
import pytest

from club.ways_in.servers import Server
from config import services
from config.env import Env, OddValue

VAR = Path("/srv/club/var")


def test_without_an_address_the_database_is_a_file_whose_writers_queue() -> None:
    found = services.database(Env({}), VAR)
    assert found["ENGINE"] == "django.db.backends.sqlite3"
    assert found["NAME"] == "/srv/club/var/arriere-ban.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]
    assert "synchronous=NORMAL" in found["OPTIONS"]["init_command"]


def test_a_sqlite_file_elsewhere() -> None:
    address = {"DATABASE_URL": "sqlite:////data/my%20club.sqlite3"}
    assert services.database(Env(address), VAR)["NAME"] == "/data/my club.sqlite3"


@pytest.mark.parametrize(
    "address",
    ["sqlite://club.sqlite3", "sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///club?timeout=3"],
)
def test_a_sqlite_address_the_two_processes_cannot_share_is_refused(address: str) -> None:
    with pytest.raises(OddValue, match="DATABASE_URL"):
        services.database(Env({"DATABASE_URL": address}), VAR)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_is_pooled(scheme: str) -> None:
    address = f"{scheme}://ann:p%40ss@db.example:5433/club?sslmode=require"
    found = services.database(Env({"DATABASE_URL": address}), VAR)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example", 5433, "club")
    assert (found["USER"], found["PASSWORD"]) == ("ann", "p@ss")
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["pool"]["max_size"] == 8
    assert found["CONN_MAX_AGE"] == 0


def test_the_pool_has_a_size_and_may_be_left_out() -> None:
    address = {"DATABASE_URL": "postgres://db.example/club"}
    assert services.database(Env(address | {"DATABASE_POOL": "20"}), VAR)["OPTIONS"]["pool"]["max_size"] == 20
    assert "pool" not in services.database(Env(address | {"DATABASE_POOL": "0"}), VAR)["OPTIONS"]


@pytest.mark.parametrize(
    "address", ["postgres://ann:hunter2@db.example", "postgres://ann:hunter2@db/club?sslmod=require", "mysql://db/c"]
)
def test_other_databases_are_refused_without_their_password(address: str) -> None:
    with pytest.raises(OddValue, match="DATABASE_URL") as refusal:
        services.database(Env({"DATABASE_URL": address}), VAR)
    assert "hunter2" not in str(refusal.value)


def test_without_an_address_the_broker_is_a_folder_that_web_and_worker_share() -> None:
    found = services.broker(Env({}), VAR)
    options = found["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert found["CELERY_BROKER_URL"].startswith("filesystem://")
    assert options["data_folder_in"] == options["data_folder_out"] == "/srv/club/var/broker/queue"
    assert options["control_folder"] == "/srv/club/var/broker/control"


def test_redis_brings_back_what_a_dead_worker_held() -> None:
    found = services.broker(Env({"CELERY_BROKER_URL": "redis://cache.example:6379/1"}), VAR)
    assert found["CELERY_BROKER_URL"] == "redis://cache.example:6379/1"
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] == 3600
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["unacked_restore_interval"] == 10


def test_rabbitmq_needs_no_options_of_its_own() -> None:
    address = "amqp://guest:guest@mq.example:5672//"
    assert services.broker(Env({"CELERY_BROKER_URL": address}), VAR) == {
        "CELERY_BROKER_URL": address,
        "CELERY_BROKER_TRANSPORT_OPTIONS": services.AT_ONCE,
    }


@pytest.mark.parametrize(
    "address", ["filesystem:///tmp", "redis://", "amqp:///vhost", "sqs://host", "memory://", "localhost"]
)
def test_other_brokers_are_refused(address: str) -> None:
    with pytest.raises(OddValue, match="CELERY_BROKER_URL"):
        services.broker(Env({"CELERY_BROKER_URL": address}), VAR)


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_nobody_waits_for_a_broker_that_is_away(scheme: str) -> None:
    """Whoever asks for a new password has a message for it: the library tries for six seconds, unless told not to."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))  # nobody listens
        address = f"{scheme}://127.0.0.1:{holder.getsockname()[1]}//"
        options = services.broker(Env({"CELERY_BROKER_URL": address}), VAR)["CELERY_BROKER_TRANSPORT_OPTIONS"]
        link = kombu.Connection(address, transport_options=options)
        assert link.transport  # its code is loaded
        begun = time.monotonic()
        with link, pytest.raises(kombu.exceptions.OperationalError):
            _channel = link.default_channel
    assert time.monotonic() - begun < 1.5


def test_the_cache_is_in_memory_or_redis() -> None:
    assert services.cache(Env({}), VAR)["default"]["BACKEND"].endswith("HomeCache")
    found = services.cache(Env({"CACHE_URL": "redis://cache.example/2"}), VAR)["default"]
    assert found == {
        "BACKEND": "club.outages.cache.SteadyCache",
        "LOCATION": "redis://cache.example/2",
    }
    with pytest.raises(OddValue, match="CACHE_URL"):
        services.cache(Env({"CACHE_URL": "memcached://host"}), VAR)


def test_mail_goes_to_the_terminal_while_trying_out() -> None:
    assert services.mailers(Env({}), debug=True)["default"]["BACKEND"].endswith("console.EmailBackend")
    default = services.mailers(Env({}), debug=False)["default"]
    assert default["BACKEND"].endswith("smtp.EmailBackend")
    assert default["OPTIONS"] == {"host": "localhost", "port": 25, "timeout": 20}


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("smtp://mail.example", {"port": 25}),
        ("smtp+tls://ann:p%3Ass@mail.example", {"port": 587, "use_tls": True, "password": "p:ss"}),
        ("smtps://ann:x@mail.example:4650", {"port": 4650, "use_ssl": True, "username": "ann"}),
    ],
)
def test_mail_by_a_server(address: str, expected: dict[str, object]) -> None:
    options = services.mailers(Env({"EMAIL_URL": address}), debug=False)["default"]["OPTIONS"]
    assert options["host"] == "mail.example"
    assert expected.items() <= options.items()


@pytest.mark.parametrize("address", ["smtp://", "mail.example", "smtp://mail.example/?tls=1", "pop3://mail"])
def test_other_ways_of_mail_are_refused(address: str) -> None:
    with pytest.raises(OddValue, match="EMAIL_URL"):
        services.mailers(Env({"EMAIL_URL": address}), debug=False)


def test_trusted_origins_carry_a_scheme_and_no_path() -> None:
    assert services.origins(Env({"CSRF_TRUSTED_ORIGINS": "https://a.example,https://*.b.example"})) == [
        "https://a.example",
        "https://*.b.example",
    ]
    for odd in ("a.example", "https://a.example/", "ftp://a.example"):
        with pytest.raises(OddValue, match="CSRF_TRUSTED_ORIGINS"):
            services.origins(Env({"CSRF_TRUSTED_ORIGINS": odd}))


def test_without_a_variable_nobody_is_signed_in_with() -> None:
    assert services.sign_in(Env({"SIGN_IN_DISCORD": " "}), debug=False) == []


def test_each_server_to_sign_in_with_has_variables_of_its_own() -> None:
    named = {
        "SIGN_IN_GOOGLE": "17.apps.googleusercontent.com:GOCSPX-secret",
        "SIGN_IN_DISCORD": "8035: with:colons ",
        "SIGN_IN_OIDC_CLUB_SERVER": "https://id.club.example/realms/club/",
        "SIGN_IN_OIDC_CLUB_CLIENT": "arriere-ban:s3cret",
        "SIGN_IN_OIDC_CLUB_NAME": "The Club’s Keycloak",
        "SIGN_IN_OIDC_A2_SERVER": "https://auth.example:8443",
        "SIGN_IN_OIDC_A2_CLIENT": "a:b",
    }
    found = services.sign_in(Env(named), debug=False)
    assert found == [
        Server("discord", "discord", "Discord", "8035", "with:colons"),
        Server("google", "google", "Google", "17.apps.googleusercontent.com", "GOCSPX-secret"),
        Server("openid_connect", "a2", "A2", "a", "b", "https://auth.example:8443"),
        Server(
            "openid_connect",
            "club",
            "The Club’s Keycloak",
            "arriere-ban",
            "s3cret",
            "https://id.club.example/realms/club",
        ),
    ]
    assert [one.origin for one in found] == [
        "https://discord.com", "https://accounts.google.com", "https://auth.example:8443", "https://id.club.example",
    ]  # fmt: skip


GOOD = {"SIGN_IN_OIDC_CLUB_SERVER": "https://id.example", "SIGN_IN_OIDC_CLUB_CLIENT": "id:geheim"}


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"SIGN_IN_DISCORD": "8035"}, "SIGN_IN_DISCORD"),
        ({"SIGN_IN_DISCORD": ":geheim"}, "SIGN_IN_DISCORD"),
        ({"SIGN_IN_GOOGLE": "8035:"}, "SIGN_IN_GOOGLE"),
        ({"SIGN_IN_OIDC_CLUB_CLIENT": ""}, "SIGN_IN_OIDC_CLUB_CLIENT"),
        ({"SIGN_IN_OIDC_CLUB_CLIENT": "geheim"}, "SIGN_IN_OIDC_CLUB_CLIENT"),
        ({"SIGN_IN_OIDC_CLUB_SERVER": ""}, "SIGN_IN_OIDC_CLUB_SERVER"),
        ({"SIGN_IN_OIDC_CLUB_SERVER": "id.example"}, "SIGN_IN_OIDC_CLUB_SERVER"),
        ({"SIGN_IN_OIDC_CLUB_SERVER": "http://id.example"}, "SIGN_IN_OIDC_CLUB_SERVER"),
        ({"SIGN_IN_OIDC_CLUB_SERVER": "https://me:geheim@id.example"}, "SIGN_IN_OIDC_CLUB_SERVER"),
        ({"SIGN_IN_OIDC_CLUB_SERVER": "https://id.example/?realm=club"}, "SIGN_IN_OIDC_CLUB_SERVER"),
        ({"SIGN_IN_OIDC_CLUB_NAME": "x" * 41}, "SIGN_IN_OIDC_CLUB_NAME"),
        ({"SIGN_IN_OIDC_CLUB_SECRET": "geheim"}, "SIGN_IN_OIDC_CLUB_SECRET"),
        ({"SIGN_IN_OIDC_SERVER": "https://id.example"}, "SIGN_IN_OIDC_SERVER"),
        ({"SIGN_IN_OIDC_MY_CLUB_SERVER": "https://id.example"}, "SIGN_IN_OIDC_MY_CLUB_SERVER"),
        ({"SIGN_IN_OIDC_DISCORD_SERVER": "https://id.example"}, "SIGN_IN_OIDC_DISCORD_SERVER"),
    ],
)
def test_an_odd_server_to_sign_in_with_is_refused_without_telling_its_secret(
    changed: dict[str, str], named: str
) -> None:
    with pytest.raises(OddValue, match=named) as refusal:
        services.sign_in(Env(GOOD | changed), debug=False)
    assert refusal.value.name == named
    assert "geheim" not in str(refusal.value)


def test_a_server_without_tls_is_for_trying_out() -> None:
    [found] = services.sign_in(Env(GOOD | {"SIGN_IN_OIDC_CLUB_SERVER": "http://127.0.0.1:8080"}), debug=True)
    assert found.origin == "http://127.0.0.1:8080"
