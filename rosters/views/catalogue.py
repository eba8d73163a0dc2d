"""The rules reference."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from club.forms import SearchForm
from club.rulings import GAMES, rulings_of
from rosters import reference
from rosters.forms.catalogue import WoundForm
from rosters.reference.people import skill_chains
from rosters.reference.worth import worth as worth_page

PARTS: Final = {"reference": "#reference", "wound-answer": "#wound"}
MUSG: Final = GAMES[0]


@require_safe
@vary_on_headers("HX-Target")
def catalogue(request: HttpRequest) -> HttpResponse:
    """Every table of the rulebook, searchable; with htmx only the part of the page that was asked for."""
    search, wound = SearchForm(request.GET, label=_("Search the rules"), most=80), WoundForm(request.GET or None)
    query = search.query
    found = reference.sections_with(query)
    rulings = rulings_of(MUSG, query) if query else []
    part = PARTS.get(request.headers.get("HX-Target", ""), "")
    context = {
        "search": search,
        "query": query,
        "sections": found,
        "parts": reference.parts(),
        "rows": sum(section.count for section in found) + len(rulings),
        "rulings": rulings,
        "chains": skill_chains(),
        "wound": wound,
        "roll": wound.roll() if wound.is_valid() else None,
        "fragment": bool(part),
    }
    return render(request, f"rosters/catalogue.html{part}", context)


@require_safe
def module(request: HttpRequest, code: str) -> HttpResponse:
    """A module: what it says in short, and its tables."""
    part = reference.part(code)
    if part is None:
        raise Http404
    return render(request, "rosters/module.html", {"part": part, "parts": reference.parts()})


@require_safe
def worth(request: HttpRequest) -> HttpResponse:
    """What a point buys: the book's prices beside those that battles found fair."""
    return render(request, "rosters/worth.html", {"worth": worth_page()})
