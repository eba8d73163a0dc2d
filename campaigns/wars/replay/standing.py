"""How a figure or a vehicle stands at a moment of a replay: in words, and by the classes that draw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct

from campaigns.wars.ground.map import Token
from campaigns.wars.replay.frames import FigureState, concerned
from campaigns.wars.replay.hulls import HullState
from campaigns.wars.replay.wording import Names
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.state import Place
from rosters.emblems import emblem_code


class Standing(Struct, frozen=True):
    """How a figure stands at the moment. ``mark`` is what it bears on the map.

    ``portrait`` is the address of its portrait, empty for none.
    """

    number: int
    mark: str
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


def standing(one: FigureState, mark: str = "", portrait: str = "") -> Standing:
    """Return how a figure stands, in words."""
    points = f"{max(0, one.hit_points)}/{one.most_hit_points}"
    return Standing(one.number, mark, one.name, points, state_name(one), classes(one), portrait)


_PLACES: Final = {
    Place.WAITING: gettext_lazy("not deployed yet"),
    Place.RESERVE: gettext_lazy("in reserve"),
    Place.OUT: gettext_lazy("out of action"),
    Place.DEAD: gettext_lazy("killed"),
    Place.FLED: gettext_lazy("fled"),
    Place.LEFT: gettext_lazy("off the table"),
    Place.ABSENT: gettext_lazy("not in the battle"),
    Place.ABOARD: gettext_lazy("aboard"),
    Place.AWAY: gettext_lazy("did not come"),
}
"""Where a figure may be that does not simply stand there."""


_SUFFERED: Final = {
    Kind.WOUNDED: "is-hurt is-target",
    Kind.ROUTED: "is-startled is-doer",
    Kind.LEFT_TABLE: "is-leaving is-doer",
}
"""What happens to a figure and is drawn on it."""


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
    """Return the classes of a figure's part in an event: who did it, or whom it concerns; empty for others.

    Who falls, is hurt or leaves the table is drawn so once more, whatever became of it.
    """
    if event.kind is Kind.OUT and number in (event.figure, event.target):
        return "is-falling is-target" if number == event.figure else "is-doer"
    if number == event.figure and event.kind in _SUFFERED:
        return _SUFFERED[event.kind]
    if number == event.figure:
        return "is-doer"
    return "is-target" if number in concerned(event) else ""


def structure_of(hull: HullState) -> str:
    """Return a vehicle's points of structure: "2/3"."""
    return f"{hull.structure}/{hull.most_structure}"


def aboard(hull: HullState, names: Names) -> Aboard:
    """Return how a vehicle stands, in words."""
    return Aboard(hull.number, names.vehicle(hull.number), structure_of(hull), hull.state)


def token_of(
    one: FigureState, names: Names, marks: Mapping[int, str], portraits: Mapping[int, str], *, css: str
) -> Token:
    """Return a figure as the map shows it; ``marks`` and ``portraits`` by the figures' numbers."""
    return Token(
        number=one.number,
        side=one.side,
        x=one.x,
        y=one.y,
        radius=one.radius,
        name=names.figure(one.number),
        mark=marks[one.number],
        emblem=emblem_code(one.race),
        portrait=portraits.get(one.number, ""),
        css=css,
    )
