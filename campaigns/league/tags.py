"""Template tags of campaigns (``{% load league %}``)."""

from __future__ import annotations

from django import template

from campaigns.league.kinds import Kind, kind_of as kind_of_game
from campaigns.league.models import Campaign

register = template.Library()


@register.simple_tag
def kind_of(campaign: Campaign) -> Kind:
    """``{% kind_of campaign as kind %}``: what kind of campaign it is: its pages, its words."""
    return kind_of_game(campaign.game)
