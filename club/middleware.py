"""What every request passes through: methods and addresses that pages accept, the reader's language, privacy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers

from club import devices
from club.access import member_of
from club.htmx import lead_to
from club.second_step import must_set_up

GetResponse = Callable[[HttpRequest], HttpResponse]
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
"""All that links and forms send."""


def answered_without_cookies(request: HttpRequest, get_response: GetResponse) -> HttpResponse:
    """Answer as if no cookie had come, and let none go out. For middleware outside of all that reads cookies."""
    request.META.pop("HTTP_COOKIE", None)
    response = get_response(request)
    response.cookies.clear()
    return response


class MethodsMiddleware:
    """Answer 405 to methods that no page of the site accepts, before any view could mistake them for reading."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in METHODS:
            return HttpResponseNotAllowed(METHODS)
        return self.get_response(request)


class AddressMiddleware:
    """Answer 400 to an address with a NUL in it: no link or form makes one, and PostgreSQL cannot look for it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("a NUL in the address")
        return self.get_response(request)


class MemberLanguageMiddleware:
    """Speak the member's language: their own choice first, then the browser's cookie, then the browser's languages.

    Stands after Django's LocaleMiddleware, which has already looked at the cookie and at the browser. A
    request without a session cookie is a visitor's and costs nothing here.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            member = member_of(request)
            if member is not None and member.language:
                translation.activate(member.language)
                request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class PrivacyMiddleware:
    """Let nobody keep what was made for a member: no proxy, and no browser for whoever sits at it next.

    Going back asks for the page again, which members still get and others no more. What a view has said may be kept
    by the browser for good (``immutable``: its address changes with it) is kept for the session that got it alone.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        was_member = settings.SESSION_COOKIE_NAME in request.COOKIES and member_of(request) is not None
        response = self.get_response(request)
        if was_member or member_of(request) is not None:
            if "immutable" in response.get("Cache-Control", ""):
                patch_cache_control(response, private=True)
                patch_vary_headers(response, ["Cookie"])
            else:
                patch_cache_control(response, private=True, no_store=True)
        return response


class DevicesMiddleware:
    """Keep the list of browsers that a member is logged in with."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and member_of(request) is not None:
            devices.note(request)
        return self.get_response(request)


class SecondStepMiddleware:
    """Lead whoever must have a second step and has none to its page, from every other one.

    All pages, not only those of admins and referees: which these are is for each room to know, and one that is
    forgotten would be a hole. Open stay what the set-up itself needs, the way out, and the switches of every page.
    """

    WAYS = ("account_logout", "account_reauthenticate", "club:set_language", "club:set_appearance")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Answer instead of the page, or let it be."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        member, match = member_of(request), request.resolver_match
        if member is None or match is None or not must_set_up(member):
            return None
        request.must_set_up_second_step = True  # type: ignore[attr-defined]  # the page says why one was led there
        if match.view_name in self.WAYS or match.view_name.startswith("mfa_"):
            return None
        return lead_to(request, reverse("mfa_index"))
