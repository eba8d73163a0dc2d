"""What answers for tickets outside of streams: the mark as it is, before anything asks who is there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.streams import kinds, looking, tickets
from club.streams.kinds import Watched, joined
from club.streams.tickets import Ticket

ADMITTED: Final = 30.0
"""Seconds until it is asked again whether a reader may still see something."""
MOST: Final = 5_000
"""Of so much is something remembered."""


class Memory:
    """Marks, and who was let in. However many ask at once, each thing is asked for once in its kind's ``seconds``."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._marks: dict[Watched, tuple[float, str]] = {}
        self._admitted: dict[Ticket, float] = {}

    def mark(self, ticket: Ticket) -> str | None:
        """Return the mark of what the ticket's page shows; ``None`` where its reader may not see that any more."""
        with self._lock:
            now = time.monotonic()
            if now - self._admitted.get(ticket, -ADMITTED) >= ADMITTED:
                self._admitted.pop(ticket, None)
                if not looking.admitted([ticket]):
                    return None
                _make_room(self._admitted)
                self._admitted[ticket] = now
            old = [one for one in ticket.watched if now - self._marks.get(one, (-1e9, ""))[0] >= kinds.of(one).seconds]
            if old:
                found = looking.marks(old)
                _make_room(self._marks)
                self._marks |= {one: (now, mark) for one, mark in found.items()}
            return joined(self._marks[one][1] for one in ticket.watched)


def _make_room[K, V](kept: dict[K, V]) -> None:
    if len(kept) >= MOST:
        kept.clear()


_MEMORY: Final = Memory()


@never_cache
@require_safe
def mark(request: HttpRequest, ticket: str) -> HttpResponse:
    """The mark of what a ticket's page shows, as text; 404 for no good ticket.

    204 for who wants a stream and comes as far as here: this server holds none, or no more; browsers ask no further.
    """
    shown = tickets.read_ticket(tickets.PATH + ticket)
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
