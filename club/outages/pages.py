"""What is answered while the database is away or takes nothing down: a page that keeps what was typed, soon."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language_from_request
from django.views.decorators.csrf import requires_csrf_token
from django.views.defaults import server_error

from club.outages import gate
from club.outages.trouble import Trouble, trouble_of

RETRY_AFTER: Final = {Trouble.AWAY: 3, Trouble.READ_ONLY: 60}
"""Seconds after which it is worth trying again."""
MOST_KEPT: Final = 100_000
"""Letters of a form that are kept on the page."""
NEVER_KEPT: Final = ("csrfmiddlewaretoken", "password")
"""Fields with one of these words in their names are typed again: a page is no place for secrets."""


class OutageMiddleware:
    """Answers at once while the database is known to be away. Stands before whatever asks it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if gate.DATABASE.is_closed():
            return back_soon(request, Trouble.AWAY)
        return self.get_response(request)


def error(request: HttpRequest) -> HttpResponse:
    """The site's ``handler500``: 503 where the database is the trouble, else the page for what nobody expected."""
    trouble = trouble_of(sys.exception())
    if trouble is None:
        return server_error(request)
    if trouble is Trouble.AWAY:
        gate.DATABASE.failed()
    # Whatever looks at the answer on its way out would ask once more who that is.
    request.user = AnonymousUser()
    return back_soon(request, trouble)


@requires_csrf_token
def back_soon(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """503, made without the database."""
    shown = {
        "is_read_only": trouble is Trouble.READ_ONLY,
        "address": request.get_full_path(),
        "is_form": request.method == "POST",
        "kept": _kept(request) if request.method == "POST" else [],
        "csrf_token": get_token(request),
    }
    # Known where the request came as far as that; the thread may still speak that of the one before.
    language = getattr(request, "LANGUAGE_CODE", None) or get_language_from_request(request)
    with translation.override(language):
        answer = HttpResponse(render_to_string("503.html", shown), status=503)
    answer["Retry-After"] = str(RETRY_AFTER[trouble])
    add_never_cache_headers(answer)
    return answer


def _kept(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed, to be sent once more; nothing where that is too much for a page, or cannot be read."""
    try:
        fields = list(request.POST.lists())
    except (OSError, SuspiciousOperation, MultiPartParserError):
        return []
    found = [
        (name, str(value))
        for name, values in fields
        if not any(word in name for word in NEVER_KEPT)
        for value in values
    ]
    return found if sum(len(name) + len(value) for name, value in found) <= MOST_KEPT else []
