"""Sentences for figures that nobody leads, and for the markers on the ground."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.replay.wording import raid
from campaigns.wars.replay.wording.names import Names, Sentence, join, many, profile_name, whole
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.pursuit import THING
from engines.musg.catalogue.module_types import CIVILIAN

NOISE: Final = "noise"


def _marked(event: Event, names: Names) -> str:
    code = str(event.data.get("code"))
    if code == NOISE:
        return _("The noise %(name)s makes carries.") % names.values(event)
    if code in raid.LAID:
        return raid.laid(event, names)
    if code == THING:
        return _("Something to be carried off lies on the ground, marked %(number)s.") % {
            "number": whole(event, "number")
        }
    return _("Arrival point %(number)s is laid.") % {"number": whole(event, "number")}


def _unmarked(event: Event, names: Names) -> str:
    code = str(event.data.get("code"))
    if code == NOISE:
        return _("The noise dies away.")
    if code in raid.LAID:
        return raid.taken_up(event)
    if code == THING:
        return _("Whoever is left takes what still lies there.")
    return _("Arrival points %(numbers)s are removed.") % {"numbers": join(map(str, many(event, "numbers")))}


def _encounter(event: Event, names: Names) -> str:
    inside = event.data.get("inside")
    if not event.data.get("met"):
        text = _("%(warband)s meets nobody in the building.") if inside else _("%(warband)s has heard nothing.")
        return text % names.values(event)
    codes = [code for code in str(event.data.get("figures") or "").split(", ") if code]
    who = join(
        _("%(figure)s (%(count)s)")
        % {"figure": _("civilian") if code == CIVILIAN else profile_name(code, names.catalogue), "count": count}
        for code, count in zip(codes, many(event, "counts"), strict=False)
    )
    if inside:
        return _("In the building %(warband)s meets %(figures)s.") % names.values(event, figures=who)
    return _("%(warband)s meets %(figures)s at arrival point %(number)s.") % names.values(
        event, figures=who, number=whole(event, "point")
    )


def _others(event: Event, names: Names) -> str:
    count = whole(event, "count")
    text = ngettext(
        "Those that nobody leads act now: %(count)s figure.",
        "Those that nobody leads act now: %(count)s figures.",
        count,
    )
    return text % {"count": count}


def _stunned(event: Event, names: Names) -> str:
    turns = whole(event, "turns")
    if not turns:
        return _("%(name)s is not stopped.") % names.values(event)
    text = ngettext(
        "%(name)s does not move for %(count)s activation.", "%(name)s does not move for %(count)s activations.", turns
    )
    return text % names.values(event, count=turns)


def _infected(event: Event, names: Names) -> str:
    left = whole(event, "left")
    if event.data.get("caught"):
        text = ngettext(
            "%(name)s is infected and turns at the end of %(count)s activation.",
            "%(name)s is infected and turns at the end of %(count)s activations.",
            left,
        ) % names.values(event, count=left)
    else:
        text = _("%(name)s is not infected.") % names.values(event)
    numbers = {key: whole(event, key) for key in ("score", "toughness", "limit")}
    why = _("%(score)s rolled less toughness %(toughness)s: over %(limit)s infects.") % numbers
    return f"{text} {why}"


def _led(event: Event, names: Names) -> str:
    if not event.data.get("led"):
        return _("%(name)s is no longer following anybody.") % names.values(event)
    if event.target is None:
        return _("%(name)s now goes with %(warband)s.") % names.values(event)
    return _("%(target)s takes the lead of %(name)s for %(warband)s.") % names.values(event)


def _saved(event: Event, names: Names) -> str:
    points = whole(event, "points")
    if not points:
        return _("%(name)s is off the table: brought home.") % names.values(event)
    text = ngettext(
        "%(name)s is safe: %(points)s victory point for %(warband)s.",
        "%(name)s is safe: %(points)s victory points for %(warband)s.",
        points,
    )
    return text % names.values(event, points=points)


SENTENCES: Final[Mapping[Kind, Sentence]] = {
    Kind.MARKED: _marked,
    Kind.UNMARKED: _unmarked,
    Kind.ENCOUNTER: _encounter,
    Kind.APPEARED: gettext_lazy("%(name)s appears."),
    Kind.OTHERS: _others,
    Kind.STUNNED: _stunned,
    Kind.INFECTED: _infected,
    Kind.ROSE: gettext_lazy("%(target)s is dead and rises again as %(name)s."),
    Kind.CAPTURED: gettext_lazy("%(name)s lies on the table at the end and is carried off."),
    Kind.LED: _led,
    Kind.SAVED: _saved,
    Kind.FOLLOWED: gettext_lazy("%(name)s follows %(target)s."),
}
