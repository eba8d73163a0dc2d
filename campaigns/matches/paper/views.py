"""What is printed of the card games: score sheets, on which nothing of the club stands, and reports of matches."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.utils.translation import gettext as _, override
from django.views.decorators.http import require_safe

from campaigns.league.games import game_of
from campaigns.matches.access import get_match_for_reader
from campaigns.matches.cards.kinds import CardData
from campaigns.matches.cards.sets import CARDS, name_of
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.page import MatchPage
from campaigns.matches.paper import cards, report
from campaigns.matches.paper.badass_force import BadassForceSheet
from campaigns.matches.paper.baf import BafSheet
from campaigns.matches.paper.bagarre import BagarreSheet
from campaigns.matches.paper.bebop import BebopSheet
from campaigns.matches.paper.parts import ScoreSheet
from club.access import MemberRequest, member_required, not_found
from club.files import pdf_answer
from club.paper import press
from club.paper.choices import PaperChoices, choices_of
from engines.core.score import encode


@require_safe
def score_sheet(request: HttpRequest, game: str) -> HttpResponse:
    """The score sheet of a game; 404 for a game without score pad."""
    if game not in SHEETS:
        not_found("no such game")
    choices = choices_of(request)
    with override(choices.spoken):
        return pdf_answer(pdf(SHEETS[game], choices), f"score-{game}.pdf")


@require_safe
def match_report(request: HttpRequest, pk: int) -> HttpResponse:
    """A match as it stands: places, points, log."""
    match = get_match_for_reader(request.user, pk)
    choices = choices_of(request)
    with override(choices.spoken):
        content = report.pdf(MatchPage.of(match, request.user), choices)
        name = _("match-%(number)s") % {"number": match.pk}
    return pdf_answer(content, f"{name}.pdf")


@require_safe
@member_required
def card_set_cards(request: MemberRequest, pk: int) -> HttpResponse:
    """The cards of one of the club's sets."""
    shown = get_object_or_404(ScoreCards, pk=pk)
    return _cards(request, shown.game, shown.name, shown.data)


@require_safe
@member_required
def practice_cards(request: MemberRequest, game: str) -> HttpResponse:
    """The cards of a game's invented set; 404 for a game without one."""
    if game not in CARDS:
        not_found("no such game")
    training = CARDS[game].training()
    choices = choices_of(request)
    with override(choices.spoken):
        return _cards(request, game, name_of(training), encode(training))


def _cards(request: HttpRequest, game: str, name: str, data: CardData) -> HttpResponse:
    choices = choices_of(request)
    with override(choices.spoken):
        return pdf_answer(cards.pdf(game, name, data, choices), f"{slugify(name) or game}.pdf")


TEMPLATE: Final = Path(__file__).parent / "score.typ"
SHEETS: Final[Mapping[str, ScoreSheet]] = {
    sheet.code: sheet for sheet in (BagarreSheet(), BadassForceSheet(), BafSheet(), BebopSheet())
}
"""By the code of the game."""
NOTE_LINES: Final = 2
"""In large print there is no room for them: a page with nothing else would follow."""


def pdf(sheet: ScoreSheet, choices: PaperChoices) -> bytes:
    """Return the sheet as a PDF, in the language that is active and as its reader wants it."""
    return press.pdf(TEMPLATE, data(sheet, choices))


def data(sheet: ScoreSheet, choices: PaperChoices) -> dict[str, Any]:
    """Return what the template reads."""
    front = sheet.front().as_data()
    front["facts"] = [[_("Date"), ""], [_("Place"), ""], *front["facts"]]
    words = {"page": _("Page"), "rules": _("The rules in short"), "notes": _("Notes")}
    return {
        "look": choices.look,
        "words": words,
        "title": _("Score sheet: %(game)s") % {"game": game_of(sheet.code).name},
        "parts": [part.as_data() for part in sheet.parts()],
        "note_lines": 0 if choices.large else NOTE_LINES,
        **front,
    }
