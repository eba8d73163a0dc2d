"""Giving ground: away from enemies, out of close combat, a step back (Musg, Fuir; Musg, Actions Passives)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from engines.musg.ground.shapes import Point
from engines.musg.ground.strides import BACK, COARSE, DIRECTIONS, March, Mover, Route, straight_on
from engines.musg.ground.table import TOUCH, Base, Table, distance, touching
from engines.musg.ground.ways import FREE

_EXACTLY: Final = 0.01


def away_from(
    table: Table,
    start: Base,
    threats: Sequence[Base],
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
    exact: bool = False,
) -> Route:
    """Return the move that ends farthest from the nearest of ``threats``; straight away from them when free.

    ``exact``: it goes as far as the ground lets it, to a hundredth of a pace (ruling M301).
    """
    return _flee(March(table, start, mover, foes, friends), threats, _EXACTLY if exact else BACK)


def break_off(
    table: Table,
    start: Base,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the move out of a close combat that ends farthest from the foes, in contact with none (ruling M68).

    ``mover`` has half the movement and ignores difficult terrain (Musg, Fuir un corps à corps). Not ``complete`` when
    there is no such place.
    """
    engaged = [foe for foe in foes if touching(start, foe)]
    route = _flee(March(table, start, mover, foes, friends), engaged or foes)
    freed = not any(touching(route.end, foe) for foe in foes)
    return route.judged(complete=freed)


def step_back(table: Table, start: Base, threat: Base, paces: float, others: Sequence[Base] = ()) -> Base | None:
    """Return the place exactly ``paces`` straight back from ``threat``; ``None`` when it cannot be reached.

    For the tests on receiving a charge and under fire (Musg, Actions Passives). Difficult terrain does not shorten the
    step, but nobody climbs backwards.
    """
    dx, dy = start[0] - threat[0], start[1] - threat[1]
    size = sqrt(dx * dx + dy * dy)
    if size < TOUCH:
        return None
    end = table.base_at(start[0] + dx / size * paces, start[1] + dy / size * paces, start[3])
    march = March(table, start, Mover(paces, paces, ignores_difficult=True), others, (), 0.0)
    if not march.allowed(end):
        return None
    leg = march.ways.leg(start[0], start[1], start[2], end[0], end[1])
    if leg.blocked != FREE or leg.dear or not march.passes(start[0], start[1], end[0], end[1]):
        return None
    return end


def _flee(march: March, threats: Sequence[Base], back: float = BACK) -> Route:
    start = march.start
    best, farthest = march.stay(), _nearest(start, threats)
    for direction in _headings(start, threats)[:8]:
        route = straight_on(march, direction, coarse=min(back, COARSE), back=back)
        far = _nearest(route.end, threats)
        if far > farthest + TOUCH:
            best, farthest = route, far
            if route.complete:
                break
    return best.judged(complete=best.end != start)


def _headings(start: Base, threats: Sequence[Base]) -> list[Point]:
    """Return the directions to flee in: straight away from the nearest threats, then the twelve, best first."""
    dx = dy = 0.0
    for threat in threats:
        x, y = start[0] - threat[0], start[1] - threat[1]
        square = x * x + y * y
        if square > TOUCH:
            dx += x / square
            dy += y / square
    size = sqrt(dx * dx + dy * dy)
    if size < 1e-6:
        return list(DIRECTIONS)
    dx, dy = dx / size, dy / size
    return [(dx, dy), *sorted(DIRECTIONS, key=lambda heading: -(heading[0] * dx + heading[1] * dy))]


def _nearest(base: Base, threats: Sequence[Base]) -> float:
    return min((distance(base, threat) for threat in threats), default=0.0)
