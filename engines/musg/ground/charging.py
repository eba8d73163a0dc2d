"""Charging: the best way into contact with an enemy (Musg, Charger au corps à corps; rulings M56, M57)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, final

from engines.musg.ground.corners import Known, Node
from engines.musg.ground.detours import FAR, Aim, Range, Stop, search
from engines.musg.ground.geometry import thousandths
from engines.musg.ground.strides import APART, BACK, DIRECTIONS, March, Mover, Route, flat, shortened, walk
from engines.musg.ground.table import GAP, TOUCH, Base, Table, overlaps, touching
from engines.musg.ground.ways import FREE

_SIDES: Final = 4
"""How many places round a target are tried when the one straight ahead cannot be reached."""
_REMEMBERED: Final = 4096


def charge(
    table: Table,
    start: Base,
    target: Base,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the best way into contact with ``target``; not ``complete`` when it falls short (rulings M56, M57).

    ``foes`` are the other enemies. Sight is the caller's concern (ruling M59); the way may go round obstacles.
    """
    near = charge_within(table, start, target, mover, foes=foes, friends=friends)
    return near or _charge(March(table, start, mover, _and(foes, target), friends, -TOUCH), target, FAR)


def charge_within(
    table: Table,
    start: Base,
    target: Base,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
    thorough: bool = True,
) -> Route | None:
    """Return the way of ``charge`` if it reaches contact, else ``None``; quicker, as it never looks farther.

    ``thorough``: look twice; without, a way through a narrow place may be missed.
    """
    if touching(start, target):
        return Route(start, ((start[0], start[1]),), 0.0, True)
    reach = mover.paces + 2.0 * TOUCH  # who comes so near is in contact (ruling M63), and difficult ground costs twice
    if flat(start[0], start[1], (target[0], target[1])) - start[3] - target[3] > reach:
        return None
    march = March(table, start, mover, _and(foes, target), friends, -TOUCH)
    route = _charge(march, target, Range(limit=reach, thorough=thorough))
    return route if route.complete else None


class _Contact(Aim):
    """The places in contact with a target: the one straight ahead, then the nearest of those round about."""

    __slots__ = ("_apart", "_free", "_march", "_target")

    def __init__(self, march: March, target: Base, apart: float) -> None:
        super().__init__((), target[0], target[1], apart + GAP)
        self._march = march
        self._target = target
        self._apart = apart
        self._free: dict[int, bool] = {}

    def nodes(self, known: Known, x: float, y: float, far: float) -> Iterator[Node]:
        """Give them as they are asked for."""
        march, target, apart = self._march, self._target, self._apart
        dx, dy = x - target[0], y - target[1]
        if sqrt(dx * dx + dy * dy) - apart > far + TOUCH:
            return
        radius = march.start[3]
        base = _beside(march.table, target, dx, dy, apart, radius)
        if base and march.allowed(base):
            yield known.node(base[0], base[1])
        found = 0
        sides = _contacts(march.table, target, apart, radius)
        away = [sqrt((x - side.x) * (x - side.x) + (y - side.y) * (y - side.y)) for side in sides]
        for number in sorted(range(len(sides)), key=away.__getitem__):
            side = sides[number]
            if number not in self._free:
                self._free[number] = march.allowed(side.base)
            if self._free[number]:
                yield known.node(side.x, side.y)
                found += 1
                if found == _SIDES:
                    break


def _charge(march: March, target: Base, reach: Range) -> Route:
    start = march.start
    apart = start[3] + target[3] + GAP
    aim = _Contact(march, target, apart)
    stops, arrived = search(march.ways, start[:3], aim, march.walls_within(reach.limit), reach)
    if not arrived:
        if reach.limit < FAR.limit:
            return march.stay()
        march.apart = APART
        return walk(march, [*stops, *_press_on(march, stops[-1], target, apart)], False)
    route = walk(march, stops, True)
    if touching(route.end, target):
        return route.judged(complete=True)
    if route.hanging:
        return route
    march.apart = APART
    return shortened(march, stops)


def _press_on(march: March, last: Stop, target: Base, apart: float) -> list[Stop]:
    """Return one more stop: straight on towards the target, as far as nothing is in the way."""
    size = flat(last.x, last.y, target)
    if size <= apart + TOUCH:
        return []
    low, high, best = 0.0, 1.0 - (apart + 0.1) / size, None
    while (high - low) * size > BACK:
        share = (low + high) / 2
        x, y = thousandths(last.x + (target[0] - last.x) * share), thousandths(last.y + (target[1] - last.y) * share)
        leg = march.ways.leg(last.x, last.y, last.height, x, y, lenient=True)
        if leg.blocked == FREE and march.passes(last.x, last.y, x, y):
            best, low = Stop(x, y, leg.height, last.cost + leg.cost, last.rough + leg.rough), share
        else:
            high = share
    return [best] if best else []


@final
class _Side:
    """A place in contact with a target."""

    __slots__ = ("base", "x", "y")

    def __init__(self, base: Base) -> None:
        self.base = base
        self.x, self.y = base[0], base[1]


def _contacts(table: Table, target: Base, apart: float, radius: float) -> list[_Side]:
    """Return the places in contact with a target all round it where the ground takes a base. Remembered for a while."""
    known: dict[tuple[Base, float], list[_Side]] = table.memory.setdefault("contacts", {})
    found = known.get((target, apart))
    if found is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        around = [_beside(table, target, dx, dy, apart, radius) for dx, dy in DIRECTIONS]
        found = known[target, apart] = [
            _Side(base) for base in around if base and table.can_stand(base[0], base[1], radius)
        ]
    return found


def _beside(table: Table, target: Base, dx: float, dy: float, apart: float, radius: float) -> Base | None:
    """Return the place in contact with a target on the side (``dx``, ``dy``) of it, if heights allow contact."""
    size = sqrt(dx * dx + dy * dy)
    if size < 1e-9:
        return None
    base = table.base_at(target[0] + dx / size * apart, target[1] + dy / size * apart, radius)
    return base if touching(base, target) and not overlaps(base, target) else None


def _and(foes: Sequence[Base], target: Base) -> list[Base]:
    return [*[foe for foe in foes if foe != target], target]
