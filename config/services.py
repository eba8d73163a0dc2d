"""The servers the site leans on, each read from one address in the environment.

Every function answers with the value of the Django or Celery setting it is named after. Without an address
the site runs on one machine with no server at all: SQLite, a broker made of files, a cache in memory.
"""

from collections.abc import Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import dj_database_url

from club import inside
from club.ways_in.servers import DISCORD, GOOGLE, OIDC, Server
from config.env import Env, OddValue, without_password

SQLITE_OPTIONS = {
    # Writers queue at BEGIN instead of failing half-way with "database is locked".
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}
HEARING = {
    # Seconds; the last one milliseconds. A server that does not answer any more is gone within some of them, not
    # after the quarter of an hour that TCP takes by itself.
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 3000,
}
AT_ONCE = {
    # A page that has a message for a broker that is away goes on without it: workers look for what waits by themselves.
    # Unless told so, the library tries for six seconds, and a request would wait as long.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
POOL_SECONDS = {
    # How long a page waits for a connection. It may have waited as long for a thread whose page did: 3 s together.
    "timeout": 1.5,
    # For how long the pool tries by itself; whoever comes later asks anew, without the pauses that grow.
    "reconnect_timeout": 1.5,
}
VISIBILITY_SECONDS = 3600


def _query(env_name: str, parts: SplitResult, accepted: tuple[str, ...]) -> dict[str, str]:
    """The options behind the question mark, refusing those nobody would act upon."""
    options = {key: values[-1] for key, values in parse_qs(parts.query, keep_blank_values=True).items()}
    for key in options:
        if key not in accepted:
            known = ", ".join(accepted) if accepted else "none"
            raise OddValue(env_name, without_password(parts.geturl()), f"these options after '?': {known}")
    return options


def database(env: Env, var: Path) -> dict[str, Any]:
    """The default database: a SQLite file below ``var``, or what DATABASE_URL names."""
    name = "DATABASE_URL"
    fallback = f"sqlite:///{(var / 'arriere-ban.sqlite3').as_posix()}"
    parts = env.address(name, ("sqlite", "postgres", "postgresql"), default=fallback)
    if parts.scheme == "sqlite":
        path = unquote(parts.path[1:])
        if parts.netloc or not path or parts.query:
            raise OddValue(name, parts.geturl(), "sqlite:///FILE, with three slashes and no options")
        if path == ":memory:":
            raise OddValue(name, parts.geturl(), "a file: web and worker are two processes and share it")
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": dict(SQLITE_OPTIONS)}
    _query(
        name,
        parts,
        ("sslmode", "sslrootcert", "sslcert", "sslkey", "host", "options", "target_session_attrs"),
    )
    if not parts.path.strip("/"):
        raise OddValue(name, without_password(parts.geturl()), "postgres://USER:PASSWORD@HOST:PORT/DATABASE")
    found = dj_database_url.parse(parts.geturl(), conn_max_age=0)
    pool = env.integer("DATABASE_POOL", default=8, least=0, most=200)
    options: dict[str, Any] = dict(found.get("OPTIONS", {}))
    options |= HEARING
    if pool:
        from club.outages.pool import checked  # loads psycopg, which SQLite has no use for

        options["pool"] = {"min_size": 1, "max_size": pool, "check": checked, **POOL_SECONDS}
    return {**found, "OPTIONS": options}


def broker(env: Env, var: Path) -> dict[str, Any]:
    """Celery's broker settings: files below ``var``, Redis, or RabbitMQ."""
    name = "CELERY_BROKER_URL"
    schemes = ("filesystem", "redis", "rediss", "amqp", "amqps")
    parts = env.address(name, schemes, default="filesystem://")
    if parts.scheme == "filesystem":
        if parts.netloc or parts.path.strip("/") or parts.query:
            raise OddValue(
                name,
                parts.geturl(),
                "filesystem:// with nothing behind it (the files are kept in var/broker)",
            )
        queue, control = var / "broker" / "queue", var / "broker" / "control"
        return {
            # The host means nothing here, but without one every start would warn of its absence.
            "CELERY_BROKER_URL": "filesystem://localhost",
            "CELERY_BROKER_TRANSPORT_OPTIONS": {
                # One folder both ways: what the site writes is what the worker reads.
                "data_folder_in": str(queue),
                "data_folder_out": str(queue),
                "control_folder": str(control),
                # Seconds between two looks into the folder: what somebody waits at most for a job to begin.
                "polling_interval": 0.25,
            },
            # Nobody commands a lone worker from afar, and every listener for it would leave files behind.
            "CELERY_WORKER_ENABLE_REMOTE_CONTROL": False,
        }
    if not parts.hostname:
        raise OddValue(name, without_password(parts.geturl()), f"{parts.scheme}://USER:PASSWORD@HOST:PORT/…")
    settings: dict[str, Any] = {"CELERY_BROKER_URL": parts.geturl(), "CELERY_BROKER_TRANSPORT_OPTIONS": dict(AT_ONCE)}
    if parts.scheme.startswith("redis"):
        settings["CELERY_BROKER_TRANSPORT_OPTIONS"] |= {
            # A message whose worker died comes back after this many seconds; jobs are claimed in the
            # database, so one that comes back while it still runs does nothing.
            "visibility_timeout": VISIBILITY_SECONDS,
            # How often, in polls, the worker looks for such messages.
            "unacked_restore_interval": 10,
            "unacked_restore_limit": 50,
            "socket_keepalive": True,
            "socket_connect_timeout": 2,
        }
    return settings


LOCMEM: Final = "django.core.cache.backends.locmem.LocMemCache"
FRAGMENTS: Final[dict[str, dict[str, Any]]] = {
    "template_fragments": {"BACKEND": LOCMEM, "LOCATION": "fragments", "OPTIONS": {"MAX_ENTRIES": 2000}}
}
"""Where ``{% cache %}`` keeps parts of pages: in each process, so that a new version of the site begins with none, and
apart from what counts wrong passwords.
"""


def cache(env: Env, var: Path) -> dict[str, dict[str, Any]]:
    """The cache: in each process's memory, or Redis; in memory again while Redis is away.

    What one process leaves for another, and no more than that, is a file below ``var`` where there is no Redis.
    """
    parts = env.address("CACHE_URL", ("locmem", "redis", "rediss"), default="locmem://")
    if parts.scheme == "locmem":
        shared = {"SHARED": str(var / "shared")}
        return {"default": {"BACKEND": "club.outages.cache.HomeCache", "OPTIONS": shared}, **FRAGMENTS}
    if not parts.hostname:
        raise OddValue("CACHE_URL", without_password(parts.geturl()), "redis://HOST:PORT/NUMBER")
    return {"default": {"BACKEND": "club.outages.cache.SteadyCache", "LOCATION": parts.geturl()}, **FRAGMENTS}


def mailers(env: Env, *, debug: bool) -> dict[str, dict[str, Any]]:
    """How e-mail leaves: on the terminal while trying the site out, else by the server EMAIL_URL names."""
    name = "EMAIL_URL"
    default = "console://" if debug else "smtp://localhost:25"
    parts = env.address(name, ("console", "smtp", "smtp+tls", "smtps"), default=default)
    if parts.scheme == "console":
        return {"default": {"BACKEND": "django.core.mail.backends.console.EmailBackend"}}
    if not parts.hostname or parts.path.strip("/") or parts.query:
        accepted = "console://, smtp://USER:PASSWORD@HOST:25, smtp+tls://…:587 (STARTTLS) or smtps://…:465"
        raise OddValue(name, without_password(parts.geturl()), accepted)
    usual = {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme]
    options: dict[str, Any] = {"host": parts.hostname, "port": parts.port or usual, "timeout": 20}
    if parts.username:
        options |= {"username": unquote(parts.username), "password": unquote(parts.password or "")}
    if parts.scheme == "smtp+tls":
        options["use_tls"] = True
    if parts.scheme == "smtps":
        options["use_ssl"] = True
    return {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}}


def mail_server(mailers: Mapping[str, Mapping[str, Any]]) -> tuple[str, int] | None:
    """Host and port of the server that takes the site's mails; ``None`` where they go to no server."""
    options: Mapping[str, Any] = mailers.get("delivery", mailers["default"]).get("OPTIONS", {})
    return (options["host"], options["port"]) if "host" in options else None


def errors(env: Env) -> str:
    """SENTRY_DSN: where errors are told; empty where nobody is."""
    name = "SENTRY_DSN"
    if env.found(name) is None:
        return ""
    parts = env.address(name, ("https", "http"), default="")
    project = parts.path.rpartition("/")[2]
    if not parts.username or not parts.hostname or not project.isdigit():
        raise OddValue(name, "an address of another form", "https://KEY@HOST/NUMBER, as Sentry shows it")
    return parts.geturl()


_OF_OIDC: Final = "SIGN_IN_OIDC_"
PARTS: Final = ("SERVER", "CLIENT", "NAME")


def sign_in(env: Env, *, debug: bool) -> list[Server]:
    """SIGN_IN_DISCORD, SIGN_IN_GOOGLE, SIGN_IN_OIDC_…: whose accounts let their owners in; empty for nobody's."""
    found = []
    for kind, name in ((DISCORD, "Discord"), (GOOGLE, "Google")):
        variable = f"SIGN_IN_{kind.upper()}"
        if env.found(variable) is not None:
            client, secret = _client(env, variable)
            found.append(Server(kind, kind, name, client, secret))
    keys = set()
    for variable in sorted(env.environ):
        if variable.startswith(_OF_OIDC) and env.found(variable) is not None:
            key, _underscore, part = variable.removeprefix(_OF_OIDC).rpartition("_")
            if part not in PARTS or not (key.isascii() and key.isalnum() and key == key.upper()):
                accepted = " ".join(f"{_OF_OIDC}KEY_{part}" for part in PARTS)
                raise OddValue(variable, "of no known name", f"{accepted}, KEY being capitals and digits of your own")
            if key.lower() in (DISCORD, GOOGLE):
                raise OddValue(variable, f"about {key}", f"another KEY: {key} has a variable of its own")
            keys.add(key)
    return [*found, *(_oidc(env, key, debug=debug) for key in sorted(keys))]


def _client(env: Env, variable: str) -> tuple[str, str]:
    client, _colon, secret = (part.strip() for part in (env.found(variable) or "").partition(":"))
    if not client or not secret:
        given = "not set" if env.found(variable) is None else "an id or a secret alone"
        raise OddValue(variable, given, "CLIENT_ID:SECRET, as the server shows both for this site")
    return client, secret


def _oidc(env: Env, key: str, *, debug: bool) -> Server:
    """Read the variables about one server that speaks OpenID Connect. Passwords never go out without TLS."""
    variable = f"{_OF_OIDC}{key}_SERVER"
    accepted = "https://HOST/PATH, what stands before /.well-known/ at the server"
    if env.found(variable) is None:
        raise OddValue(variable, None, accepted)
    parts = env.address(variable, ("https", "http") if debug else ("https",), default="")
    if not parts.hostname or parts.username or parts.query or parts.fragment:
        raise OddValue(variable, without_password(parts.geturl()), accepted)
    client, secret = _client(env, f"{_OF_OIDC}{key}_CLIENT")
    name = env.text(f"{_OF_OIDC}{key}_NAME", key.title())
    if len(name) > 40:
        raise OddValue(f"{_OF_OIDC}{key}_NAME", name, "at most 40 characters, as the button is to say them")
    return Server(OIDC, key.lower(), name, client, secret, parts.geturl().rstrip("/"))


def openings(env: Env) -> list[str]:
    """OUTWARD_ALLOW: networks and hosts inside that addresses typed by people may lead to; empty for none."""
    words = (env.found("OUTWARD_ALLOW") or "").replace(",", " ").split()
    for word in words:
        try:
            inside.opening(word)
        except ValueError:
            accepted = "networks (10.0.0.0/8), hosts (ntfy.lan) and either with a port (127.0.0.1:9000), between spaces"
            raise OddValue("OUTWARD_ALLOW", word, accepted) from None
    return words


def sender(env: Env, *, fallback_host: str) -> str:
    """DEFAULT_FROM_EMAIL: ``club@club.example`` or ``The Club <club@club.example>``."""
    host = fallback_host.lstrip(".*") or "localhost"
    found = env.text("DEFAULT_FROM_EMAIL", f"club@{host}")
    user, at, domain = parseaddr(found)[1].rpartition("@")
    if not (user and at and domain):
        raise OddValue("DEFAULT_FROM_EMAIL", found, "an e-mail address, or NAME <ADDRESS>")
    return found


def site_address(trusted: list[str], hosts: list[str], *, debug: bool, plain: bool = False, port: str = "8000") -> str:
    """How links in mails begin that no request caused: the first trusted origin, else the site's first host.

    ``plain``: the site is tried without HTTPS. ``port`` is where it is tried out on this machine.
    """
    if trusted:
        return trusted[0]
    host = hosts[0].lstrip(".*") or "localhost"
    if debug and host in ("localhost", "127.0.0.1"):
        return f"http://{host}:{port}"
    return f"http://{host}" if plain else f"https://{host}"


def contact(env: Env) -> str:
    """SECURITY_CONTACT: an address of the web or of mail, as security.txt has it; a bare mail address will do."""
    found = env.text("SECURITY_CONTACT", "")
    if "@" in found and ":" not in found:
        found = f"mailto:{found}"
    if found and (not found.startswith(("mailto:", "https://", "tel:")) or any(c.isspace() for c in found)):
        raise OddValue("SECURITY_CONTACT", found, "mailto:NAME@HOST or https://HOST/PAGE")
    return found


def origins(env: Env) -> list[str]:
    """CSRF_TRUSTED_ORIGINS: each a scheme and a host, nothing behind it."""
    found = env.words("CSRF_TRUSTED_ORIGINS")
    for origin in found:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query:
            raise OddValue("CSRF_TRUSTED_ORIGINS", origin, "https://HOST, several separated by commas")
    return found
