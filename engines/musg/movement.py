"""Moving over the table: what a way costs, the best way to a point, and where a figure ends (Musg, Marcher, Courir).

A pace of difficult terrain costs two (rulings M54, M56). Heights cost as ruling M55 says: up to half a figure nothing,
else two paces per pace up (``Mover.climb``), one per pace down; slopes nothing. Figures never pass through ``foes``,
may pass through ``friends``, and never end on either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.musg.geometry import Point
from engines.musg.table import Base, Table


class Mover(NamedTuple):
    """How far and how a figure may move now.

    ``paces``: the whole allowance on open ground (with jump pack or legs, and half as much again for a run).
    ``rough``: how much of it may be spent in difficult terrain: less than ``paces`` by what counts on open ground only.
    ``ignores_difficult``: difficult terrain is open. ``climb``: paces of movement per pace of height going up (2; 1
    with a jump pack). ``scales``: height in paces of the highest impassable obstacle that gear takes the figure over
    (rope 10, jump pack and the harasser's tackle without limit), 0 without gear. ``hangs``: may stop halfway up, on
    a rope.
    """

    paces: float
    rough: float
    ignores_difficult: bool = False
    climb: float = 2.0
    scales: float = 0.0
    hangs: bool = False


class Route(NamedTuple):
    """A way that may be walked now. ``end`` is legal and rounded; ``points`` lead from the start to the end.

    ``cost`` is in paces of the allowance and never exceeds it. ``complete``: the end is what was asked for (the point,
    contact, the edge…), not only part of the way. ``hanging``: it ends on a rope, halfway up.
    """

    end: Base
    points: tuple[Point, ...]
    cost: float
    complete: bool
    hanging: bool = False


def route_to(
    table: Table,
    start: Base,
    goal: Point,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
    apart: float = 0.05,
) -> Route:
    """Return the best way to a point, or as far along it as the allowance and the ground let the figure end.

    ``apart`` is kept from foes: an ordinary move ends in contact with nobody (ruling M61). A figure that can get no
    nearer stays: ``end`` is ``start``, ``cost`` 0.
    """
    raise NotImplementedError


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
    raise NotImplementedError


def away_from(
    table: Table,
    start: Base,
    threats: Sequence[Base],
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the move that ends farthest from the nearest of ``threats``; straight away from them when free."""
    raise NotImplementedError


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
    raise NotImplementedError


def step_back(table: Table, start: Base, threat: Base, paces: float, others: Sequence[Base] = ()) -> Base | None:
    """Return the place exactly ``paces`` straight back from ``threat``; ``None`` when it cannot be reached.

    For the tests on receiving a charge and under fire (Musg, Actions Passives).
    """
    raise NotImplementedError


def off_table(
    table: Table,
    start: Base,
    mover: Mover,
    *,
    foes: Sequence[Base] = (),
    friends: Sequence[Base] = (),
) -> Route:
    """Return the way towards the nearest table edge; ``complete`` when the figure leaves (ruling M154).

    A figure leaves when its base reaches the edge.
    """
    raise NotImplementedError
