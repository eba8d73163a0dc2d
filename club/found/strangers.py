"""Addresses that answer everybody as a stranger: no cookie is read there, and none is set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

from club.middleware import answered_without_cookies

PLACES: Final = ("/robots.txt", "/sitemap", "/.well-known/", "/embed/", "/oembed", "/feeds/", "/cards/")


def is_for_strangers(path: str) -> bool:
    """Tell whether an address is one of those."""
    return path.startswith(PLACES)


class StrangersMiddleware:
    """Forget who asks, before anything could look. Stands outside of all that reads cookies.

    A browser sends its cookies into a frame on another site, too; a member's must show there nothing that others do
    not see. Proxies and browsers may keep what was answered, as it is the same for all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_for_strangers(request.path_info):
            return self.get_response(request)
        response = answered_without_cookies(request, self.get_response)
        vary = [name for name in response.get("Vary", "").split(", ") if name and name != "Cookie"]
        if vary:
            response["Vary"] = ", ".join(vary)
        elif response.has_header("Vary"):
            del response["Vary"]
        return response
