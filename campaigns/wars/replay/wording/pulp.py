"""Sentences for points of pulp: the pulp die, the hit point given for one, points that are void."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.replay.wording.dice import purpose_of
from campaigns.wars.replay.wording.names import Names, Sentence, join, many, whole
from engines.musg.battle.events import Event, Kind
from engines.musg.ranks import Rank


def pools_text(own: int, shared: int) -> str:
    """Return a warband's points of pulp: the leader's, and those of its lieutenants where there are any."""
    return " + ".join(str(points) for points in (own, shared) if points >= 0)


def _pools(event: Event, names: Names) -> str:
    pools = many(event, "pools")
    rows = zip(names.sides, pools[::2], pools[1::2], strict=False)
    told = [
        _("%(warband)s %(points)s") % {"warband": name, "points": pools_text(own, shared)}
        for name, own, shared in rows
        if max(own, shared) >= 0
    ]
    return _("Pulp points, the leader’s and those shared: %(pools)s.") % {"pools": join(told)}


def _die(event: Event, names: Names) -> str:
    faces, place = many(event, "faces"), whole(event, "place")
    values = names.values(event, purpose=purpose_of(str(event.data.get("reason"))), die=whole(event, "die"))
    if event.data.get("own"):
        who = _("%(name)s spends a pulp point on one more die (%(purpose)s).") % values
    else:
        values["warband"] = names.side(whole(event, "roller"))
        who = _("%(name)s spends a pulp point to force one more die on %(warband)s (%(purpose)s).") % values
    if 0 <= place < len(faces):
        what = _("It shows %(die)s and replaces a %(face)s.") % {**values, "face": faces[place]}
    else:
        what = _("It shows %(die)s and replaces no die.") % values
    given = event.data.get("given")
    fate = (
        _("The point goes to %(warband)s.") % {"warband": names.side(given)}
        if isinstance(given, int)
        else _("The point is gone.")
    )
    return f"{who} {what} {fate}"


def _void(event: Event, names: Names) -> str:
    count = whole(event, "count")
    if event.data.get("rank") == Rank.LEADER:
        text = ngettext(
            "The leader of %(warband)s is out of the battle: %(count)s pulp point is lost.",
            "The leader of %(warband)s is out of the battle: %(count)s pulp points are lost.",
            count,
        )
    else:
        text = ngettext(
            "The lieutenants of %(warband)s are out of the battle: %(count)s pulp point is lost.",
            "The lieutenants of %(warband)s are out of the battle: %(count)s pulp points are lost.",
            count,
        )
    return text % names.values(event, count=count)


SENTENCES: Final[Mapping[Kind, Sentence]] = {
    Kind.PULP_POOLS: _pools,
    Kind.PULP_DIE: _die,
    Kind.PULP_REGAINED: gettext_lazy("%(name)s gives a hit point for a pulp point."),
    Kind.PULP_VOID: _void,
}
