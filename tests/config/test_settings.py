"""The settings a webmaster meets: refused when odd, safe by default."""

import os
import runpy
import stat
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from config import checks
from config.env import OddValue
from tests.config.site import KEY, PRODUCTION, ROOT, environment, manage


def test_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    checked = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout
    assert checked.stderr == ""


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"EMAIL_URL": ""}, ["config.W001) EMAIL_URL is not set: mails go to localhost:25."]),
        ({"EMAIL_URL": "console://"}, ["config.W002) EMAIL_URL is console://"]),
        (
            {"DEFAULT_FROM_EMAIL": ""},
            ["config.W003) DEFAULT_FROM_EMAIL is not set: mails come from club@club.example."],
        ),
        ({"EMAIL_URL": "", "DEFAULT_FROM_EMAIL": ""}, ["config.W001", "config.W003"]),
    ],
)
def test_the_deployment_check_names_missing_mail_settings(
    tmp_path: Path, changed: dict[str, str], named: list[str]
) -> None:
    checked = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **(PRODUCTION | changed))
    assert checked.returncode == 1
    assert all(words in checked.stderr for words in named)
    assert checked.stderr.count("config.W") == len(named)


def test_without_https_cookies_are_plain_and_the_deployment_check_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A club that tries the site on its own network: a Secure cookie never came back, and no form worked."""
    cookies = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
    for value, secure, address in (("1", True, "https://club.example"), ("0", False, "http://club.example")):
        plain = {**PRODUCTION, "SECURE_SSL_REDIRECT": value}
        monkeypatch.setattr(os, "environ", environment(tmp_path, **plain))
        found = runpy.run_path(str(ROOT / "config/settings.py"))
        assert {found[name] for name in cookies} == {secure}
        assert (found["SITE_URL"], found["ACCOUNT_DEFAULT_HTTP_PROTOCOL"]) == (address, address.partition(":")[0])
    checked = manage(tmp_path, "check", "--deploy", **plain)
    assert "(config.W005) SECURE_SSL_REDIRECT is off" in checked.stderr


def test_the_deployment_check_names_translations_that_are_not_compiled(tmp_path: Path, settings: Settings) -> None:
    folder = tmp_path / "locale/fr/LC_MESSAGES"
    folder.mkdir(parents=True)
    source = folder / "django.po"
    source.write_text("")
    settings.BASE_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path / "locale"]
    [advice] = checks.translations_are_compiled()
    assert (advice.id, advice.msg.startswith("locale/fr/LC_MESSAGES/django.po is not compiled")) == (
        "config.W004",
        True,
    )
    source.with_suffix(".mo").write_bytes(b"")
    assert checks.translations_are_compiled() == []


def test_mails_of_a_site_on_the_net_are_queued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", environment(tmp_path, **PRODUCTION))
    found = runpy.run_path(str(ROOT / "config/settings.py"))["MAILERS"]
    assert found["default"] == {"BACKEND": "campaigns.jobs.mail.QueueBackend"}
    assert found["delivery"]["OPTIONS"]["host"] == "mail.club.example"
    monkeypatch.setattr(os, "environ", environment(tmp_path, DEBUG="1"))
    found = runpy.run_path(str(ROOT / "config/settings.py"))["MAILERS"]
    assert found["default"]["BACKEND"].endswith("console.EmailBackend")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set; accepted: at least 50 characters"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is '5 characters'; accepted: at least 50 characters"),
        ({"SECRET_KEY": "ab" * 40}, "SECRET_KEY is '80 characters'"),
        ({"SECRET_KEY": f"django-insecure-{KEY}"}, "SECRET_KEY is"),
        ({"SECRET_KEY_FALLBACKS": f"{KEY},old"}, "SECRET_KEY_FALLBACKS is '3 characters'; accepted: at least 50"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set; accepted: the site's host names"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS is '*'"),
        ({"DEBUG": "oui"}, "DEBUG is 'oui'; accepted: 1, true"),
        ({"TIME_ZONE": "Paris"}, "TIME_ZONE is 'Paris'; accepted: a name such as Europe/Paris"),
        ({"TIME_ZONE": "../etc/passwd"}, "TIME_ZONE is"),
        ({"LANGUAGE_CODE": "de"}, "LANGUAGE_CODE is 'de'; accepted: fr or en"),
        ({"DATABASE_URL": "mysql://db/club"}, "DATABASE_URL is 'mysql://db/club'; accepted: an address"),
        ({"CELERY_BROKER_URL": "sqs://x"}, "CELERY_BROKER_URL is 'sqs://x'; accepted: an address"),
        ({"EMAIL_URL": "pop3://x"}, "EMAIL_URL is 'pop3://x'; accepted: an address"),
        ({"SECURE_HSTS_SECONDS": "a year"}, "SECURE_HSTS_SECONDS is 'a year'; accepted: a whole number"),
        ({"TRUSTED_PROXIES": "all"}, "TRUSTED_PROXIES is 'all'; accepted: a whole number from 0 to 9"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL is 'loud'; accepted: DEBUG or INFO"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT is 'xml'; accepted: line or json"),
        ({"METRICS_TOKEN": "short"}, "METRICS_TOKEN is '5 characters'; accepted: at least 16"),
        ({"DEFAULT_FROM_EMAIL": "club"}, "DEFAULT_FROM_EMAIL is 'club'; accepted: an e-mail address"),
    ],
)
def test_an_odd_value_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], message: str
) -> None:
    monkeypatch.setattr(os, "environ", environment(tmp_path, **(PRODUCTION | changed)))
    with pytest.raises(OddValue) as refusal:
        runpy.run_path(str(ROOT / "config/settings.py"))
    assert message in str(refusal.value)
    assert KEY not in str(refusal.value)


def test_a_refusal_is_one_line_and_no_traceback(tmp_path: Path) -> None:
    refused = manage(tmp_path, "check", **(PRODUCTION | {"LANGUAGE_CODE": "de"}))
    assert refused.returncode == 1
    assert refused.stderr == "The environment variable LANGUAGE_CODE is 'de'; accepted: fr or en.\n"


def test_while_trying_out_a_secret_key_is_made_once_and_kept_to_oneself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", environment(tmp_path, DEBUG="1"))
    first = runpy.run_path(str(ROOT / "config/settings.py"))["SECRET_KEY"]
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert runpy.run_path(str(ROOT / "config/settings.py"))["SECRET_KEY"] == first


def test_debug_is_off_unless_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", environment(tmp_path, **PRODUCTION))
    found = runpy.run_path(str(ROOT / "config/settings.py"))
    assert found["DEBUG"] is False
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_HSTS_SECONDS"] > 0
    assert "Manifest" in found["STORAGES"]["staticfiles"]["BACKEND"]
    assert "SECURE_PROXY_SSL_HEADER" not in found

    monkeypatch.setitem(os.environ, "SECURE_PROXY_SSL_HEADER", "1")
    found = runpy.run_path(str(ROOT / "config/settings.py"))
    assert found["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")


def test_jobs_outlive_their_workers() -> None:
    assert settings.CELERY_TASK_ACKS_LATE is True
    assert settings.CELERY_TASK_REJECT_ON_WORKER_LOST is True
    assert settings.CELERY_WORKER_PREFETCH_MULTIPLIER == 1
    assert not getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False)
    sweep = settings.CELERY_BEAT_SCHEDULE["sweep"]
    assert sweep["task"] == "campaigns.tasks.sweep"
    assert sweep["schedule"] == 30.0


@pytest.mark.django_db
def test_every_scheduled_task_exists() -> None:
    from config.celery import app as celery_app

    celery_app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in celery_app.tasks


@pytest.mark.django_db
def test_pages_carry_the_strict_policy(client: Client) -> None:
    response: HttpResponse = client.get("/healthz")
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert response["X-Content-Type-Options"] == "nosniff"


def test_forms_may_lead_to_the_servers_to_sign_in_with_and_to_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for named, origins in (
        ({}, []),
        ({"SIGN_IN_DISCORD": "id:secret"}, ["https://discord.com"]),
        (
            {"SIGN_IN_OIDC_CLUB_SERVER": "https://id.example:8443/club", "SIGN_IN_OIDC_CLUB_CLIENT": "id:secret"},
            ["https://id.example:8443"],
        ),
    ):
        monkeypatch.setattr(os, "environ", environment(tmp_path, **PRODUCTION, **named))
        found = runpy.run_path(str(ROOT / "config/settings.py"))["SECURE_CSP"]
        assert found["form-action"] == ["'self'", *origins]
