"""How figures that nobody leads find their prey: by sight, else by ear (Musg, « J'ai entendu quelque chose ! »)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from engines.musg.battle import shooting
from engines.musg.battle.actions import Decline, End, FirstTarget, Strike, Walk
from engines.musg.battle.decision import Answer, Ask, Decision
from engines.musg.battle.field import Field
from engines.musg.battle.marks import Mark
from engines.musg.battle.modules import Lure
from engines.musg.battle.reach import HALF, WALK_FACTOR
from engines.musg.battle.state import Piece
from engines.musg.ground import movement
from engines.musg.ground.movement import Route
from engines.musg.ground.table import TOUCH, Base

STAYS: Final[Answer] = (End(), True)
_SPOTS: Final = 3
"""How many places are tried from which somebody might be struck."""
NEARER: Final = 0.2
"""A step of less is none, in paces."""


def in_view(field: Field, piece: Piece) -> list[Piece]:
    """Return the enemies in view, the nearest first; of those equally near the first to come (ruling M319)."""
    seen = [foe for foe in field.enemies(piece) if field.sees(piece, foe)]
    return sorted(seen, key=lambda foe: (round(field.gap(piece, foe), 3), foe.uid))


def strike(piece: Piece) -> Answer:
    """Strike an enemy in contact, the first to come (ruling M319)."""
    foe = min(piece.foes, key=lambda one: one.uid)
    return Strike(foe.uid), foe


def lures(field: Field, piece: Piece) -> list[Lure]:
    """Return whom it sees behind something that it can strike instead, the nearest first (ruling M327)."""
    found = [lure for module in field.modules for lure in module.lures(field, piece)]
    return sorted(found, key=lambda lure: round(lure.gap, 3))


def blow(found: list[Lure]) -> Answer | None:
    """Return a blow at what it touches of them, if it touches any."""
    return next(((lure.blows[0], lure.module) for lure in found if lure.blows), None)


def first(field: Field, piece: Piece, found: list[Lure], prey: list[Piece]) -> Lure | None:
    """Return the nearest of those who stand nowhere, if nobody who stands is as near (ruling M319)."""
    near = field.gap(piece, prey[0]) if prey else None
    return found[0] if found and (near is None or found[0].gap < near) else None


def walk_up(field: Field, piece: Piece, lure: Lure) -> Answer:
    """Walk to where one of them can be struck, or towards it."""
    for x, y in lure.spots[:_SPOTS]:
        answer = _walk(piece, _towards(field, piece, x, y, WALK_FACTOR))
        if answer != STAYS:
            return answer
    return STAYS


def walk_to(field: Field, piece: Piece, foe: Piece) -> Answer:
    """Walk towards an enemy: as near as one can come, in contact with nobody."""
    return _walk(piece, _towards(field, piece, foe.base[0], foe.base[1], WALK_FACTOR))


def walk_into(field: Field, piece: Piece, foe: Piece) -> Answer:
    """Walk into contact with an enemy where that is possible, else towards it: for those who never charge."""
    _, friends = field.around(piece)
    others = [p.base for p in field.enemies(piece) if p is not foe]
    mover = piece.mover(WALK_FACTOR)
    route = movement.charge_within(field.table, piece.base, foe.base, mover, foes=others, friends=friends)
    return _walk(piece, route) if route else walk_to(field, piece, foe)


def follow_noise(field: Field, piece: Piece) -> Answer:
    """Go half a move towards the nearest marker of noise, the whole activation long (Musg, M286, M318)."""
    x, y = piece.base[:2]
    heard = noises(field)
    if not heard or piece.ap < piece.sheet.action_points:
        return STAYS
    mark = min(heard, key=lambda one: ((one.x - x) * (one.x - x) + (one.y - y) * (one.y - y), one.number))
    return _walk(piece, _towards(field, piece, mark.x, mark.y, HALF))


def noises(field: Field) -> list[Mark]:
    """Return the markers of noise on the ground."""
    return [mark for mark in field.marks if mark.code == "noise"]


def by_chance(field: Field, decision: Decision) -> Answer:
    """Answer what is asked outside its activation: it shoots when it may; of several the first to come is hit."""
    if decision.ask is Ask.FIRST_TARGET:
        return FirstTarget(min(decision.options)), None
    if decision.ask is Ask.FREE_SHOT:
        shots = shooting.free_shots(field, field.pieces[decision.figure or 0], field.pieces[decision.options[0]])
        if shots:
            return shots[0], field.plans[shots[0]]
    return Decline(), None


def _towards(field: Field, piece: Piece, x: float, y: float, factor: float) -> Route:
    """Return the way towards a point; where none leads there, straight on until something stops it."""
    foes, friends = field.around(piece)
    start, mover = piece.base, piece.mover(factor)
    route = movement.set_out(field.table, start, (x, y), mover, foes=foes, friends=friends)
    if route.end != start:
        return route
    ahead = (x - start[0], y - start[1])
    on = movement.straight(field.table, start, ahead, mover, foes=foes, friends=friends)
    return on if _away(on.end, x, y) < _away(start, x, y) - NEARER else route


def _away(base: Base, x: float, y: float) -> float:
    return sqrt((base[0] - x) * (base[0] - x) + (base[1] - y) * (base[1] - y))


def _walk(piece: Piece, route: Route) -> Answer:
    start, end = piece.base, route.end
    if abs(end[0] - start[0]) + abs(end[1] - start[1]) < TOUCH or route.hanging:
        return STAYS
    return Walk(end[0], end[1]), route
