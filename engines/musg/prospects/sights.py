"""What is seen of a move: who sees where it ends, and whom it meets on its way for the first time."""

from __future__ import annotations

from math import sqrt
from typing import Final

from engines.musg.battle import reactions, underway
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import sight
from engines.musg.ground.movement import Mover, Route
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Base, distance
from engines.musg.prospects import nerves
from engines.musg.prospects.knowing import Known
from engines.musg.prospects.option import Chances, Gaze, Leads, Test
from engines.musg.prospects.shots import best_shot, best_shot_from

DIGITS: Final = 2


def leads_to(known: Known, piece: Piece, route: Route, *, to: Base | Point | None = None, edge: bool = False) -> Leads:
    """Return where a way leads. ``to``: the figure, by its base, or the point that it is about."""
    end = route.end
    left: float | None = None
    if to is not None:
        left = distance(end, to) if len(to) == 4 else flat(end, to[0], to[1])
    foes = known.enemies(piece)
    near = min([distance(end, foe.base) for foe in foes], default=None)
    return Leads(
        to=(end[0], end[1]),
        length=round(length_of(route.points), DIGITS),
        paces=round(route.cost, DIGITS),
        left=None if left is None else round(left, DIGITS),
        nearest=None if near is None else round(near, DIGITS),
        seen_by=() if edge else gazes(known, piece, end),
        points=route.points,
        hanging=route.hanging,
        edge=edge,
    )


def flat(base: Base, x: float, y: float) -> float:
    """Return the paces on the flat from the middle of a base to a point."""
    return sqrt((x - base[0]) * (x - base[0]) + (y - base[1]) * (y - base[1]))


def length_of(points: tuple[Point, ...]) -> float:
    """Return the paces of a way on the ground."""
    total = 0.0
    for place in range(1, len(points)):
        dx, dy = points[place][0] - points[place - 1][0], points[place][1] - points[place - 1][1]
        total += sqrt(dx * dx + dy * dy)
    return total


def gazes(known: Known, piece: Piece, end: Base) -> tuple[Gaze, ...]:
    """Return the enemies who see a place, the nearest first, and whether they find a figure there in cover."""
    table, here = known.battle.table, sight.number_of(end)
    found = []
    for foe in known.enemies(piece):
        view = sight.look_from(table, foe.at(), foe.base, here, end)
        if view.visible:
            found.append(Gaze(foe.uid, round(distance(end, foe.base), DIGITS), bool(view.covers)))
    return tuple(sorted(found, key=lambda one: (one.gap, one.figure)))


def meetings(known: Known, piece: Piece, route: Route, mover: Mover) -> list[Test]:
    """Return the tests of first sight that a way brings, in their order (``underway``; rulings M141, M300).

    The mover's own come before the others' where several see each other at one place.
    """
    if not known.battle.rules.first_sight or piece.bystander:
        return []
    foes = known.battle.foes_of(piece)  # nobody is tested because of whom it does not fight, such as a hostage
    pairs = [
        (viewer, seen)
        for viewer, seen in underway.strangers(known.battle, piece)
        if known.knows(viewer) and known.knows(seen) and not viewer.routed and (viewer is piece or viewer in foes)
    ]
    if not pairs:
        return []
    found: list[tuple[int, int, Piece, Piece, Base]] = []
    outlook = underway.Outlook(known.battle, piece, mover)
    legs = [
        underway.Places(known.battle.table, piece.base[3], underway.spots(route.points, number))
        for number in range(len(route.points) - 1)
    ]
    for order, (viewer, seen) in enumerate(pairs):
        met = _where(known, outlook, legs, viewer, seen, route)
        if met is not None:
            found.append((met[0], order, viewer, seen, met[1]))
    found.sort(key=lambda row: row[:2])
    return [_meeting(known, piece, viewer, seen, place, route) for _, _, viewer, seen, place in found]


def _where(
    known: Known, outlook: underway.Outlook, legs: list[underway.Places], viewer: Piece, seen: Piece, route: Route
) -> tuple[int, Base] | None:
    """Return the first place of a way where a pair see each other, and its number among all."""
    before = 0
    for places in legs:
        index = outlook.first(places, viewer, seen, len(places))
        if index is not None:
            return before + index, places[index]
        before += len(places)
    other = seen if viewer is outlook.piece else viewer
    if sight.sees(known.battle.table, route.end, other.base):
        return before, route.end
    return None


def _meeting(known: Known, piece: Piece, viewer: Piece, seen: Piece, place: Base, route: Route) -> Test:
    own = viewer is piece
    shot = best_shot_from(known, piece, place, seen) if own else best_shot(known, viewer, piece, place)
    return nerves.test(
        known,
        "first_sight",
        reactions.SIGHT,
        viewer,
        seen,
        stands=place if own else None,
        at=(place[0], place[1]),
        after=round(_along(route.points, (place[0], place[1])), DIGITS),
        shot=shot[0] if shot else None,
        weapon=shot[1] if shot else "",
    )


def _along(points: tuple[Point, ...], place: Point) -> float:
    """Return the paces of a way up to a place on it."""
    walked = 0.0
    best, nearest = 0.0, 1e9
    for number in range(len(points) - 1):
        (ax, ay), (bx, by) = points[number], points[number + 1]
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        length = sqrt(square)
        share = ((place[0] - ax) * dx + (place[1] - ay) * dy) / square if square else 0.0
        share = min(1.0, max(0.0, share))
        x, y = ax + dx * share - place[0], ay + dy * share - place[1]
        if x * x + y * y < nearest - 1e-9:
            best, nearest = walked + length * share, x * x + y * y
        walked += length
    return best


def shown(known: Known, piece: Piece, at: Base | None = None) -> list[Test]:
    """Return the tests of first sight that a figure brings which shows itself, or comes, where it stands.

    ``at``: where it will stand, if it gets off a vehicle there (``crew.get_off``).
    """
    if not known.battle.rules.first_sight or (at is None and piece.place is not Place.PLAY):
        return []
    battle, here, found = known.battle, at or piece.base, []
    for uid in sorted(piece.unseen):
        other = battle.pieces[uid]
        if (
            other.place is Place.PLAY
            and known.knows(other)
            and not other.hidden
            and sight.sees(battle.table, here, other.base)
        ):
            shot = best_shot_from(known, piece, here, other)
            found.append(_shown(known, piece, other, shot, at))
    meeting = [p for p in known.enemies(piece) if piece.uid in p.unseen and not p.routed]
    return found + [
        _shown(known, other, piece, best_shot(known, other, piece, here))
        for other in meeting
        if sight.sees(battle.table, other.base, here)
    ]


def _shown(
    known: Known, viewer: Piece, seen: Piece, shot: tuple[Chances, str] | None, stands: Base | None = None
) -> Test:
    return nerves.test(
        known,
        "first_sight",
        reactions.SIGHT,
        viewer,
        seen,
        stands=stands,
        shot=shot[0] if shot else None,
        weapon=shot[1] if shot else "",
    )
