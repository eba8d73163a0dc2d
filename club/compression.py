"""Pages on their way to the browser, compressed; what is packed or sent bit by bit already goes as it is."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

WORDY: Final = ("text/", "application/json", "application/javascript", "application/xml", "image/svg+xml")
"""Kinds of content that shrink: pictures, typefaces, PDF and archives are packed by themselves."""
AT_ONCE: Final = "text/event-stream"
"""Events are read one by one as they come: packing would hold them back."""


class CompressionMiddleware(GZipMiddleware):
    """Django's, for content that shrinks.

    Django adds up to a hundred random bytes to every answer. A stranger who makes a member's browser ask for pages
    and counts what comes back then cannot tell letter by letter what is written in them (BREACH); the token of forms
    is masked anew on every page besides.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, packed where the browser takes it and it is worth it."""
        kind = response.get("Content-Type", "")
        if not kind.startswith(WORDY) or kind.startswith(AT_ONCE):
            return response
        packed: HttpResponseBase = super().process_response(request, response)
        return packed
