"""What some tests need beside Python: a browser, a database server, a broker. Each is looked for once.

A test says what it needs with a marker (``browser``, ``postgres``, ``redis``, ``rabbitmq``, ``gettext``). Where
the thing is missing the test is skipped with a line that says what to install; with ``REQUIRE_SERVICES=1`` it fails.
"""

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import kombu
import psycopg
import redis
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "not found: "


def required() -> bool:
    """Whether a missing service fails the tests that need it."""
    return os.environ.get("REQUIRE_SERVICES", "") in ("1", "true", "yes")


def patience() -> int:
    """Seconds to wait for a server's answer: where it must be there it may be busy, else it is probably missing."""
    return 60 if required() else 2


@cache
def chromium() -> str | None:
    """The path of a Chromium on PATH."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


@cache
def postgres_url() -> str | None:
    """A server at which databases may be created; its own database is left alone."""
    default = "postgresql://postgres@127.0.0.1:5432/postgres"
    for_site = os.environ.get("DATABASE_URL", "")
    for_site = for_site if for_site.startswith("postgres") else ""
    address = os.environ.get("TEST_POSTGRES_URL") or for_site or default
    try:
        with psycopg.connect(address, connect_timeout=patience()):
            return address
    except psycopg.Error:
        return None


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """The address of a new, empty database at this server, dropped afterwards."""
    name = f"test_arriere_ban_{uuid.uuid4().hex}"
    parts = conninfo_to_dict(server)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    user = f"{parts['user']}:{parts['password']}" if parts.get("password") else str(parts.get("user", ""))
    try:
        yield f"postgresql://{user}@{parts.get('host', '127.0.0.1')}:{parts.get('port', 5432)}/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@cache
def redis_url() -> str | None:
    address = os.environ.get("TEST_REDIS_URL") or "redis://127.0.0.1:6379/15"
    try:
        with redis.Redis.from_url(address, socket_connect_timeout=patience()) as client:
            client.ping()
    except redis.RedisError:
        return None
    return address


@cache
def rabbitmq_url() -> str | None:
    address = os.environ.get("TEST_RABBITMQ_URL") or "amqp://guest:guest@127.0.0.1:5672//"
    try:
        with kombu.Connection(address, connect_timeout=patience()) as connection:
            connection.connect()
    except (OSError, *kombu.Connection(address).connection_errors):
        return None
    return address


@cache
def gettext() -> str | None:
    """The path of the tool that collects texts to translate."""
    return shutil.which("xgettext")


@dataclass(frozen=True)
class Service:
    """Something a test may need, by its marker."""

    marker: str
    look: Callable[[], str | None]
    advice: str


SERVICES = (
    Service("browser", chromium, "a Chromium on PATH (Debian: apt-get install chromium)"),
    Service(
        "postgres",
        postgres_url,
        "a PostgreSQL server on 127.0.0.1:5432 or at TEST_POSTGRES_URL (Debian: apt-get install postgresql)",
    ),
    Service(
        "redis",
        redis_url,
        "a Redis server on 127.0.0.1:6379 or at TEST_REDIS_URL (Debian: apt-get install redis-server)",
    ),
    Service(
        "rabbitmq",
        rabbitmq_url,
        "a RabbitMQ server on 127.0.0.1:5672 or at TEST_RABBITMQ_URL (Debian: apt-get install rabbitmq-server)",
    ),
    Service("gettext", gettext, "xgettext on PATH (Debian: apt-get install gettext)"),
)
