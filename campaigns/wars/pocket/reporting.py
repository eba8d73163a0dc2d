"""A battle's report as its evening fills it in."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from campaigns.wars.models.battle import Battle
from campaigns.wars.models.evening import Evening
from campaigns.wars.pocket.operations import replayed
from engines.musg.pocket.games import game_of
from engines.musg.report import Report, unable


def over_evening(battle: Battle) -> Evening | None:
    """Return the evening of a battle from a loader of ``wars.access``, if there is one and it is over. Free."""
    evening: Evening | None = getattr(battle, "evening", None)
    return evening if evening is not None and evening.over else None


def prefilled(battle: Battle) -> Report | None:
    """Return what the evening of this battle says of those who may fight now; ``None`` without one that is over.

    Free without one, else two queries.
    """
    evening = over_evening(battle)
    if evening is None:
        return None
    told = game_of(evening.agreed).report(replayed(evening))
    able = {
        (side.warband.key, figure.id)
        for side in battle.sides.all()
        for figure in side.warband.roster.active
        if unable(figure) is None
    }
    keys = {key for key, _number in able}
    downs = tuple(down for down in told.downs if (down.victim.warband, down.victim.figure) in able)
    reason = _("What the game was about decided it.") if told.winner else ""
    return msgspec.structs.replace(
        told, downs=downs, bonus={key: points for key, points in told.bonus.items() if key in keys}, reason=reason
    )
