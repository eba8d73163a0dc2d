"""Score sheets to print: nothing of the club stands on them, so anybody may."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.decorators.http import require_safe

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
