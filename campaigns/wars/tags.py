"""Template tags of the pages about battles (``{% load wars %}``)."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from campaigns.wars.battles.lines import line_of
from campaigns.wars.ground.map import BattleMap
from campaigns.wars.models.battle import Battle

register = template.Library()


@register.simple_tag
def battle_line(battle: Battle, slug: str) -> SafeString:
    """``{% battle_line battle campaign.slug %}``: a battle as an item of a list."""
    return line_of(battle, slug).html


@register.inclusion_tag("campaigns/wars/_battle_map.html")
def battle_map(map: BattleMap) -> dict[str, BattleMap]:
    """``{% battle_map map %}``: a table as a drawing; the page loads ``css/wars/battle_map.css``."""
    return {"map": map}
