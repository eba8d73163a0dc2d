"""What a new club begins with here: somewhere to play, and a first game."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, Q
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import GAMES
from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match
from campaigns.tables.models.card_table import CardTable
from campaigns.wars.models.battle import Battle
from club.first_steps import Beginning


def _played() -> Q:
    matches, tables, battles = (Q(Exists(model.objects.all())) for model in (Match, CardTable, Battle))
    return matches | tables | battles


STEPS: Final = (
    Beginning(
        _("Open a campaign or a season"),
        _("A campaign of Musg, or a season of a card game, with its standings."),
        "campaigns:new",
        lambda: Q(Exists(Campaign.objects.filter(game__in=[game.code for game in GAMES]))),
    ),
    Beginning(
        _("Play the first evening"),
        _("A battle, a match on the score pad, or a card table: whatever is on the table tonight."),
        "tables:list",
        _played,
    ),
)
