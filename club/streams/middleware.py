"""What answers for tickets outside of streams: the mark as it is, before anything asks who is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.streams import tickets
from club.streams.memory import Memory

_MEMORY: Final = Memory()


@never_cache
@require_safe
def mark(request: HttpRequest, ticket: str) -> HttpResponse:
    """The mark of what a ticket's page shows, as text; 404 for no good ticket.

    204 for who wants a stream and comes as far as here: this server holds none, or no more; browsers ask no further.
    """
    shown = tickets.read(tickets.PATH + ticket)
    if shown is None:
        raise Http404
    if "text/event-stream" in request.headers.get("Accept", ""):
        return HttpResponse(status=204)
    found = _MEMORY.mark(shown)
    if found is None:
        raise Http404
    return HttpResponse(found, content_type="text/plain; charset=utf-8")


class TicketMiddleware:
    """Answers good tickets here: sessions and members would cost ten times as much as the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(tickets.PATH):
            try:
                return mark(request, request.path_info.removeprefix(tickets.PATH))
            except Http404:
                pass  # the page that says so is made as ever
        return self.get_response(request)
