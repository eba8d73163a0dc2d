"""The part of a pad that changes, drawn once for all who see the same: after an entry every phone asks for it at once.

What it shows follows from the match, from the language, and from four things about the reader that ``Seen`` names;
nothing else about who reads may enter its templates, and a test compares what is shared with what is drawn for each
reader alone. The ticket, the token against forged forms and the marks of forms not yet sent are every reader's own:
they are put in at places kept free.
"""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import cache as cache_once
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.operations.entries import Log
from campaigns.matches.page import MatchPage
from campaigns.matches.standing import Standing
from campaigns.matches.watching import told
from club import live

TEMPLATE: Final = "campaigns/matches/pad.html#live"
SECONDS: Final = 3.0
"""For how long something drawn is shared. A name that changes with no change of the match is out of date no longer."""
NOBODY: Final = 0
"""The author of a log that has none."""


@dataclass(frozen=True, slots=True)
class Seen:
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


class _Place:
    """Stands for ``live.Told`` while something is drawn for several."""

    def __init__(self, mark: str) -> None:
        self.address, self.mark = _place("ticket"), mark


_locks: Final = [threading.Lock() for _ in range(16)]


def fetched(request: HttpRequest, pk: int, standing: Standing, load: Callable[[], Match]) -> HttpResponse:
    """Answer with the part as somebody of the same standing was drawn it; only where nobody was, the match is read."""
    with _locks[pk % len(_locks)]:
        html = _kept(request, pk, standing)
        if html is None:
            html = _shared(request, load(), None)
    return HttpResponse(_own(html, request, told(request, pk, standing.version)))


def answer(request: HttpRequest, shown: Match, known: Log | None = None) -> HttpResponse:
    """Answer with the part of a match from a loader, as its reader may see it; ``known`` is the log that it has now."""
    # One draws what several ask for at the same time; the others wait for that.
    with _locks[shown.pk % len(_locks)]:
        html = _shared(request, shown, known)
    return HttpResponse(_own(html, request, told(request, shown.pk, shown.version)))


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
        cache.set(log, author, SECONDS)
    seen = _seen(request, shown.pk, Standing.of(shown, request.user), author).key
    drawn: str | None = cache.get(seen)
    if drawn is not None:
        return drawn
    page = page or _page(request, shown, known)
    values = context(page, _Place(told(request, shown.pk, shown.version).mark), lambda: _place("form"))
    html = render_to_string(TEMPLATE, values | {"csrf_token": _place("token")}, request)
    cache.set(seen, html, SECONDS)
    return html


def _page(request: HttpRequest, shown: Match, known: Log | None) -> MatchPage:
    if known is None:
        return MatchPage.of(shown, request.user, brief=True)
    return MatchPage.of(shown, request.user, brief=True, known=known.replay, entries=known.entries)


def context(page: MatchPage, told: object, new_id: Callable[[], str]) -> dict[str, Any]:
    """Return what the pad's templates are given."""
    return {"page": page, "match": page.match, "told": told, "new_id": new_id}


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


def _own(html: str, request: HttpRequest, told: live.Told) -> str:
    """Put in what is this reader's alone."""
    html = html.replace(_place("ticket"), told.address)
    if _place("token") in html:
        html = html.replace(_place("token"), get_token(request))
    return re.sub(_place("form"), lambda _found: str(uuid.uuid4()), html)


@cache_once
def _place(what: str) -> str:
    """Return what keeps a place free: nobody who types a name knows it, and all processes of the site do."""
    return f"{what}-{salted_hmac('campaigns.matches.fragments', what, algorithm='sha256').hexdigest()}"
