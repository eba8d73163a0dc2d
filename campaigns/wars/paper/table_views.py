"""What a battle's table wants on paper."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.models.battle import Battle
from campaigns.wars.settings.operations import rules_of
from club.files import pdf_answer
from club.paper.choices import choices_of
from engines.musg.battle import modules as engine
from engines.musg.rules import Rules
from rosters.access import get_warband_for_reader
from rosters.sheets import table

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
        made = table.pdf(rosters, choices, rules=_rules(battle), modules=modules)
    return pdf_answer(made, f"table-{battle.pk}.pdf")


def chapters(battle: Battle) -> list[str]:
    """Return which modules' tables a battle needs, by their codes in the rules reference."""
    codes = [CHAPTERS.get(code, code) for code in battle.modules]
    civilians = ["civilians"] if WITH_CIVILIANS & set(codes) else []
    return list(dict.fromkeys(code for code in (*codes, *civilians) if code != "rescue"))


def _rules(battle: Battle) -> Rules:
    scenario, rules = scenario_of(battle), rules_of(battle.campaign)
    return scenario.rules.applied(rules) if scenario else rules
