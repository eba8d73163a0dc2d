"""How a figure or a vehicle stands at a moment of a replay: in words, and by the classes that draw it."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct

from campaigns.wars.replay.frames import FigureState, concerned
from campaigns.wars.replay.hulls import HullState
from campaigns.wars.replay.wording import Names
from engines.musg.battle.events import Event
from engines.musg.battle.state import Place


class Standing(Struct, frozen=True):
    """How a figure stands at the moment. ``portrait`` is the address of its portrait, empty for none."""

    number: int
    member: int
    name: str
    hit_points: str
    state: str
    css: str
    portrait: str = ""


class Aboard(Struct, frozen=True):
    """How a vehicle stands at the moment."""

    number: int
    name: str
    structure: str
    state: str


def standing(one: FigureState, portrait: str = "") -> Standing:
    """Return how a figure stands, in words."""
    points = f"{max(0, one.hit_points)}/{one.most_hit_points}"
    return Standing(one.number, one.member, one.name, points, state_name(one), classes(one), portrait)


_PLACES: Final = {
    Place.WAITING: gettext_lazy("not deployed yet"),
    Place.RESERVE: gettext_lazy("in reserve"),
    Place.OUT: gettext_lazy("out of action"),
    Place.DEAD: gettext_lazy("killed"),
    Place.FLED: gettext_lazy("fled"),
    Place.LEFT: gettext_lazy("off the table"),
    Place.ABSENT: gettext_lazy("not in the battle"),
    Place.ABOARD: gettext_lazy("aboard"),
}
"""Where a figure may be that does not simply stand there."""


def state_name(one: FigureState) -> str:
    """Return the state of a figure in a word or two; empty for one that simply stands there."""
    if one.place in _PLACES:
        return str(_PLACES[one.place])
    if one.routed:
        return _("fleeing")
    if one.hidden:
        return _("hidden")
    return _("acting") if one.active else ""


def classes(one: FigureState) -> str:
    """Return the classes that draw a figure's state."""
    found = []
    if not one.drawn:
        found.append("is-off")
    if one.place in (Place.WAITING, Place.RESERVE):
        found.append("is-awaited")
    if one.place is Place.ABOARD:
        found.append("is-aboard")
    if one.place is Place.OUT:
        found.append("is-out")
    found += [
        css for css, true in (("is-routed", one.routed), ("is-hidden", one.hidden), ("is-active", one.active)) if true
    ]
    return " ".join(found)


def part(event: Event, number: int) -> str:
    """Return the class of a figure's part in an event: who did it, or whom it concerns; empty for others."""
    if number == event.figure:
        return "is-doer"
    return "is-target" if number in concerned(event) else ""


def structure_of(hull: HullState) -> str:
    """Return a vehicle's points of structure: "2/3"."""
    return f"{hull.structure}/{hull.most_structure}"


def aboard(hull: HullState, names: Names) -> Aboard:
    """Return how a vehicle stands, in words."""
    return Aboard(hull.number, names.vehicle(hull.number), structure_of(hull), hull.state)
