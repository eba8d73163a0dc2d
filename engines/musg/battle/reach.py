"""How far a figure may go, and whom its charge reaches: questions that moves and reactions both ask."""

from __future__ import annotations

from math import sqrt
from typing import Final

from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import movement
from engines.musg.ground.movement import Route
from engines.musg.ground.table import GAP, TOUCH, Base, distance, touching, within

WALK_FACTOR: Final = 1.0
RUN_FACTOR: Final = 1.5
HALF: Final = 0.5
LEASH: Final = 2
SPACING: Final = 0.5
"""How many paces apart a figure on its way is looked at; at every corner of its way too."""


def leashed(field: Field, piece: Piece, end: Base) -> bool:
    """Tell whether a place suits a figure that must stay by its leader; always for others."""
    if "bodyguard" not in piece.traits:
        return True
    leader = field.bands[piece.side].leader
    if leader is None or leader is piece or leader.place is not Place.PLAY:
        return True
    return within(end, leader.base, LEASH) or distance(end, leader.base) < distance(piece.base, leader.base) - TOUCH


def charge_route(
    field: Field, piece: Piece, targets: tuple[Piece, ...], place: tuple[float, float] | None, factor: float
) -> Route:
    """Return the way into contact with all targets, or with the first of them, or as far as it goes."""
    mover = piece.mover(factor)
    foes, friends = field.around(piece)
    for spot in [place] if place else meeting_points(piece, targets):
        route = movement.route_to(field.table, piece.base, spot, mover, foes=foes, friends=friends, apart=0.0)
        if route.complete and all(touching(route.end, p.base) for p in targets):
            return route
    first = targets[0].base
    others = [p.base for p in field.enemies(piece) if p is not targets[0]]
    return movement.charge(field.table, piece.base, first, mover, foes=others, friends=friends)


def reaches(field: Field, piece: Piece, target: Piece) -> bool:
    """Tell whether a charge would reach a figure as things stand."""
    _, friends = field.around(piece)
    others = [p.base for p in field.enemies(piece) if p is not target]
    mover = piece.mover(RUN_FACTOR)
    route = movement.charge_within(field.table, piece.base, target.base, mover, foes=others, friends=friends)
    return route is not None and leashed(field, piece, route.end)


def meeting_points(piece: Piece, targets: tuple[Piece, ...]) -> list[tuple[float, float]]:
    """Return the places where a base touches the first two targets at once, the nearest first."""
    if len(targets) < 2:
        return []
    (ax, ay, _, ar), (bx, by, _, br) = targets[0].base, targets[1].base
    first, second = ar + piece.base[3] + GAP, br + piece.base[3] + GAP
    dx, dy = bx - ax, by - ay
    apart = sqrt(dx * dx + dy * dy)
    if not apart or apart > first + second:
        return []
    along = (first * first - second * second + apart * apart) / (2 * apart)
    square = first * first - along * along
    if square < 0:
        return []
    across = sqrt(square)
    ux, uy = dx / apart, dy / apart
    x, y = ax + ux * along, ay + uy * along
    spots = [(x - uy * across, y + ux * across), (x + uy * across, y - ux * across)]
    px, py = piece.base[:2]
    return sorted(spots, key=lambda s: (s[0] - px) * (s[0] - px) + (s[1] - py) * (s[1] - py))
