"""The part of a pad that changes, drawn once for all who see the same: after an entry every phone asks for it at once.

What it shows follows from the match, from the language, and from four things about the reader that ``Seen`` names;
nothing else about who reads may enter its templates, and a test compares what is shared with what is drawn for each
reader alone (``club.shared_drawing``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from msgspec import Struct
from msgspec.structs import astuple

from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.operations.entries import Log
from campaigns.matches.page import MatchPage
from campaigns.matches.standing import Standing
from campaigns.matches.watching import watch_pad
from club import shared_drawing

TEMPLATE: Final = "campaigns/matches/pad.html#live"
NOBODY: Final = 0
"""The author of a log that has none."""


class Seen(Struct, frozen=True):
    """A match as a kind of reader sees it: as a member, keeping it, putting entries right, having made the last one."""

    match: int
    version: int
    language: str
    is_member: bool
    keeps: bool
    corrects: bool
    is_author: bool

    @property
    def key(self) -> str:
        """What it is kept under."""
        return "pad:" + ":".join(map(str, astuple(self)))


def fetched(request: HttpRequest, pk: int, standing: Standing, load: Callable[[], Match]) -> HttpResponse:
    """Answer with the part as somebody of the same standing was drawn it; only where nobody was, the match is read."""
    html = _kept(request, pk, standing)
    if html is None:
        with shared_drawing.lock(pk):
            html = _kept(request, pk, standing) or _shared(request, load(), None)
    return shared_drawing.respond(html, request, watch_pad(request, pk, standing.version))


def answer(request: HttpRequest, shown: Match, known: Log | None = None) -> HttpResponse:
    """Answer with the part of a match from a loader, as its reader may see it; ``known`` is the log that it has now."""
    with shared_drawing.lock(shown.pk):
        html = _shared(request, shown, known)
    return shared_drawing.respond(html, request, watch_pad(request, shown.pk, shown.version))


def _kept(request: HttpRequest, pk: int, standing: Standing) -> str | None:
    author = cache.get(_log(pk, standing.version))
    if author is None:
        return None
    html: str | None = cache.get(_seen(request, pk, standing, author).key)
    return html


def _shared(request: HttpRequest, shown: Match, known: Log | None) -> str:
    page: MatchPage | None = None
    log = _log(shown.pk, shown.version)
    author = cache.get(log)
    if author is None:
        page = _page(request, shown, known)
        last = page.records.in_force[-1:]
        author = (last[0].author_id or NOBODY) if last else NOBODY
        cache.set(log, author, shared_drawing.SECONDS)
    seen = _seen(request, shown.pk, Standing.of(shown, request.user), author).key
    kept: str | None = cache.get(seen)
    if kept is not None:
        return kept
    page = page or _page(request, shown, known)
    values = {"page": page, "match": page.match}
    html = shared_drawing.draw(TEMPLATE, values, request, watch_pad(request, shown.pk, shown.version))
    cache.set(seen, html, shared_drawing.SECONDS)
    return html


def _page(request: HttpRequest, shown: Match, known: Log | None) -> MatchPage:
    if known is None:
        return MatchPage.of(shown, request.user, brief=True)
    return MatchPage.of(shown, request.user, brief=True, known=known.replay, entries=known.entries)


def _log(pk: int, version: int) -> str:
    """Return what the author of the last entry is kept under."""
    return f"pad-author:{pk}:{version}"


def _seen(request: HttpRequest, pk: int, standing: Standing, author: int) -> Seen:
    is_author = standing.state == MatchState.LIVE and author != NOBODY and author == request.user.pk
    return Seen(
        pk,
        standing.version,
        get_language() or "en",
        request.user.is_authenticated,
        standing.keeps,
        standing.corrects,
        is_author,
    )
