"""Each answer tells the service worker for whom it was made, and whether it may be kept.

``no-store`` (``PrivacyMiddleware``) forbids proxies and the browser's own cache what was made for a member, and stays.
The worker's caches are the site's own: it keeps what ``Keep-As`` allows, under the key of the session that got it, and
empties them as soon as an answer names another key or none (docs/offline.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from club import shared_device
from club.access import member_of
from club.found.strangers import is_for_strangers
from club.offline.keeping import kind_of

KEPT_FOR: Final = "Kept-For"
KEEP_AS: Final = "Keep-As"
NOBODY: Final = "nobody"
"""Whoever is not logged in, and everybody on a shared device."""


def key_of(request: HttpRequest) -> str:
    """Return the key of what the reader's browser keeps: as lasting as the session, and nothing can be told from it."""
    if member_of(request) is None or shared_device.is_shared(request):
        return NOBODY
    key = request.session.session_key
    return salted_hmac("club.offline", key, algorithm="sha256").hexdigest()[:32] if key else NOBODY


class OfflineMiddleware:
    """Says so on whatever a page could be. An answer that did not find out who asks says nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code >= 500 or is_for_strangers(request.path_info):
            return response
        key = key_of(request)
        response[KEPT_FOR] = key
        match = request.resolver_match
        kind = kind_of(match.view_name) if match is not None else None
        if key != NOBODY and kind is not None and response.status_code == 200 and request.method == "GET":
            response[KEEP_AS] = kind.value
        return response
