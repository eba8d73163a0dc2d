"""Answers to forms that a script sends from what waits (``static/js/outbox/``): clear ones, instead of other pages.

Such a request names in the header ``Outbox`` whose entry it is, and whether that person is looking: ``12 now``,
``12 later``. An answer with the header ``Outbox-Reached`` is the view's own. Every other one (a log-in that ended, a
second step that is due, an old token) says nothing of the entry, which goes on waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.contrib.messages import ERROR, get_messages
from django.contrib.messages.storage.base import BaseStorage, Message
from django.http import HttpRequest, HttpResponse, JsonResponse

from club.access import member_of

HEADER: Final = "Outbox"
REACHED: Final = "Outbox-Reached"
LATER: Final = "later"


def has_waited(request: HttpRequest) -> bool:
    """Tell whether a form was sent some time after it was filled in: others may have gone on meanwhile."""
    return request.headers.get(HEADER, "").endswith(LATER)


class Heard(BaseStorage):
    """Messages for whoever sent the form, and for no page to come."""

    def _get(self, *args: Any, **kwargs: Any) -> tuple[list[Message], bool]:
        return [], True

    def _store(self, messages: Iterable[Message], response: HttpResponse, *args: Any, **kwargs: Any) -> list[Message]:
        return []


class OutboxMiddleware:
    """Lets an entry reach its form for the member alone who wrote it. Stands last: behind it is the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or HEADER not in request.headers:
            return self.get_response(request)
        later = has_waited(request)
        kept: Any = getattr(request, "_messages", None)
        if later and kept is not None:
            request._messages = Heard(request)  # type: ignore[attr-defined]  # where Django's own middleware keeps it
        response = self.get_response(request)
        if getattr(request, "reached_from_outbox", False):
            response = _led(request, response, later=later)
            response[REACHED] = "1"
        if later and kept is not None:
            request._messages = kept  # type: ignore[attr-defined]
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Let the view answer, or say that somebody else has logged in."""
        if request.method != "POST" or HEADER not in request.headers:
            return None
        member = member_of(request)
        if member is None or request.headers[HEADER].split(" ")[0] != str(member.pk):
            return JsonResponse({"member": ""}, status=401)
        request.reached_from_outbox = True  # type: ignore[attr-defined]
        return None


def _led(request: HttpRequest, response: HttpResponse, *, later: bool) -> HttpResponse:
    """Say where the form leads, and what the next page would have said: an error among it is a refusal.

    To whoever is looking that page says it by itself.
    """
    if not 300 <= response.status_code < 400:
        return response
    said = [(message.level, str(message)) for message in get_messages(request)] if later else []
    refused = [text for level, text in said if level >= ERROR]
    answer = {"leads": response.headers.get("Location", ""), "said": [text for _, text in said], "refused": refused}
    return JsonResponse(answer, status=422 if refused else 200)
