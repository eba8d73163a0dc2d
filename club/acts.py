"""Where htmx may act: only on elements that a template of ours marks by ``{% acts %}``, whatever else is in a page.

Text of people is escaped everywhere. Should it ever come to be markup somewhere, it still must not act: an element
with ``hx-post`` would send its request as whoever opens the page. So htmx is told (``htmx-config`` in ``base.html``) to
leave alone what is not marked by a key, which is another one in each browser and known to nobody else. Templates and
what is drawn for several write a mark that stands for it; on its way out each answer gets its reader's key.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from club.shared_drawing import placeholder

MARK: Final = placeholder("acts")
"""Stands for the reader's key until the answer leaves; no page ever shows it."""
ATTRIBUTE: Final = "data-acts"
_ACTING: Final = ("get", "post")
"""What our templates let htmx do."""
_NEVER: Final = ("put", "patch", "delete", "boost", "ext", "disable")


def refused() -> str:
    """Return the selector of what htmx leaves alone (its ``disableSelector``): what acts and is not marked."""
    unmarked = [f"[hx-{verb}]:not([{ATTRIBUTE}='{MARK}'])" for verb in _ACTING]
    foreign = [f"[data-hx-{verb}]" for verb in (*_ACTING, *_NEVER)]
    return ", ".join([*unmarked, *(f"[hx-{verb}]" for verb in _NEVER), *foreign])


def key_of(request: HttpRequest) -> str:
    """Return the key of the reader's browser: as lasting and as secret as its session, or a visitor's CSRF cookie.

    A browser that has neither gets a key that nothing else will have.
    """
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    secret = session or request.META.get("CSRF_COOKIE") or secrets.token_hex()
    return salted_hmac("club.acts", secret, algorithm="sha256").hexdigest()[:32]


class ActsMiddleware:
    """Put the reader's key where templates left its mark. Stands outside of whatever answers with a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.streaming and response.get("Content-Type", "").startswith("text/html"):
            mark = MARK.encode()
            if mark in response.content:
                response.content = response.content.replace(mark, key_of(request).encode())
                if response.has_header("Content-Length"):
                    response["Content-Length"] = str(len(response.content))
        return response
