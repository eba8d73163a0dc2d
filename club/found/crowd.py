"""Strangers who come in crowds: crawlers that ask for page after page must not slow down those who play.

What asks without a session is a stranger's. Three things are bounded, each in every process by itself:

- who asks more often from one address than a room full of people would, is told when to come again (429);
- programs that say what they are get one answer at a time;
- so do all who come without any cookie, as long as there are more of them than a club has visitors.

Whoever finds the one place taken waits for a moment; a third is turned away at once (503). That is decided before
anything else is looked at. Members are counted nowhere here, and visitors who have been here before have a cookie.

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
from ipaddress import ip_address
from typing import Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse

from club.limits import address_of

CRAWLER: Final = re.compile(
    r"bot\b|bot[/_-]|crawl|spider|slurp|scrap|fetch|facebookexternalhit|archiver|python-|curl/|wget|go-http|java/|libwww",
    re.IGNORECASE,
)
"""Programs that say what they are."""
EXEMPT: Final = ("/healthz", "/readyz", "/metrics", "/live/")
PROGRAMS: Final = 0.2
"""The share of a browser's allowance that a program has that says what it is: it is in no hurry."""
BURST: Final = 12.0
"""Seconds' worth of requests from one address that may come at once: a room full of phones opens the same page."""
CROWD_BURST: Final = 4.0
"""The same of all who come without a cookie."""
KNOWN: Final = 10_000
"""Addresses that are remembered; the one not seen for longest is forgotten first."""
PATIENCE: Final = 0.5
"""Seconds that one waits for his turn."""
REST: Final = 2.0
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


class Door:
    """Lets one in at a time; another one waits, and whoever comes then is turned away at once.

    After each the place stays empty for ``REST`` times as long as it was taken: the processor is there for others.
    """

    def __init__(self, *, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._waiting = threading.Lock(), threading.Lock()
        self._patience, self._clock = patience, clock
        self._rests_until = 0.0

    @contextmanager
    def entered(self) -> Iterator[bool]:
        """Tell whether there is room, and keep it until the end."""
        if not (self._free.acquire(blocking=False) or self._wait()):
            yield False
            return
        try:
            rest = self._rests_until - self._clock()
            if rest > self._patience:
                yield False
                return
            if rest > 0:
                time.sleep(rest)
            begun = self._clock()
            yield True
            now = self._clock()
            self._rests_until = now + REST * (now - begun)
        finally:
            self._free.release()

    def _wait(self) -> bool:
        if not self._waiting.acquire(blocking=False):
            return False
        try:
            return self._free.acquire(timeout=self._patience)
        finally:
            self._waiting.release()


class CrowdMiddleware:
    """Turn strangers away who come too often or too many. Stands before all that costs something."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        rate = settings.STRANGERS_A_SECOND
        self.each, self.programs = Allowance(rate, BURST), Allowance(PROGRAMS * rate, CROWD_BURST)
        self.all = Allowance(rate, CROWD_BURST)
        self.door = Door()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.STRANGERS_A_SECOND or not _is_strangers(request):
            return self.get_response(request)
        address = _address(request)
        crawls = is_crawler(request)
        wait = (self.programs if crawls else self.each).take(address) if address else 0.0
        if wait:
            return _later(request, 429, math.ceil(wait))
        if not crawls and (request.META.get("HTTP_COOKIE") or not self.all.take("")):
            return self.get_response(request)
        with self.door.entered() as entered:
            return self.get_response(request) if entered else _later(request, 503, LATER)


def is_crawler(request: HttpRequest) -> bool:
    """Tell whether a program asks that says so; people's browsers always say what they are."""
    name = request.headers.get("User-Agent", "")
    return not name or CRAWLER.search(name) is not None


def _is_strangers(request: HttpRequest) -> bool:
    if request.method not in ("GET", "HEAD") or request.path_info.startswith(EXEMPT):
        return False
    return f"{settings.SESSION_COOKIE_NAME}=" not in request.META.get("HTTP_COOKIE", "")


def _address(request: HttpRequest) -> str:
    """Return whom to count a request for; nothing where the address may be everybody's."""
    # A socket of the machine has no address, and a proxy may say nothing.
    believed = settings.ALLAUTH_TRUSTED_PROXY_COUNT > 0
    if not believed and "HTTP_X_FORWARDED_FOR" in request.META:
        return ""
    try:
        address = address_of(request)
        asked = get_adapter().get_client_ip(request)
        return "" if ip_address(asked).is_loopback else address
    except (PermissionDenied, ImproperlyConfigured, ValueError):
        return ""


def _later(request: HttpRequest, status: int, seconds: int) -> HttpResponse:
    request.turned_away = True  # type: ignore[attr-defined]  # config.logs leaves it out
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    text = "Too many requests: please come back later.\n"
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8", headers=headers)
