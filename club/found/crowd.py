"""Strangers who come in crowds: crawlers that ask for page after page must not slow down those who play.

What asks without a session is a stranger's. Three things are bounded, each in every process by itself:

- who asks more often from one address than a room full of people would, is told when to come again (429);
- programs that say what they are get one answer at a time;
- so do all who come without any cookie, as long as there are more of them than a club has visitors.

Whoever finds the one place taken waits, without a thread where the web server is ours (``Keeper``), and is turned away
at once where too many do (503). Members are counted nowhere here, nor are their programs, which show a token; visitors
who have been here before have a cookie.

Nobody is counted by the address of a proxy: where the last hop is this machine, or says whom it speaks for without
being believed, an address stands for everybody (``TRUSTED_PROXIES`` in docs/operating.md).
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from msgspec import Struct

from club.tokens.shape import shown_in

CRAWLER: Final = re.compile(
    r"bot\b|bot[/_-]|crawl|spider|slurp|scrap|fetch|facebookexternalhit|archiver|python-|curl/|wget|go-http|java/|libwww",
    re.IGNORECASE,
)
"""Programs that say what they are."""
EXEMPT: Final = ("/healthz", "/readyz", "/metrics", "/live/", "/static/", "/identity/o/api/")
PROGRAMS: Final = 0.2
"""The share of a browser's allowance that a program has that says what it is: it is in no hurry."""
BURST: Final = 12.0
"""Seconds' worth of requests from one address that may come at once: a room full of phones opens the same page."""
CROWD_BURST: Final = 4.0
"""The same of all who come without a cookie."""
KNOWN: Final = 10_000
"""Addresses that are remembered; the one not seen for longest is forgotten first."""
PATIENCE: Final = 0.1
"""Seconds that one waits for his turn."""
REST: Final = 5.0
"""For how many times as long as somebody took the place stays empty after him, in a crowd."""
FEW: Final = 4
"""So many come and go without a rest after them: one slow page shuts nobody out who comes next on a quiet evening."""
FEW_AGAIN: Final = 5.0
"""Seconds after which one more may."""
WORDS: Final = "Too many requests: please come back later.\n"
REASONS: Final = {429: "Too Many Requests", 503: "Service Unavailable"}
QUEUE: Final = 30
"""Browsers that wait for the door in the web server."""
LATER: Final = 10
"""Seconds after which a crawler may come again."""


class Allowance:
    """How much each address may still ask for: it fills up by ``rate`` a second."""

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self._clock = rate, max(1.0, rate * burst), clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, address: str) -> float:
        """Take one; return 0, or the seconds after which there is one again."""
        now = self._clock()
        with self._lock:
            left, since = self._left.pop(address, (self.most, now))
            left = min(self.most, left + (now - since) * self.rate)
            allowed = left >= 1
            self._left[address] = (left - 1 if allowed else left, now)
            if len(self._left) > KNOWN:
                self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self.rate

    def wait(self, address: str) -> float:
        """Return the same without taking any."""
        now = self._clock()
        left, since = self._left.get(address, (self.most, now))
        left = min(self.most, left + (now - since) * self.rate)
        return 0.0 if left >= 1 else (1 - left) / self.rate


class Rests:
    """How long the place stays empty after somebody: ``REST`` times as long as he took, in a crowd.

    The processor is there for others then. After the first few of a quiet while there is no rest.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._few = Allowance(1 / FEW_AGAIN, FEW * FEW_AGAIN, clock=clock)
        self._clock = clock
        self._until = 0.0

    def left(self) -> float:
        """Return the seconds for which it still lasts; nothing or less where there is none."""
        return self._until - self._clock()

    def begin(self, took: float) -> None:
        """Rest after somebody who took so long."""
        self._until = self._clock() + (REST * took if self._few.take("") else 0.0)


class Door:
    """Lets one in at a time; another one waits, and whoever comes then is turned away at once."""

    def __init__(self, *, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._waiting = threading.Lock(), threading.Lock()
        self._patience, self._clock = patience, clock
        self._rests = Rests(clock)

    @contextmanager
    def entered(self) -> Iterator[bool]:
        """Tell whether there is room, and keep it until the end."""
        if not (self._free.acquire(blocking=False) or self._wait()):
            yield False
            return
        try:
            rest = self._rests.left()
            if rest > self._patience:
                yield False
                return
            if rest > 0:
                time.sleep(rest)
            begun = self._clock()
            yield True
            self._rests.begin(self._clock() - begun)
        finally:
            self._free.release()

    def _wait(self) -> bool:
        if not self._waiting.acquire(blocking=False):
            return False
        try:
            return self._free.acquire(timeout=self._patience)
        finally:
            self._waiting.release()


class Asked(Struct, frozen=True):
    """What is looked at of a request by somebody without a session; ``address`` is empty where it says nothing."""

    address: str
    name: str
    has_cookie: bool

    @property
    def crawls(self) -> bool:
        """Whether it is a program that says so; people's browsers always say what they are."""
        return not self.name or CRAWLER.search(self.name) is not None


class Bounds:
    """What one process bears."""

    def __init__(self, rate: float) -> None:
        self.each, self.programs = Allowance(rate, BURST), Allowance(PROGRAMS * rate, CROWD_BURST)
        self.all = Allowance(rate, CROWD_BURST)
        self.door = Door()

    def wait(self, asked: Asked) -> float:
        """Return what ``count`` would, without counting."""
        return (self.programs if asked.crawls else self.each).wait(asked.address) if asked.address else 0.0

    def count(self, asked: Asked) -> float:
        """Count a request; return the seconds after which its address may come again, 0 for now."""
        return (self.programs if asked.crawls else self.each).take(asked.address) if asked.address else 0.0

    def crowds(self, asked: Asked) -> bool:
        """Tell whether a request has to go through the door, and count it."""
        return asked.crawls or (not asked.has_cookie and self.all.take("") > 0)


@cache
def bounds() -> Bounds:
    """Return those of this process."""
    return Bounds(settings.STRANGERS_A_SECOND)


class Way(Enum):
    """How somebody comes in."""

    FREE = "free"
    INSIDE = "inside"
    """He is the one who is inside now, until he leaves."""
    QUEUED = "queued"
    """He waits, without a thread, until he is let in."""


class Keeper:
    """Keeps the door where the web server has it, before a thread is taken: ``config.front``. Of one thread alone.

    Of programs and of all who come without a cookie one is inside, be it that he waits for a thread. Browsers queue up,
    for they may be a room full of people who were shown a link; of programs one does, others come again later.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None
        self._rests = Rests(clock)
        self._queue = 0

    def look(self, head: bytes, peer: str) -> tuple[bytes | None, Way]:
        """Return what to say to whoever has to go, and how somebody else comes in."""
        asked = _read(head, peer)
        if asked is None:
            return None, Way.FREE
        wait = bounds().wait(asked)
        if wait:
            return _said(429, math.ceil(wait)), Way.FREE
        if asked.has_cookie and not asked.crawls:
            return None, Way.FREE
        if not self._queue and self.rest() <= 0:
            self._since = self._clock()
            return None, Way.INSIDE
        if self._queue >= (1 if asked.crawls else QUEUE):
            return _said(503, LATER), Way.FREE
        self._queue += 1
        return None, Way.QUEUED

    def rest(self) -> float:
        """Return the seconds until the next one may come in; without end while somebody is inside."""
        return math.inf if self._since is not None else self._rests.left()

    def let_in(self) -> bool:
        """Tell whether the first of the queue comes in now; he is inside then."""
        if not self._queue or self.rest() > 0:
            return False
        self._queue -= 1
        self._since = self._clock()
        return True

    def leave(self) -> None:
        """Let the next one in, after a rest."""
        if self._since is not None:
            self._rests.begin(self._clock() - self._since)
            self._since = None


def _read(head: bytes, peer: str) -> Asked | None:
    """Return what a head of a request says; None where it is nothing that is bounded."""
    if not settings.STRANGERS_A_SECOND or not head.startswith((b"GET ", b"HEAD ")):
        return None
    first, *lines = head.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    told = {name.lower(): value.strip() for name, _colon, value in (line.partition(":") for line in lines)}
    cookies = told.get("cookie", "")
    known = f"{settings.SESSION_COOKIE_NAME}=" in cookies or shown_in(told.get("authorization", ""))
    if first.split(" ")[1].startswith(EXEMPT) or known:
        return None
    return Asked(counted(peer, told.get("x-forwarded-for", "")), told.get("user-agent", ""), bool(cookies))


def _said(status: int, seconds: int) -> bytes:
    return (
        f"HTTP/1.1 {status} {REASONS[status]}\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: {seconds}\r\n"
        f"Cache-Control: no-store\r\nContent-Length: {len(WORDS)}\r\nConnection: close\r\n\r\n{WORDS}"
    ).encode()


class CrowdMiddleware:
    """Turn strangers away who come too often or too many. Stands before all that costs something."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.STRANGERS_A_SECOND or not _is_strangers(request):
            return self.get_response(request)
        asked, here = _asked(request), bounds()
        wait = here.count(asked)
        if wait:
            return _later(request, 429, math.ceil(wait))
        if not here.crowds(asked):
            return self.get_response(request)
        with here.door.entered() as entered:
            return self.get_response(request) if entered else _later(request, 503, LATER)


def counted(peer: str, forwarded: str) -> str:
    """Return whom to count a request for; nothing where that may be everybody. Of IPv6 it is the first half."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if forwarded:
        said = forwarded.split(",")
        peer = said[-proxies].strip() if 0 < proxies <= len(said) else ""
    try:
        address = ip_address(peer)
    except ValueError:  # a socket of the machine has none
        return ""
    if address.is_loopback:
        return ""
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address)


def _is_strangers(request: HttpRequest) -> bool:
    if request.method not in ("GET", "HEAD") or request.path_info.startswith(EXEMPT):
        return False
    if shown_in(request.META.get("HTTP_AUTHORIZATION", "")):
        return False
    return f"{settings.SESSION_COOKIE_NAME}=" not in request.META.get("HTTP_COOKIE", "")


def _asked(request: HttpRequest) -> Asked:
    meta = request.META
    address = counted(meta.get("REMOTE_ADDR", ""), meta.get("HTTP_X_FORWARDED_FOR", ""))
    return Asked(address, meta.get("HTTP_USER_AGENT", ""), bool(meta.get("HTTP_COOKIE")))


def _later(request: HttpRequest, status: int, seconds: int) -> HttpResponse:
    request.turned_away = True  # type: ignore[attr-defined]  # config.logs leaves it out
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    return HttpResponse(WORDS, status=status, content_type="text/plain; charset=utf-8", headers=headers)
