"""Who may read an aftermath, and who may see to it."""

from __future__ import annotations

from django.db.models import QuerySet

from campaigns.league.access import is_referee
from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.models.recovery import Recovery
from club.access import User, forbidden, not_found


def get_recovery_for_reader(user: User, slug: str, pk: int, warband: int) -> Recovery:
    """Return one warband's aftermath of a confirmed battle in a campaign the user may read; else 404.

    Its ``side.battle`` comes with all sides, each with its own aftermath.
    """
    battle = get_battle_for_reader(user, slug, pk)
    sides = {side.pk: side for side in battle.sides.all()}
    wanted = None
    for recovery in recoveries(battle.pk):
        side = recovery.side = sides[recovery.side_id]
        side.battle = battle
        if side.warband_id == warband:
            wanted = recovery
    return wanted if wanted is not None else not_found()


def recoveries(battle: int) -> QuerySet[Recovery]:
    """Ask for the aftermaths of a battle."""
    return Recovery.objects.filter(side__battle=battle)


def may_recover(user: User, recovery: Recovery) -> bool:
    """Tell whether ``user`` may see to the aftermath: the warband's owner, or a referee."""
    side = recovery.side
    return user.is_authenticated and (side.warband.owner_id == user.pk or is_referee(user, side.battle.campaign))


def get_recovery_for_player(user: User, slug: str, pk: int, warband: int) -> Recovery:
    """Return an aftermath the user may see to; 404 for a stranger, 403 for others."""
    recovery = get_recovery_for_reader(user, slug, pk, warband)
    return recovery if may_recover(user, recovery) else forbidden()
