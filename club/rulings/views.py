"""How we read the rules: a list for each game, and a page for each ruling."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from club import rulings
from club.forms import SearchForm
from club.rulings import Game

QUERY_LIMIT = 60


@require_safe
@vary_on_headers("HX-Target")
def index(request: HttpRequest, game: str) -> HttpResponse:
    """A game's rulings by subject, searchable; with htmx only the list."""
    about, search = _game(game), SearchForm(request.GET, label=_("Search the rulings"), most=QUERY_LIMIT)
    found = rulings.rulings_of(about, search.query)
    part = "#list" if request.headers.get("HX-Target") == "rulings" else ""
    context = {"game": about, "games": rulings.GAMES, "search": search, "query": search.query, "found": found}
    return render(request, f"club/rulings.html{part}", context | {"fragment": bool(part)})


@require_safe
def page(request: HttpRequest, game: str, number: str) -> HttpResponse:
    """One ruling: what is printed, the readings, the one that is followed, and the switch if there is one."""
    about, ruling = _game(game), rulings.find(number)
    if ruling is None or ruling.game != about:
        raise Http404
    kin = rulings.rulings_of(about)
    at = kin.index(ruling)
    before, after = kin[at - 1] if at else None, kin[at + 1] if at + 1 < len(kin) else None
    return render(request, "club/ruling.html", {"ruling": ruling, "before": before, "after": after})


def _game(code: str) -> Game:
    found = next((game for game in rulings.GAMES if game.code == code), None)
    if found is None:
        raise Http404
    return found
