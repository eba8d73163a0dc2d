"""Template tags of the pages about battles (``{% load wars %}``)."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from campaigns.wars.battles.lines import BattleLine, line_of
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.civilians.wording import name_of
from campaigns.wars.ground.map import BattleMap
from campaigns.wars.models.battle import Battle
from campaigns.wars.modules import names_of
from campaigns.wars.scenarios.page import ScenarioStory
from campaigns.wars.settings import rule_options
from club.words import words
from engines.musg.abducted import Civilian
from engines.musg.rules import Rules
from rosters.wording import left_out_told

register = template.Library()


@register.filter
def module_names(codes: Iterable[str]) -> list[str]:
    """``{{ battle.modules|module_names }}``: what the modules of a battle are called."""
    return names_of(codes)


@register.filter
def civilian_name(civilian: Civilian, rules: Rules) -> str:
    """``{{ row.civilian|civilian_name:rules }}``: what a civilian is called in a campaign of these rules."""
    return name_of(civilian, rules.catalogue)


@register.filter
def switches(rules: Rules) -> list[tuple[str, bool, str]]:
    """``{{ rules|switches }}``: a campaign's rule switches, each with whether it is on and where the rule stands."""
    return [(str(one.option.label), bool(one.value), one.option.source) for one in rule_options.chosen(rules)]


@register.filter
def house_names(rules: Rules) -> list[str]:
    """``{{ rules|house_names }}``: the packs that a campaign plays with, each with its version."""
    return [words(pack.named) for pack in (rules.house.packs if rules.house else ())]


register.filter("left_out_told", left_out_told)  # what of the rulebook a campaign leaves out, in a few words


@register.filter
def era(rules: Rules) -> str:
    """``{{ rules|era }}``: what the era of a campaign is called."""
    return str(rule_options.ERAS[rules.era])


@register.inclusion_tag("campaigns/wars/_battle_line.html")
def battle_line(battle: Battle, slug: str, *, rounds: bool = False) -> dict[str, BattleLine]:
    """``{% battle_line battle campaign.slug %}``: a battle as an item of a list, with its round if ``rounds``."""
    return {"battle": line_of(battle, slug, rounds=rounds)}


@register.inclusion_tag("campaigns/wars/_battle_map.html")
def battle_map(map: BattleMap) -> dict[str, BattleMap]:
    """``{% battle_map map %}``: a table as a drawing; the page loads ``css/wars/battle_map.css``."""
    return {"map": map}


@register.inclusion_tag("campaigns/wars/_battle_scenario.html")
def battle_scenario(battle: Battle) -> dict[str, ScenarioStory | None]:
    """``{% battle_scenario battle %}``: what a battle is about and who has which role, behind a fold."""
    scenario = scenario_of(battle)
    if scenario is None:  # a battle that was forgotten is not stored yet
        return {"told": None}
    return {"told": ScenarioStory(scenario, [side.warband.name for side in battle.sides.all()])}
