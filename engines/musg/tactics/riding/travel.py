"""Travelling: who gets on to be where the battle is won sooner than on foot, and who gets off because it is near."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final

from engines.musg.battle.actions import Action, Custom
from engines.musg.battle.game import Battle
from engines.musg.battle.objectives import Goal
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.vehicles import crew
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.vehicles.ride import Ride, beside
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import TOUCH
from engines.musg.tactics.riding.escapes import gates
from engines.musg.tactics.riding.hulls import module_of

SAVED: Final = 0.75
"""How many turns a ride saves at least, or nobody gets on for it."""
OFF: Final = 0.5
"""What getting off takes, in turns."""
DRIVES: Final = 2
"""How often a vehicle drives in a turn: most have so many action points."""


def stops(battle: Battle, piece: Piece) -> list[Goal]:
    """Return the places on the table that a figure of this side is wanted at: to hold them, or to take something."""
    if battle.pursuit is None or piece.laden:
        return []
    return [goal for goal in battle.pursuit.goals(battle, piece) if not goal.leave and _open(battle, piece, goal)]


def lift(battle: Battle, piece: Piece) -> Action | None:
    """Return how somebody on foot gets on a vehicle of his side at once, if that saves him most of a turn.

    A leader rides to places on the table, but sees the others off before he leaves it.
    """
    module = module_of(battle)
    if module is None or not piece.ap or piece.foes or piece.laden or piece.place is not Place.PLAY:
        return None
    leaves = [] if piece.is_leader else gates(battle, piece)
    places = [(goal.x, goal.y) for goal in stops(battle, piece)]
    best: tuple[float, Ride] | None = None
    for ride in module.rides(battle).on_table():
        if not _takes(ride, piece):
            continue
        joint = leaves if ride.pilot is None or gates(battle, ride.pilot) else []
        for marks, off in ((joint, 0.0), (places, OFF)):
            saved = _saved(piece, ride, marks, off) if marks else 0.0
            if saved >= SAVED and (best is None or saved > best[0]):
                best = saved, ride
    return _towards(battle, module, best[1], piece) if best is not None else None


def alight(battle: Battle, module: Vehicles, ride: Ride, piece: Piece, worth: float) -> Action | None:
    """Return how somebody aboard gets off where he is wanted, if he comes there within a move and it is worth more."""
    for goal in stops(battle, piece):
        if goal.worth <= worth or ride.base.gap_to(goal.x, goal.y, abs(goal.within)) > piece.sheet.movement:
            continue
        for x, y in _beside(battle, ride, piece, (goal.x, goal.y)):
            action = Custom("vehicles.get_off", x=x, y=y)
            if battle.allows(module, piece, action):
                return action
    return None


def _open(battle: Battle, piece: Piece, goal: Goal) -> bool:
    """Tell whether a place still wants somebody: not as many of the side are there as it takes."""
    there = sum(
        _far(friend.base[:2], (goal.x, goal.y)) <= abs(goal.within) + friend.base[3]
        for friend in battle.afoot(piece.side)
        if friend is not piece
    )
    return there < goal.hands and (goal.lasting or goal.act is not None)


def _takes(ride: Ride, piece: Piece) -> bool:
    """Tell whether a vehicle would take a figure along: it runs, has room, and somebody drives it, or he would."""
    if ride.side != piece.side or not ride.runs or ride.room < 1 or any(one.side != piece.side for one in ride.crew):
        return False
    if ride.pilot is None and not crew.may_drive(piece):
        return False
    x, y, _, radius = piece.base
    gap = ride.base.gap_to(x, y, radius)
    return (ceil(gap / piece.sheet.movement) if gap > TOUCH else 0) < piece.ap


def _saved(piece: Piece, ride: Ride, marks: Sequence[Point], off: float) -> float:
    """Return how many turns sooner somebody is at the nearest of some points in a vehicle than on foot."""
    on_foot = min(_far(piece.base[:2], mark) for mark in marks)
    driven = min(_far((ride.base.x, ride.base.y), mark) for mark in marks)
    waits = 0.0 if ride.pilot is not None and not ride.pilot.acted else 1.0
    walked = on_foot / (piece.sheet.movement * max(1, piece.sheet.action_points))
    return walked - (waits + driven / (float(ride.built.speed) * DRIVES) + off)


def _towards(battle: Battle, module: Vehicles, ride: Ride, piece: Piece) -> Action | None:
    on = Custom("vehicles.get_on", None, ride.index)
    if battle.allows(module, piece, on):
        return on
    for x, y in _beside(battle, ride, piece, piece.base[:2]):
        way = battle.to_point(piece, x, y) if piece.ap > 1 else None
        if way is not None:
            return way
    return None


def _beside(battle: Battle, ride: Ride, piece: Piece, near: Point) -> list[Point]:
    """Return where somebody may stand beside a vehicle, the places nearest to a point first."""
    return sorted([base[:2] for base in beside(battle, ride, piece)], key=lambda spot: _far(spot, near))


def _far(one: Sequence[float], other: Sequence[float]) -> float:
    dx, dy = one[0] - other[0], one[1] - other[1]
    return sqrt(dx * dx + dy * dy)
