"""What every table needs on paper: tokens, templates, the modules' tables, empty sheets and cards of each race."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, override
from django.views.decorators.http import require_safe

from club.access import not_found
from club.files import pdf_answer
from club.numbers import whole_number
from club.paper.choices import PaperChoices, PaperForm, choices_of
from club.words import words
from engines.musg.catalogue.printed import CATALOGUE
from rosters import reference
from rosters.access import get_warband_for_reader, readable_by
from rosters.sheets import blank, table, tables, templates as template_pages, tokens as token_pages

OFFERED: Final = 200
"""Warbands to choose from; addresses know more."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List what there is to print; ``?warband=`` twice leads to the page of rules for these two."""
    chosen = [whole_number(number) for number in request.GET.getlist("warband")]
    match chosen:
        case [int(first), int(second)] if first != second:
            return redirect("rosters:table_pdf", first, second)
    context = {
        "races": [(row.code, words(row.name)) for row in CATALOGUE.races.values() if not row.henchmen_only],
        "warbands": readable_by(request.user).filter(figures__gt=0).order_by("name", "pk").only("pk", "name")[:OFFERED],
        "same": bool(chosen),
        "parts": reference.parts(),
        "scales": template_pages.SCALES.items(),
        "paper": PaperForm(choices_of(request).as_data()),
        "back": request.path,
    }
    return render(request, "rosters/paper.html", context, status=422 if chosen else 200)


@require_safe
def tokens(request: HttpRequest) -> HttpResponse:
    """Tokens for the states of figures."""
    choices = choices_of(request)
    with override(choices.spoken):
        return pdf_answer(token_pages.pdf(choices), _named(_("tokens")))


@require_safe
def templates(request: HttpRequest, scale: str) -> HttpResponse:
    """The templates at true size; 404 for a scale in which no pace is measured."""
    if scale not in template_pages.PACES:
        not_found("no such scale")
    choices = choices_of(request)
    with override(choices.spoken):
        return pdf_answer(template_pages.pdf(scale, choices), _named(_("templates"), scale))


@require_safe
def module_tables(request: HttpRequest) -> HttpResponse:
    """The tables of the modules named as ``?module=``, of all if none is; 404 for one that the rulebook has not."""
    choices, wanted = choices_of(request), set(request.GET.getlist("module"))
    with override(choices.spoken):
        parts = reference.parts()
        if wanted - {part.code for part in parts}:
            not_found("no such module")
        chosen = [part for part in parts if part.code in wanted] if wanted else list(parts)
        return pdf_answer(tables.pdf(chosen, choices), _named(_("modules")))


@require_safe
def table_reference(request: HttpRequest, first: int, second: int) -> HttpResponse:
    """The page of rules for two warbands; 404 for whoever may not read both."""
    rosters = [get_warband_for_reader(request.user, number).roster for number in (first, second)]
    choices = choices_of(request)
    with override(choices.spoken):
        made = table.pdf(rosters, choices, rules=rosters[0].rules)
        return pdf_answer(made, _named(_("table"), str(first), str(second)))


@require_safe
def blank_sheet(request: HttpRequest, race: str) -> HttpResponse:
    """An empty roster sheet of a race; 404 for one that musters no warband."""
    choices = _of_a_race(request, race)
    with override(choices.spoken):
        return pdf_answer(blank.sheet_pdf(race, choices), _named(race))


@require_safe
def blank_cards(request: HttpRequest, race: str) -> HttpResponse:
    """Empty cards of a race; 404 for one that musters no warband."""
    choices = _of_a_race(request, race)
    with override(choices.spoken):
        return pdf_answer(blank.cards_pdf(race, choices), _named(race, _("cards")))


def _of_a_race(request: HttpRequest, race: str) -> PaperChoices:
    """The reader's wishes, if the race musters warbands at all."""
    if race not in CATALOGUE.races or CATALOGUE.races[race].henchmen_only:
        not_found("no such race")
    return choices_of(request)


def _named(*parts: str) -> str:
    return "-".join(parts) + ".pdf"
