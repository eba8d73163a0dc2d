"""Moves worth offering: towards a point, to it, out of sight, to cover. What checking each would find is remembered."""

from __future__ import annotations

from math import sqrt

from engines.musg.battle.actions import Run, Walk
from engines.musg.battle.field import Field
from engines.musg.battle.reach import RUN_FACTOR, WALK_FACTOR, leashed
from engines.musg.battle.state import Piece
from engines.musg.ground import movement, places
from engines.musg.ground.movement import Route
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import TOUCH, Base


def _free(piece: Piece, *, run: bool) -> bool:
    """Tell whether a piece has the points and free hands and feet for a walk or a run."""
    return not piece.foes and piece.ap >= (2 if run else 1) and not (run and piece.laden)


def towards(
    field: Field, piece: Piece, x: float, y: float, *, run: bool = False, stop_short: float = 0.0, edge: bool = False
) -> Walk | Run | None:
    """Return the move that brings a piece as near to a point as it can come, or ``None``."""
    if not _free(piece, run=run):
        return None
    table = field.table
    radius = piece.base[3]
    goal: Point = (
        min(max(x, radius), table.width - radius),
        min(max(y, radius), table.depth - radius),
    )
    if stop_short > 0:
        dx, dy = goal[0] - piece.base[0], goal[1] - piece.base[1]
        far = sqrt(dx * dx + dy * dy)
        if far <= stop_short:
            return None
        share = (far - stop_short) / far
        goal = piece.base[0] + dx * share, piece.base[1] + dy * share
    foes, friends = field.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route = movement.set_out(table, piece.base, goal, mover, foes=foes, friends=friends)
    if route.hanging:
        if field.clashes(piece, route.end):
            return None
        hanging = Run(goal[0], goal[1], True) if run else Walk(goal[0], goal[1], hang=True)
        if field.restricted and field.forbidden(piece, hanging) is not None:
            return None
        field.plans[hanging] = route
        return hanging
    return _move(field, piece, route, run=run)


def to_point(field: Field, piece: Piece, x: float, y: float, *, run: bool = False) -> Walk | Run | None:
    """Return the move that brings a piece to the very point, or ``None`` when it is out of reach."""
    if not _free(piece, run=run):
        return None
    foes, friends = field.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route = movement.route_within(field.table, piece.base, (x, y), mover, foes=foes, friends=friends)
    return _move(field, piece, route, run=run) if route else None


def away(field: Field, piece: Piece, *, run: bool = False) -> Walk | Run | None:
    """Return the move out of sight of the enemies, else farthest from the nearest of them."""
    if not _free(piece, run=run):
        return None
    threats = [p.base for p in field.enemies(piece)]
    if not threats:
        return None
    foes, friends = field.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route: Route | None = places.hidden_route(field.table, piece.base, threats, mover, foes=foes, friends=friends)
    if route is None:
        route = movement.away_from(field.table, piece.base, threats, mover, foes=foes, friends=friends)
    return _move(field, piece, route, run=run)


def to_cover(field: Field, piece: Piece, *, run: bool = False) -> Walk | Run | None:
    """Return the cheapest move that ends in cover from all enemies that would see the piece, or ``None``."""
    if not _free(piece, run=run):
        return None
    threats = [p.base for p in field.enemies(piece)]
    foes, friends = field.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route = places.cover_route(field.table, piece.base, threats, mover, foes=foes, friends=friends)
    return _move(field, piece, route, run=run) if route else None


def _move(field: Field, piece: Piece, route: Route, *, run: bool) -> Walk | Run | None:
    end: Base = route.end
    start = piece.base
    if route.hanging:
        return None
    if abs(end[0] - start[0]) + abs(end[1] - start[1]) < TOUCH and end[2] == start[2]:
        return None
    if not leashed(field, piece, end):
        return None
    action = Run(end[0], end[1]) if run else Walk(end[0], end[1])
    if field.restricted and field.forbidden(piece, action) is not None:
        return None
    field.plans[action] = route  # straight, or from a search that ends there: what checking it would find again
    return action
