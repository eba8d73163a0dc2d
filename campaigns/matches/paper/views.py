"""What is printed of the card games: score sheets, on which nothing of the club stands, and reports of matches."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, override
from django.views.decorators.http import require_safe

from campaigns.matches.access import get_match_for_reader
from campaigns.matches.page import MatchPage
from campaigns.matches.paper import report
from campaigns.matches.paper.pdf import pdf
from campaigns.matches.paper.registry import SHEETS
from club.access import not_found
from club.files import pdf_answer
from club.paper.choices import choices_of


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
