"""The one search of the site: every room says what a reader may find there.

    from club import search

    search.register(warbands)    # a function of the reader and the words that returns a Shelf

A room looks through nothing but what its access loaders give the reader.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from club.access import User
from club.forms import SearchForm
from club.rulings import GAMES, rulings_of

QUERY_LIMIT: Final = 100
SHOWN: Final = 8
"""How many finds of one kind are shown; a list with a search of its own has them all."""


class Find(Struct, frozen=True):
    """Something found: what it is called, where it is, and what tells it from others of that name."""

    name: str
    address: str
    about: str = ""


class Shelf(Struct, frozen=True):
    """Finds of one kind under a title. ``everything`` leads to a list that has more of them, if there is one."""

    title: str
    icon: str
    finds: list[Find]
    everything: str = ""


type Searcher = Callable[[User, str], Shelf]

_SEARCHERS: Final[list[Searcher]] = []
_LAST: Final[list[Searcher]] = []


def register(searcher: Searcher, *, last: bool = False) -> None:
    """Let another room be searched; shelves stand in the order of registration, those marked ``last`` after all others.

    Registering twice changes nothing.
    """
    if searcher not in _SEARCHERS and searcher not in _LAST:
        (_LAST if last else _SEARCHERS).append(searcher)


def shelves(reader: User, query: str) -> list[Shelf]:
    """Return what the reader may see of what has every word of ``query``; nothing for no words."""
    if not query.split():
        return []
    found = [searcher(reader, query) for searcher in (*_SEARCHERS, *_LAST)]
    return [shelf for shelf in found if shelf.finds]


def rulings(reader: User, query: str) -> Shelf:
    """Rulings of all games, by their numbers and the words that stand in them."""
    found = [ruling for game in GAMES for ruling in rulings_of(game, query)]
    finds = [Find(f"{one.number} · {one.title}", one.get_absolute_url(), one.game.name) for one in found[:SHOWN]]
    return Shelf(_("How we read the rules"), "book", finds)


@require_safe
@vary_on_headers("HX-Target")
def page(request: HttpRequest) -> HttpResponse:
    """Warbands, figures, players, campaigns, matches and rules by name; with htmx only the finds."""
    form = SearchForm(request.GET, label=_("What are you looking for?"), most=QUERY_LIMIT)
    context = {"form": form, "query": form.query, "shelves": shelves(request.user, form.query)}
    part = "#finds" if request.headers.get("HX-Target") == "finds" else ""
    return render(request, f"club/search.html{part}", context)
