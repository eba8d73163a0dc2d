"""Somebody led: figures whom no warband fights, who go where somebody leads them (Musg, Rencontre de civils).

Civilians and hostages are **bystanders** (a trait of their sheet). They stand in a band like anybody else: in that of
the warband which leads them, or in a neutral one, their *home*, while nobody does. What sets them apart:

- No warband fights them. They are nobody's enemies but those of neutral figures, who hunt them as they hunt everybody
  else: one walks past them and into contact with them, and nobody is engaged by that (``Field.hostile``).
- They are outside headcount, initiative and rout (ruling M332), and the battle does not go on for their sake.
- They change hands: ``join`` is the one way from band to band. Whoever comes into contact leads them, or whoever stays
  in contact long enough (``Held``); a module says which.
- They act on their own in their leader's band (civilians), or go behind one figure (hostages: ``Trail``).

Nothing here rolls dice or asks anybody. A module keeps a ``Trail`` or a ``Held`` and calls it from its hooks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from math import sqrt
from typing import Final

from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field, spot
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.geometry import ring
from engines.musg.ground.movement import Route
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Base, touching, within

BYSTANDER: Final = "bystander"
"""The trait of those whom nobody fights."""
BEHIND: Final = 2
"""Paces between a leader and whoever goes behind it, at most (Musg, Délivrer un otage)."""
STEP: Final = 0.5


def bystanders(field: Field) -> list[Piece]:
    """Return the bystanders who stand on the table, in the order in which they came."""
    return [p for p in field.pieces if p.bystander and p.place is Place.PLAY]


def join(field: Field, piece: Piece, side: int, rule: str, by: Piece | None = None) -> None:
    """Let a bystander stand with another side from now on, and record it; ``by`` is the figure that took the lead.

    A warband's side: it is led. A neutral one: nobody leads it, it stands and waits.
    """
    field.bands[piece.side].pieces.remove(piece)
    field.lift(piece)
    piece.side = side
    field.bands[side].pieces.append(piece)
    if piece.afoot:
        field.put(piece, piece.base)
    else:
        field.moved()
    field.emit(Kind.LED, rule, piece, by, led=field.led(side))


def touched(field: Field, piece: Piece) -> list[Piece]:
    """Return the bystanders in contact with a figure, whoever leads them."""
    return [p for p in bystanders(field) if p is not piece and touching(p.base, piece.base)]


class Held:
    """Who stays in contact with which bystander, from the end of one own activation to the next (ruling M206)."""

    def __init__(self) -> None:
        self._pairs: dict[int, tuple[int, ...]] = {}

    def ended(self, field: Field, piece: Piece) -> None:
        """Note whom a warband's figure touches at the end of its activation, led by others or by nobody."""
        found = tuple(p.uid for p in touched(field, piece) if p.side != piece.side) if field.led(piece.side) else ()
        if found and not piece.bystander:
            self._pairs[piece.uid] = found

    def moved(self, piece: Piece) -> None:
        """Forget what a figure held, and who held it: it went somewhere."""
        self._pairs.pop(piece.uid, None)
        for uid, held in list(self._pairs.items()):
            if piece.uid in held:
                self._pairs[uid] = tuple(one for one in held if one != piece.uid)

    def activated(self, field: Field, piece: Piece) -> list[Piece]:
        """Return whom a figure held all the time, now that it is activated again, and forget about it."""
        held = self._pairs.pop(piece.uid, ())
        still = touched(field, piece)
        return [p for p in still if p.uid in held and p.side != piece.side]


class Trail:
    """Who goes behind whom: by number, the figure it follows (Musg, Délivrer un otage; ruling M340)."""

    def __init__(self) -> None:
        self._after: dict[int, int] = {}

    def take(self, field: Field, piece: Piece, leader: Piece, rule: str) -> None:
        """Let a bystander go behind a figure from now on, and stand with its side.

        Handing over is the same: whoever led it before leads it no more.
        """
        self._after[piece.uid] = leader.uid
        join(field, piece, leader.side, rule, leader)

    def drop(self, field: Field, piece: Piece, home: int, rule: str) -> None:
        """Let nobody lead a bystander any more: it stands where it is and waits; ``home`` is its neutral side."""
        if self._after.pop(piece.uid, None) is not None or piece.side != home:
            join(field, piece, home, rule)

    def leader(self, field: Field, piece: Piece) -> Piece | None:
        """Return the figure a bystander goes behind, if any."""
        uid = self._after.get(piece.uid)
        return None if uid is None else field.pieces[uid]

    def followers(self, field: Field, leader: Piece) -> list[Piece]:
        """Return who goes behind a figure and still stands, in the order in which they came."""
        return [p for p in bystanders(field) if self._after.get(p.uid) == leader.uid]

    def orphans(self, field: Field) -> list[Piece]:
        """Return who goes behind a figure that is in play no more; one aboard a vehicle still is (ruling M355)."""
        return [p for p in bystanders(field) if (one := self.leader(field, p)) and not one.in_play]

    def follow(self, field: Field, leader: Piece, route: Route, rule: str) -> None:
        """Bring everybody who goes behind a figure along the way it went, to within 2 paces of it.

        They stand on that way or about the figure, where there is room and no enemy touches them; who finds no such
        place stays behind.
        """
        for piece in self.followers(field, leader) if leader.place is not Place.ABOARD else ():
            if within(piece.base, leader.base, BEHIND):
                continue
            place = _place_behind(field, piece, leader, route)
            if place is None:
                continue
            start = piece.base
            field.put(piece, place)
            field.emit(Kind.FOLLOWED, rule, piece, leader, start=spot(start), end=spot(place))


def _place_behind(field: Field, piece: Piece, leader: Piece, route: Route) -> Base | None:
    x, y, _, radius = leader.base
    about = chain.from_iterable(ring(x, y, 2 * radius + step * STEP) for step in range(int(BEHIND / STEP) + 1))
    others = field.in_the_way(piece)
    foes = [p.base for p in field.enemies(piece)]
    for at in chain(_back(route), about):
        place = field.table.base_at(at[0], at[1], piece.base[3])
        if not within(place, leader.base, BEHIND) or not field.table.fits(place, others):
            continue
        if not any(touching(place, foe) for foe in foes):
            return place
    return None


def _back(route: Route) -> Iterator[Point]:
    """Give points along a way, from its end back to its beginning."""
    for (bx, by), (ax, ay) in pairwise(reversed(route.points)):
        length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        for count in range(int(length / STEP) + 1):
            share = min(1.0, count * STEP / length) if length else 0.0
            yield bx + (ax - bx) * share, by + (ay - by) * share
