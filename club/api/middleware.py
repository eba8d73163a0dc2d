"""The door of the API: no cookie is read, a token says who asks, and whatever goes wrong is said as a problem."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, gettext as _, override

from club import limits
from club.access import member_of
from club.api.problems import CONTENT_TYPE, ApiError, answer_of, unauthorised
from club.api.repeats import HEADER, answered_once
from club.middleware import answered_without_cookies
from club.models import ApiToken
from club.second_step import must_set_up
from club.tokens import operations
from club.tokens.shape import shown_in

ROOT: Final = "/api/v1/"
A_MINUTE: Final = 300
"""Requests that a token may make in a minute."""
VARY: Final = ("Accept-Language", "Authorization")
EXPOSED: Final = "ETag, Link, Retry-After"
"""What pages of other sites read of an answer besides its body."""


class ApiMiddleware:
    """Stands outside of whatever reads cookies or answers with a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(ROOT):
            return self.get_response(request)
        if request.method == "HEAD":
            return self._without_body(request)
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
            response["Access-Control-Allow-Methods"] = "GET"
            response["Access-Control-Allow-Headers"] = "Accept-Language"
        else:
            response = answered_without_cookies(request, self.get_response)
            if response.status_code >= 400 and response.get("Content-Type") != CONTENT_TYPE:
                response = _as_problem(request, response)
        if "Authorization" not in request.headers and request.method in ("GET", "OPTIONS"):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = EXPOSED
        for name, value in getattr(request, "api_limits", {}).items():
            response[name] = value
        _vary(response)
        return response

    def _without_body(self, request: HttpRequest) -> HttpResponse:
        """Answer to HEAD as to GET (RFC 9110, 9.3.2); the server leaves the body out, as of every page."""
        request.method = "GET"
        response = self(request)
        request.method = "HEAD"
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Find out who asks; see to it that what names a key happens once."""
        if not request.path_info.startswith(ROOT):
            return None
        try:
            if "Authorization" in request.headers and not _enter(request):
                return unauthorised(request.headers["Authorization"])
            member = member_of(request)
            if request.method == "POST" and HEADER in request.headers and member is not None:
                return answered_once(request, member, lambda: view(request, *args, **kwargs))
        except ApiError as error:
            return error.answer()
        return None


def _enter(request: HttpRequest) -> bool:
    """Let the request be that of the token's member; False where the token opens nothing."""
    token = operations.behind(shown_in(request.headers["Authorization"]))
    if token is None:
        if not limits.within(request, "api-token"):
            raise ApiError(429, "too_many_requests", _("Too many wrong tokens."), {"Retry-After": "60"})
        return False
    _count(request, token)
    if must_set_up(token.member):
        detail = _("The club requires a second step of you: set it up on the site first.")
        raise ApiError(403, "second_step_missing", detail)
    request.user = token.member
    request.api_token = token  # type: ignore[attr-defined]
    operations.note_use(token, timezone.now())
    return True


def _count(request: HttpRequest, token: ApiToken) -> None:
    """Count one more request of this minute's; ``ApiError`` 429 where that is one too many."""
    now = time.time()
    minute, left = int(now // 60), 60 - int(now % 60)
    key = f"api:{token.pk}:{minute}"
    cache.add(key, 0, 120)
    try:
        count = cache.incr(key)
    except ValueError:  # forgotten between the two
        count = 1
    request.api_limits = {  # type: ignore[attr-defined]
        "RateLimit-Limit": str(A_MINUTE),
        "RateLimit-Remaining": str(max(0, A_MINUTE - count)),
        "RateLimit-Reset": str(left),
    }
    if count > A_MINUTE:
        detail = _("More than %(most)s requests in a minute.") % {"most": A_MINUTE}
        raise ApiError(429, "too_many_requests", detail, {"Retry-After": str(left)})


def _vary(response: HttpResponse) -> None:
    """Say what the answer differs by: whatever was said inside, but for the cookies that nobody reads here."""
    said = [name for name in response.get("Vary", "").split(", ") if name and name != "Cookie"]
    del response["Vary"]
    patch_vary_headers(response, [*said, *VARY])


def _as_problem(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    # Whoever answered may have done so before anybody looked at the reader's language.
    with override(get_language_from_request(request)):
        made = answer_of(response.status_code)
    for name in ("Retry-After", "Allow"):
        if name in response:
            made[name] = response[name]
    return made
