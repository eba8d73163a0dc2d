"""Which season a game at a table is to count in: one of its game that is not over and that the opener records in."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.matches.access import recorded_by
from campaigns.matches.operations.players import not_in_season, strangers
from campaigns.tables.models.card_table import CardTable
from club.models import Member
from club.operations import Objection


def wrong_with(season: Campaign | None, opener: Member, game: str, members: Sequence[Member]) -> list[Objection]:
    """Return why a game with these ``members`` cannot be meant for a season; guests play in any. Two queries."""
    if season is None:
        return []
    if not recorded_by(opener).filter(pk=season.pk, game=game).exists():
        return [Objection("not_your_season", _("Choose a running season of this game in which you play."), "season")]
    return not_in_season(strangers(members, season), "season")


def once_more(table: CardTable) -> Campaign | None:
    """Return the season in which a rematch counts: the same, unless it is over or the opener has left it."""
    if table.season_id is None or table.opener is None:
        return None
    return recorded_by(table.opener).filter(pk=table.season_id).first()
