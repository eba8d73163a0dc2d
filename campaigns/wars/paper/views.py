"""What is printed of a campaign: the report of a battle."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _, override
from django.views.decorators.http import require_safe

from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.models.battle import BattleState
from campaigns.wars.paper import report
from club.access import not_found
from club.files import pdf_answer
from club.paper.choices import choices_of


@require_safe
def battle_report(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A battle that is over, told from its table to its aftermaths; 404 while it is not."""
    battle = get_battle_for_reader(request.user, slug, pk)
    if battle.state != BattleState.CONFIRMED:
        not_found("the battle is not over")
    choices = choices_of(request)
    with override(choices.spoken):
        content = report.pdf(battle, request.user, choices)
        name = slugify(_("report %(battle)s") % {"battle": battle.title})
    return pdf_answer(content, f"{name}.pdf")
