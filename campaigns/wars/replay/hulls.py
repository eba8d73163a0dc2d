"""The vehicles of a resolved battle at one moment, worked out from its events, and how they are drawn."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct
from msgspec.structs import replace

from campaigns.wars.ground.map import Trace, short
from engines.musg.battle.events import Event, Kind
from engines.musg.ground.oblong import Oblong


class HullState(Struct, frozen=True):
    """A vehicle: its number in the battle, whose it was at first, its base, its points of structure, who is aboard."""

    number: int
    side: int
    base: Oblong
    most_structure: int
    structure: int
    crew: tuple[int, ...] = ()
    left: bool = False

    @property
    def state(self) -> str:
        """Its state in a word or two, and how many are aboard."""
        if self.left:
            return _("off the table")
        if not self.structure:
            return _("wreck")
        return ngettext("%(count)s aboard", "%(count)s aboard", len(self.crew)) % {"count": len(self.crew)}


def after(hulls: tuple[HullState, ...], event: Event) -> tuple[HullState, ...]:
    """Return the vehicles after an event."""
    number = event.data.get("vehicle")
    if event.kind is Kind.VEHICLE_PLACED:
        return (*hulls, _placed(event))
    if event.kind in (Kind.OUT, Kind.LEFT_TABLE):
        return tuple(_without(one, event.figure) for one in hulls)
    if not isinstance(number, int):
        return hulls
    if event.kind is Kind.JUMPED:
        other = event.data.get("other")
        return tuple(
            replace(gone, crew=(*gone.crew, event.figure or 0))
            if gone.number == other and event.data.get("passed")
            else gone
            for gone in (_without(one, event.figure) for one in hulls)
        )
    return tuple(_changed(one, event) if one.number == number else one for one in hulls)


def _changed(hull: HullState, event: Event) -> HullState:
    match event.kind:
        case Kind.DROVE:
            path = event.data.get("path")
            x, y, facing = path[-1] if isinstance(path, list) and path else (hull.base.x, hull.base.y, hull.base.facing)
            return replace(hull, base=Oblong(x, y, int(facing), hull.base.width, hull.base.length))
        case Kind.VEHICLE_DAMAGED:
            left = event.data.get("left")
            return replace(hull, structure=left if isinstance(left, int) else hull.structure)
        case Kind.VEHICLE_LEFT:
            return replace(hull, left=True, crew=())
        case Kind.GOT_ON:
            return replace(hull, crew=(*hull.crew, event.figure or 0))
        case Kind.GOT_OFF:
            return _without(hull, event.figure)
    return hull


def _without(hull: HullState, figure: int | None) -> HullState:
    return replace(hull, crew=tuple(one for one in hull.crew if one != figure)) if figure in hull.crew else hull


def _placed(event: Event) -> HullState:
    place, size, crew = event.data.get("place"), event.data.get("size"), event.data.get("crew")
    x, y, facing = place if isinstance(place, list) else (0.0, 0.0, 0)
    width, length = size if isinstance(size, list) else (1.0, 1.0)
    points = event.data.get("structure")
    structure = points if isinstance(points, int) else 0
    number = event.data.get("vehicle")
    return HullState(
        number=number if isinstance(number, int) else 0,
        side=event.side or 0,
        base=Oblong(x, y, int(facing), width, length),
        most_structure=structure,
        structure=structure,
        crew=tuple(int(one) for one in crew) if isinstance(crew, list) else (),
    )


def glided(hulls: Iterable[HullState], event: Event) -> tuple[Trace, list[list[float]]] | None:
    """Return the drawing of the vehicle that an event drove, and its way: places, with the facing at each."""
    path = event.data.get("path")
    if event.kind is not Kind.DROVE or not isinstance(path, list) or len(path) < 2:
        return None
    moved = next((one for one in hulls if one.number == event.data.get("vehicle") and not one.left), None)
    return (_outline(moved), path) if moved is not None else None


def drawn(hulls: Iterable[HullState]) -> tuple[Trace, ...]:
    """Return the drawing of the vehicles on the table: a rectangle with an arrow at the front."""
    return tuple(_outline(one) for one in hulls if not one.left)


def _outline(hull: HullState) -> Trace:
    base = hull.base
    half, wide = base.length / 2, base.width / 2
    corners = "L".join(f"{short(x)} {short(y)}" for x, y in base.corners)
    arrow = [base.point(half - wide, wide * 0.7), base.point(half - 0.2, 0.0), base.point(half - wide, -wide * 0.7)]
    mark = "L".join(f"{short(x)} {short(y)}" for x, y in arrow)
    kind = "wreck" if not hull.structure else f"vehicle-{hull.side}"
    return Trace(kind, f"M{corners}ZM{mark}")
