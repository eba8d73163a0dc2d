"""The part of a pad that changes, drawn once for all who see the same: after an entry every phone asks for it at once.

What it shows follows from the match, from the language, and from four things about the reader that ``Seen`` names;
nothing else about who reads may enter its templates, and a test compares what is shared with what is drawn for each
reader alone. The ticket, the token against forged forms and the marks of forms not yet sent are every reader's own:
they are put in at places kept free.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import get_language

from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.page import MatchPage
from campaigns.matches.rights import MatchRights
from campaigns.matches.watching import told
from club import live
from engines.core.score import Replay

TEMPLATE: Final = "campaigns/matches/pad.html#live"
SECONDS: Final = 3.0
"""For how long something drawn is shared. A name that changes with no change of the match is out of date no longer."""
MOST: Final = 200
"""So many are kept."""

# Nobody who types a name can know them.
_TICKET, _TOKEN, _FORM = (f"{word}-{secrets.token_hex(12)}" for word in ("ticket", "token", "form"))


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


class _Place:
    """Stands for ``live.Told`` while something is drawn for several."""

    address = _TICKET

    def __init__(self, mark: str) -> None:
        self.mark = mark


_drawn: Final[dict[Seen, tuple[float, str]]] = {}
_authors: Final[dict[tuple[int, int], int | None]] = {}
_locks: Final = [threading.Lock() for _ in range(16)]


def answer(request: HttpRequest, shown: Match, known: Replay[Any] | None = None) -> HttpResponse:
    """Answer with the part of a match from a loader, as its reader may see it."""
    # One draws what several ask for at the same time; the others wait for that.
    with _locks[shown.pk % len(_locks)]:
        html = _shared(request, shown, known)
    return HttpResponse(_own(html, request, told(request, shown.pk, shown.version)))


def _shared(request: HttpRequest, shown: Match, known: Replay[Any] | None) -> str:
    page: MatchPage | None = None
    log = (shown.pk, shown.version)
    author = _authors.get(log, -1)
    if author == -1:
        page = MatchPage.of(shown, request.user, brief=True, known=known)
        last = page.records.in_force[-1:]
        author = last[0].author_id if last else None
        _make_room(_authors)
        _authors[log] = author
    seen = _seen(request, shown, author)
    drawn = _drawn.get(seen)
    if drawn is not None and time.monotonic() - drawn[0] < SECONDS:
        return drawn[1]
    page = page or MatchPage.of(shown, request.user, brief=True, known=known)
    values = context(page, _Place(told(request, shown.pk, shown.version).mark), lambda: _FORM)
    html = render_to_string(TEMPLATE, values | {"csrf_token": _TOKEN}, request)
    _make_room(_drawn)
    _drawn[seen] = (time.monotonic(), html)
    return html


def context(page: MatchPage, told: object, new_id: Callable[[], str]) -> dict[str, Any]:
    """Return what the pad's templates are given."""
    return {"page": page, "match": page.match, "told": told, "new_id": new_id}


def _seen(request: HttpRequest, shown: Match, author: int | None) -> Seen:
    rights = MatchRights(shown, request.user, ())
    is_author = shown.state == MatchState.LIVE and author is not None and author == request.user.pk
    return Seen(
        shown.pk,
        shown.version,
        get_language() or "en",
        request.user.is_authenticated,
        rights.keeps,
        rights.corrects,
        is_author,
    )


def _own(html: str, request: HttpRequest, told: live.Told) -> str:
    """Put in what is this reader's alone."""
    html = html.replace(_TICKET, told.address)
    if _TOKEN in html:
        html = html.replace(_TOKEN, get_token(request))
    return re.sub(_FORM, lambda _found: str(uuid.uuid4()), html)


def _make_room(kept: dict[Any, Any]) -> None:
    if len(kept) >= MOST:
        kept.clear()
