"""The one way to reach an address that somebody typed: a webhook's, a chat's, a push service's.

Whoever may type an address could otherwise let the site ask what only the operator's own network can reach. So the name
is resolved once, every address it stands for is looked at (``club.inside``), and the connection goes to the very one
that was looked at: a name that means something else a moment later gains nothing. A redirect is another address, and is
looked at like the first. Each attempt has an end in time, however slowly the other side drips, and an answer in size.
Proxies of the environment are not asked: they would resolve names again by themselves.
"""

from __future__ import annotations

import math
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from email.utils import parsedate_to_datetime
from functools import cache
from http.client import HTTPException
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from django.conf import settings
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from club.inside import Address, Opening, is_inside, openings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from urllib3.connection import HTTPConnection

TIMEOUT: Final = 20.0
"""Seconds for an attempt in all: name, connection, request, answer, redirects."""
CONNECT: Final = 8.0
"""Seconds for one connection of those."""
LIMIT: Final = 65_536
"""Bytes of an answer that are read; whatever follows is left where it is."""
REDIRECTS: Final = 3
LONGEST_PAUSE: Final = timedelta(days=1)
"""Whoever asks to be left alone is, for so long at most."""
LONGEST: Final = 2000
"""Characters of an address."""
TRIED: Final = 3
"""To how many of a name's addresses a connection is tried."""
_AGENT: Final = "Arriere-Ban"
_FOLLOWED: Final = frozenset({307, 308})
"""The redirects that keep method and body. Others would turn what is sent into a question, and are given back."""
_PRIVATE_HEADERS: Final = frozenset({"authorization", "cookie"})
_PORTS: Final = {"http": 80, "https": 443}


class Forbidden(ValueError):
    """An address that the site does not ask: ``code`` is stable, ``message`` a sentence for whoever typed it."""

    def __init__(self, code: str, message: str | Promise) -> None:
        super().__init__(code)
        self.code, self.message = code, message

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Unreachable(Exception):
    """Nobody answered properly, or not in time.

    ``code`` is stable: ``unresolved``, ``refused``, ``slow``, ``tls``, ``broken``.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code, self.detail = code, detail


class Answer(Struct, frozen=True):
    """What was answered, whatever its status. Names of headers are in lower case; ``is_cut``: the body went on."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    is_cut: bool = False


class _Target(Struct, frozen=True):
    """A place on the net, taken apart. ``host`` is without the brackets of IPv6."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """What stands in the header ``Host``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


# Asking


def asked_pause(text: str) -> timedelta:
    """Return for how long a ``Retry-After`` asks to be left alone: seconds, or a date (RFC 9110, 10.2.3).

    At most ``LONGEST_PAUSE``; nothing for what says nothing.
    """
    most = LONGEST_PAUSE.total_seconds()
    try:
        seconds = float(text)
    except ValueError:
        try:
            then = parsedate_to_datetime(text)
        except (ValueError, TypeError):
            return timedelta(0)
        seconds = (then - timezone.now()).total_seconds() if timezone.is_aware(then) else 0.0
    return timedelta(seconds=max(0.0, min(seconds, most))) if not math.isnan(seconds) else timedelta(0)


def check(url: str) -> None:
    """Raise ``Forbidden`` where the site would not ask this address, or nobody knows its name. Looks the name up."""
    target = _taken_apart(url)
    try:
        _resolved(target, CONNECT)
    except Unreachable as error:
        raise Forbidden("unresolved", _("There is no server of this name.")) from error


def post(
    url: str, *, body: bytes, headers: Mapping[str, str] | None = None, timeout: float = TIMEOUT, limit: int = LIMIT
) -> Answer:
    """Send something to an address that somebody typed; see ``send``."""
    return send("POST", url, body=body, headers=headers, timeout=timeout, limit=limit)


def send(
    method: str,
    url: str,
    *,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    timeout: float = TIMEOUT,
    limit: int = LIMIT,
) -> Answer:
    """Ask an address that somebody typed; return what it answers within ``timeout`` seconds, ``limit`` bytes at most.

    Redirects that keep method and body are followed, three at most, never from https to http, and to another host
    without what authorises. Raises ``Forbidden`` and ``Unreachable``. Not inside of a transaction: it takes its time.
    """
    end = time.monotonic() + timeout
    target = _taken_apart(url)
    sent = dict(headers or {})
    for _hop in range(REDIRECTS + 1):
        answer = _once(method, target, body, sent, end, limit)
        onward = answer.headers.get("location", "")
        if answer.status not in _FOLLOWED or not onward:
            return answer
        before, target = target, _onward(target, onward)
        if (before.host, before.port) != (target.host, target.port):
            sent = {name: value for name, value in sent.items() if name.lower() not in _PRIVATE_HEADERS}
    raise Forbidden("redirects", _("The address leads on and on to others."))


def _onward(target: _Target, location: str) -> _Target:
    """Return where a redirect leads."""
    after = _taken_apart(urljoin(f"{target.scheme}://{target.authority}{target.path}", location))
    if target.scheme == "https" and after.scheme != "https":
        raise Forbidden("downgrade", _("The address leads from https to http."))
    return after


def _taken_apart(url: str) -> _Target:
    """Return the parts of an address, its host as machines write it; raise ``Forbidden`` where it is none of ours."""
    from urllib3.exceptions import LocationParseError
    from urllib3.util import parse_url

    odd = Forbidden("address", _("This is not an address that begins with https:// or http://."))
    if len(url) > LONGEST or not url.isprintable() or " " in url or "\\" in url:
        raise odd
    try:
        parts = parse_url(url)
    except LocationParseError as error:
        raise odd from error
    if parts.scheme not in _PORTS or not parts.host:
        raise odd
    if parts.auth is not None:
        raise Forbidden("credentials", _("An address with a user name or a password in it is not accepted."))
    host = parts.host.removeprefix("[").removesuffix("]").lower().rstrip(".")
    port = parts.port if parts.port is not None else _PORTS[parts.scheme]
    if not host or not 0 < port < 65536:
        raise odd
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query is not None else "")
    return _Target(parts.scheme, host, port, path)


# Where it leads


def _resolved(target: _Target, seconds: float) -> list[Address]:
    """Return the addresses of a host, none of them inside; raises ``Forbidden`` and ``Unreachable``."""
    found = _looked_up(target, seconds)
    opened = _opened(tuple(settings.OUTWARD_ALLOW))
    for address in found:
        if is_inside(address) and not any(one.covers(target.host, address, target.port) for one in opened):
            raise Forbidden("inside", _("This address lies inside the site’s own network: it is not asked from here."))
    return found


@cache
def _opened(words: tuple[str, ...]) -> tuple[Opening, ...]:
    return openings(words)


def _looked_up(target: _Target, seconds: float) -> list[Address]:
    """Ask for a host's addresses, no longer than so many seconds: the system's own patience is longer."""
    found: list[Address] = []
    problem: list[OSError | UnicodeError] = []

    def look() -> None:
        try:
            rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            # A zone (fe80::1%eth0) belongs to an address inside, whatever it names.
            found.extend(dict.fromkeys(ip_address(str(row[4][0]).partition("%")[0]) for row in rows))
        except (OSError, UnicodeError) as error:
            problem.append(error)

    asker = threading.Thread(target=look, name="look-up", daemon=True)
    asker.start()
    asker.join(max(seconds, 0))
    if asker.is_alive():
        raise Unreachable("slow", "name")
    if problem or not found:
        raise Unreachable("unresolved", target.host)
    return found


# One request


def _once(method: str, target: _Target, body: bytes, headers: Mapping[str, str], end: float, limit: int) -> Answer:
    """Send one request to where a host was found just now."""
    from urllib3.exceptions import HTTPError

    addresses = _resolved(target, min(CONNECT, end - time.monotonic()))
    connection = _connected(target, addresses[:TRIED], end)
    given = {"user-agent": _AGENT, "accept-encoding": "identity", **{name.lower(): headers[name] for name in headers}}
    with _ended(connection, end) as is_late:
        try:
            connection.request(
                method,
                target.path,
                body=body or None,
                headers={**given, "host": target.authority},
                preload_content=False,
                decode_content=False,
            )
            response = connection.getresponse()
            read = bytearray()
            while len(read) <= limit and (piece := response.read1(limit + 1 - len(read), decode_content=False)):
                read += piece
        except (HTTPError, HTTPException, OSError, ValueError) as error:
            raise Unreachable("slow" if is_late() else "broken", type(error).__name__) from error
        if is_late():
            raise Unreachable("slow", "answer")
        names = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status, names, bytes(read[:limit]), is_cut=len(read) > limit)


def _connected(target: _Target, addresses: list[Address], end: float) -> HTTPConnection:
    """Return a connection to the first of these addresses that takes one."""
    from urllib3.exceptions import HTTPError, NewConnectionError

    problem = Unreachable("slow", "connection")
    for address in addresses:
        left = end - time.monotonic()
        if left <= 0:
            break
        connection = _unconnected(target, address, min(CONNECT, left))
        try:
            connection.connect()
        except (ssl.SSLError, ValueError) as error:  # also what urllib3 says of a certificate of another name
            problem = Unreachable("tls", getattr(error, "verify_message", "") or str(error))
        except (NewConnectionError, ConnectionError) as error:
            problem = Unreachable("refused", type(error).__name__)
        except (HTTPError, OSError):
            problem = Unreachable("slow", "connection")
        else:
            return connection
        connection.close()
    raise problem


def _unconnected(target: _Target, address: Address, seconds: float) -> HTTPConnection:
    """Return what connects to an address, and expects a certificate of the name."""
    from urllib3.connection import HTTPConnection, HTTPSConnection

    if target.scheme == "http":
        return HTTPConnection(str(address), target.port, timeout=seconds)
    return HTTPSConnection(
        str(address),
        target.port,
        timeout=seconds,
        ssl_context=_trusting(),
        server_hostname=target.host,
        assert_hostname=target.host,
    )


@cache
def _trusting() -> ssl.SSLContext:
    """Whom the machine trusts; reading that takes longer than a request."""
    return ssl.create_default_context()


@contextmanager
def _ended(connection: HTTPConnection, end: float) -> Iterator[Callable[[], bool]]:
    """End a connection at the given time, whatever it is at: each single byte could come just in time.

    Gives a function that tells whether it was ended so.
    """
    line = connection.sock
    late = threading.Event()

    def stop() -> None:
        late.set()
        with suppress(OSError):
            socket.socket.shutdown(line, socket.SHUT_RDWR)  # not TLS's own, which would first say goodbye

    line.settimeout(max(end - time.monotonic(), 0.01))
    watch = threading.Timer(max(end - time.monotonic(), 0.01), stop)
    watch.daemon = True
    watch.start()
    try:
        yield lambda: late.is_set() or time.monotonic() >= end
    finally:
        watch.cancel()
        connection.close()
