"""Public pages that are drawn once for all strangers who ask within some seconds: crawlers ask for them by the hundred.

A page is shared among those who come without any cookie: nothing on it is anybody's own but the token of its forms, and
that is put in anew for each. Whoever comes back has a cookie by then and sees everything as it is at that moment, as
members do.
"""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import Resolver404, resolve
from django.utils.translation import get_language
from msgspec import Struct

from club.found import openings
from club.shared_drawing import placeholder

SECONDS: Final = 20.0
"""For how long: what is taken back from strangers is gone for them after that."""
MOST: Final = 300
"""Pages that a process keeps, of some 40 kB."""
_TOKEN: Final = re.compile(
    rb"""(name="csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}(?=")""",
)
_OWN: Final = ("Set-Cookie", "Content-Length")


class Kept(Struct, frozen=True):
    """A page as it was drawn, with a placeholder for the token."""

    until: float
    content: bytes
    headers: tuple[tuple[str, str], ...]


class SharedPagesMiddleware:
    """Answer strangers with what was drawn for others. Stands inside of what sets the cookie of forms."""

    def __init__(
        self, get_response: Callable[[HttpRequest], HttpResponse], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.get_response, self._clock = get_response, clock
        self._kept: OrderedDict[tuple[str, ...], Kept] = OrderedDict()
        self._lock = threading.Lock()
        self._mark = placeholder("token").encode()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.STRANGERS_A_SECOND or not _is_shared(request):
            return self.get_response(request)
        key = (request.get_host(), request.scheme or "", request.path_info, get_language() or "")
        now = self._clock()
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and kept.until > now:
            return self._answer(request, kept)
        response = self.get_response(request)
        if response.status_code == 200 and not response.streaming and not response.cookies:
            self._keep(key, response, now)
        return response

    def _keep(self, key: tuple[str, ...], response: HttpResponse, now: float) -> None:
        content = _TOKEN.sub(lambda found: found.group(1) + self._mark, response.content)
        headers = tuple((name, value) for name, value in response.items() if name not in _OWN)
        with self._lock:
            self._kept[key] = Kept(now + SECONDS, content, headers)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)

    def _answer(self, request: HttpRequest, kept: Kept) -> HttpResponse:
        content = kept.content
        if self._mark in content:
            content = content.replace(self._mark, get_token(request).encode())
        return HttpResponse(content, headers=dict(kept.headers))


def _is_shared(request: HttpRequest) -> bool:
    """Tell whether a request is for a public page, by somebody of whom nothing is known."""
    if request.method != "GET" or request.META.get("HTTP_COOKIE") or request.META.get("QUERY_STRING"):
        return False
    if "HTTP_HX_REQUEST" in request.META or "HTTP_AUTHORIZATION" in request.META:
        return False
    try:
        return resolve(request.path_info).view_name in openings.pages()
    except Resolver404:
        return False
