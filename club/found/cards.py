"""The picture beside a link: what a page is about, as messengers show it. For strangers, like all of this room.

    from club.found import cards

    cards.register("campaign", read)    # a function of a key that returns an Excerpt, or None

It is a PNG of 1200 by 630 pixels with the first rows of an excerpt, drawn by Typst and kept for a day.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from club.access import not_found
from club.found.excerpts import Excerpt
from club.models import ClubSettings
from club.paper import share_card
from club.paper.lettering import fitted, wrapped

ROWS: Final = 5
SECONDS: Final = 3600
TITLE: Final = 84
LINE: Final = 42
COLUMN: Final = 1080

_READ: Final[dict[str, Callable[[str], Excerpt | None]]] = {}


class Line(Struct, frozen=True):
    """A row on the card: what it says at the left, what it comes to at the right, and where it stands."""

    text: str
    figure: str
    y: int


def register(kind: str, read: Callable[[str], Excerpt | None]) -> None:
    """Add what answers for the pictures of a kind of thing."""
    _READ[kind] = read


def kinds() -> set[str]:
    """Return the kinds of things that have one."""
    return set(_READ)


def address(kind: str, key: object) -> str:
    """Return where a picture is."""
    return reverse("found:card", args=[kind, key])


@require_safe
@cache_control(public=True, max_age=SECONDS)
@vary_on_headers("Accept-Language")
def card(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """A picture; 404 for one of something that strangers do not see."""
    read = _READ.get(kind)
    excerpt = (read(key) if read is not None else None) or not_found()
    club = ClubSettings.load()
    headers = {"Content-Disposition": f'inline; filename="{kind}.png"'}
    return HttpResponse(share_card.png(drawing(excerpt, club)), content_type="image/png", headers=headers)


def drawing(excerpt: Excerpt, club: ClubSettings) -> str:
    """Return the card as an SVG."""
    title = wrapped(excerpt.about, COLUMN / TITLE, 2)
    top = 96 + TITLE
    titles = [Line(text, "", top + round(1.15 * TITLE) * n) for n, text in enumerate(title)]
    below = (titles[-1].y if titles else top) + 96
    lines = []
    for number, row in enumerate(excerpt.rows[: ROWS if len(titles) < 2 else ROWS - 1]):
        said = " ".join(part for part in (row.mark, row.text) if part)
        figure = fitted(row.figure, 10)
        lines.append(Line(fitted(said, (COLUMN - (360 if figure else 0)) / LINE), figure, below + 64 * number))
    if not lines and excerpt.empty:
        lines = [Line(fitted(excerpt.empty, COLUMN / LINE), "", below)]
    shown = {
        "kicker": fitted(excerpt.title, COLUMN / 28),
        "titles": titles,
        "lines": lines,
        "footer": fitted(club.name, COLUMN / 26),
        "colour": club.banner,
    }
    return render_to_string("club/found/card.svg", shown)
