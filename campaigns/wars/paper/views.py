"""What is printed of a campaign: the report of a battle, and what its table wants on paper."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _, override
from django.views.decorators.http import require_safe

from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.battles.staging import rules_for
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.paper import report
from club.access import not_found
from club.files import pdf_answer
from club.paper.choices import choices_of
from engines.musg.battle import modules as engine
from rosters.access import get_warband_for_reader
from rosters.sheets import table


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


CHAPTERS: Final = {"regroup_hostages": "regroup_team", "regroup_bomb": "regroup_team", "fatal_infection": "zombies"}
"""Modules that stand in another one's chapter of the rules."""
WITH_CIVILIANS: Final = frozenset({"zombies", "aliens"})


@require_safe
def table_reference(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The page of rules for the warbands of a battle; 404 for whoever may not read all of them."""
    battle = get_battle_for_reader(request.user, slug, pk)
    rosters = [get_warband_for_reader(request.user, side.warband_id).roster for side in battle.sides.all()]
    choices = choices_of(request)
    modules = [one.code for one in engine.in_force(tuple(code for code in battle.modules if code in engine.MODULES))]
    with override(choices.spoken):
        made = table.pdf(rosters, choices, rules=rules_for(battle), modules=modules)
    return pdf_answer(made, f"table-{battle.pk}.pdf")


def chapters(battle: Battle) -> list[str]:
    """Return which modules' tables a battle needs, by their codes in the rules reference."""
    codes = [CHAPTERS.get(code, code) for code in battle.modules]
    civilians = ["civilians"] if WITH_CIVILIANS & set(codes) else []
    return list(dict.fromkeys(code for code in (*codes, *civilians) if code != "rescue"))
