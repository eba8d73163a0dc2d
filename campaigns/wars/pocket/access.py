"""Who may read an evening, and who keeps it."""

from __future__ import annotations

from campaigns.league.access import is_referee
from campaigns.wars.access import get_battle_for_reader, is_player
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.evening import Evening
from club.access import User, forbidden, not_found


def get_evening_for_reader(user: User, slug: str, pk: int) -> Evening:
    """Return the evening of a battle the user may read; else 404."""
    battle = get_battle_for_reader(user, slug, pk)
    evening: Evening | None = getattr(battle, "evening", None)
    return evening or not_found()


def may_keep(user: User, battle: Battle) -> bool:
    """Tell whether the user plays in the battle or referees it."""
    return is_player(user, battle) or is_referee(user, battle.campaign)


def get_evening_for_keeper(user: User, slug: str, pk: int) -> Evening:
    """Return an evening the user plays in or referees; 404 for a stranger, 403 for others."""
    evening = get_evening_for_reader(user, slug, pk)
    return evening if may_keep(user, evening.battle) else forbidden()
