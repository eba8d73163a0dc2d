"""Consents to let the engine fight a battle: whose count, and that they lapse when what would be fought changes."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.league.access import TAKES_PART
from campaigns.league.models import Membership
from campaigns.wars import news
from campaigns.wars.models.battle import Battle, BattleSide
from club.models import Member


def agreeing(battle: Battle, sides: Iterable[BattleSide]) -> set[str]:
    """Return the keys of the warbands whose players let the engine resolve this battle. One query."""
    standing = _standing(battle)
    return {side.warband.key for side in sides if counts(side, standing=side.warband.owner_id in standing)}


def counts(side: BattleSide, *, standing: bool) -> bool:
    """Tell whether a side's player agrees: to this battle, or (``standing``) to all, unless asked anew about this."""
    return side.lets_engine_resolve or (standing and not side.asked_anew)


def lapse(battle: Battle, author: Member | None) -> None:
    """Ask everybody anew who let the engine fight a battle that the ``author`` now changes, whoever that is.

    The author has agreed to what he makes of it, if he had agreed before.
    """
    if author is None:
        return
    lost = lapsing(battle, author)
    for side in lost:
        side.lets_engine_resolve, side.asked_anew = False, True
    BattleSide.objects.bulk_update(lost, ["lets_engine_resolve", "asked_anew"])
    news.tell_players(battle, "consent_lapsed", {side.warband.owner_id for side in lost}, by=author, waits=True)


def lapsing(battle: Battle, author: Member) -> list[BattleSide]:
    """Return the sides whose consents would lapse, were ``author`` to change the battle. At most two queries."""
    standing = _standing(battle)
    sides = battle.sides.exclude(warband__owner=author).select_related("warband")
    return [side for side in sides if counts(side, standing=side.warband.owner_id in standing)]


def _standing(battle: Battle) -> frozenset[int]:
    consenting = Membership.objects.filter(campaign=battle.campaign_id, lets_engine_resolve=True, role__in=TAKES_PART)
    return frozenset(consenting.values_list("member", flat=True))
