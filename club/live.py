"""Pages that keep themselves up to date: each has a *mark* of all it shows, cheap to ask for, another after any change.

An open page asks for itself with the mark it was made with. While that is still the mark, the answer is 204 and cost a
query or two; else the page is made as ever and the browser takes over its part ``#live`` (``components/live.html``,
``static/js/live.js``), though never while somebody is filling in a form there.

It asks when it is *told* that the mark is another one (``club.streams``, ``static/js/told.js``), and every few seconds
where nobody tells it. What it can be told of are the things of which its mark is made, ``Part`` by part.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from typing import Final

from django.http import HttpRequest, HttpResponse
from msgspec import Struct

from club import devices
from club.access import member_of
from club.htmx import by_htmx
from club.models import ApiToken
from club.streams import tickets
from club.streams.kinds import Watched, joined
from club.tokens import operations as tokens

RENEW: Final = "Live-Renew"
"""Header of a page's question whose ticket runs out."""
ADDRESS: Final = "Live-Address"
"""Header of the answer with another one."""


def mark(values: Iterable[object]) -> str:
    """Return the mark of a page that shows these values: numbers and short words."""
    return ".".join("" if value is None else str(int(value) if isinstance(value, bool) else value) for value in values)


def digest(values: Iterable[object]) -> str:
    """Return the mark of a page that shows these values: names too, which no address should hold."""
    return blake2b("\0".join(map(str, values)).encode(), digest_size=12).hexdigest()


class Part(Struct, frozen=True):
    """A thing that a page shows (its kind and key, see ``club.streams.kinds``), and its mark when the page was made."""

    kind: str
    key: tuple[int, ...]
    mark: str


class Told:
    """How a page is told that its mark is another one: where it listens, and the mark as it is told."""

    def __init__(self, request: HttpRequest, parts: Iterable[Part], guest: str = "") -> None:
        self._request, self._parts, self._guest = request, tuple(parts), guest

    @cached_property
    def address(self) -> str:
        """The ticket's address: its reader was let in by the view that makes the page."""
        watched = tuple(Watched(part.kind, part.key) for part in self._parts)
        member = member_of(self._request)
        if member is None:
            return tickets.issue(watched, guest=self._guest).address()
        token: ApiToken | None = getattr(self._request, "api_token", None)
        if token is not None:
            session, seal = -token.pk, tokens.seal_of(token)
        else:
            session, seal = devices.number_of(self._request), devices.seal_of(member)
        return tickets.issue(watched, member=member.pk, guest=self._guest, session=session, seal=seal).address()

    @property
    def mark(self) -> str:
        """The mark of all parts."""
        return joined(part.mark for part in self._parts)


def unchanged(request: HttpRequest, mark: str, *parts: Part) -> HttpResponse | None:
    """Return the answer to a page that is still as its reader has it; ``None``: make the page, which asks from now on.

    Ask for the mark before reading what the page shows: what happens in between only makes it ask once more. An empty
    mark belongs to a page that does not keep itself up to date. ``parts`` are what it is told of.
    """
    if mark and by_htmx(request) and request.GET.get("mark") == mark:
        return nothing_new(request, Told(request, parts))
    keep(request, mark, *parts)
    return None


def keep(request: HttpRequest, mark: str, *parts: Part) -> None:
    """Let the page that is being made keep itself up to date (``unchanged``)."""
    request.live_mark = mark  # type: ignore[attr-defined]
    request.live_told = Told(request, parts) if mark and parts else None  # type: ignore[attr-defined]


def nothing_new(request: HttpRequest, told: Told) -> HttpResponse:
    """Answer a page that is still as its reader has it, with another ticket where its own runs out."""
    answer = HttpResponse(status=204)
    if RENEW in request.headers:
        answer[ADDRESS] = told.address
    return answer
