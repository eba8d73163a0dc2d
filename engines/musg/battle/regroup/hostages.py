"""Hostages: held, freed by a touch, led out or killed (Musg, Délivrer un otage; rulings M158, M340)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from engines.musg.attacks.fighter import BARE_HANDS, Blade, Fighter, Strike
from engines.musg.battle import neutral
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.led import BEHIND, BYSTANDER, Trail
from engines.musg.battle.regroup.alert import away
from engines.musg.battle.regroup.teams import TEAM
from engines.musg.battle.state import Piece, Place
from engines.musg.catalogue import Catalogue
from engines.musg.ground.movement import Route
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import TOUCH, Base, touching, within
from engines.musg.ranks import Rank

RULE: Final = "Musg, Délivrer un otage"
PROFILE: Final = "hostage"
COUNT: Final = 4
"""How many hostages are held: the book gives no number."""
NEVER: Final = 7
"""What somebody who never strikes would have to roll."""


@lru_cache(maxsize=8)
def sheet(catalogue: Catalogue) -> Fighter:
    """Return a hostage's sheet: an extra's movement, leadership and hit points, no weapon (ruling M340)."""
    hostage = TEAM.hostage
    return Fighter(
        number=-100,
        name=hostage.name.en,
        rank=Rank.EXTRA,
        race=catalogue.of_nobody.code,
        movement=hostage.movement,
        open_ground_movement=hostage.movement,
        leadership=hostage.leadership,
        shooting=None,
        melee=NEVER,
        strength=0,
        toughness=hostage.toughness,
        hit_points=hostage.hit_points,
        action_points=0,
        strikes=(Strike((Blade(BARE_HANDS, 0, 0, 1),)),),
        traits=frozenset({BYSTANDER, "scores_nothing", "leaves_no_body", "no_reactions"}),
    )


class Hostages:
    """The hostages of a game, in order: behind whom they go, and who of them was ever freed."""

    def __init__(self) -> None:
        self.trail = Trail()
        self.all: list[Piece] = []
        self._freed: set[int] = set()
        self._touched: list[tuple[int, int]] = []

    def add(self, field: Field, side: int, base: Base) -> None:
        """Put the next hostage on the table, before the first turn."""
        hostage = sheet(field.catalogue)
        one = replace(hostage, name=f"{hostage.name} {len(self.all) + 1}")
        self.all.append(neutral.stand(field, side, one, PROFILE, base, Kind.APPEARED, RULE))

    def move(self, field: Field, piece: Piece, base: Base) -> None:
        """Change the place where a hostage is held, before the strike team comes."""
        start = piece.base
        field.put(piece, base)
        field.emit(Kind.HOSTAGE, RULE, piece, why="moved", start=list(start[:3]), end=list(base[:3]))

    # --- who is where -----------------------------------------------------------------------------------------------

    def here(self) -> list[Piece]:
        """Return those on the table."""
        return [piece for piece in self.all if piece.place is Place.PLAY]

    @property
    def saved(self) -> int:
        """How many were brought out."""
        return sum(piece.place is Place.LEFT for piece in self.all)

    def led_by(self, field: Field, piece: Piece) -> list[Piece]:
        """Return those whom a figure leads."""
        return self.trail.followers(field, piece)

    def rest(self) -> None:
        """They have no action points and are never activated (ruling M340)."""
        for piece in self.all:
            piece.acted = True

    # --- a touch ----------------------------------------------------------------------------------------------------

    def passed(self, piece: Piece, points: Sequence[Point]) -> None:
        """Note whom an anti-terrorist touched on its way: hostages whom no friend of it leads."""
        for one in self.here():
            reach = piece.base[3] + one.base[3] + TOUCH
            if away(points, one.base[:2]) <= reach and abs(piece.base[2] - one.base[2]) < 1:
                self._touched.append((one.uid, piece.uid))

    def free(self, field: Field) -> None:
        """Free those who were touched; each follows its liberator from now on."""
        touched, self._touched = self._touched, []
        for uid, liberator in touched:
            one, piece = field.pieces[uid], field.pieces[liberator]
            leader = self.trail.leader(field, one)
            friendly = leader is not None and leader.side == piece.side
            if one.place is Place.PLAY and piece.place is Place.PLAY and not friendly:
                self.take(field, piece, one)

    def takeable(self, field: Field, piece: Piece, *, liberates: bool) -> Iterator[Piece]:
        """Give whom a figure may lead from now on: in contact with it, or led by a friend in contact (M340).

        A terrorist only takes those who were freed and whom nobody leads.
        """
        for one in self.here():
            leader = self.trail.leader(field, one)
            if leader is piece:
                continue
            if leader is not None and leader.side == piece.side:
                if touching(piece.base, leader.base) or touching(piece.base, one.base):
                    yield one
            elif touching(piece.base, one.base) and (liberates or (leader is None and one.uid in self._freed)):
                yield one

    def take(self, field: Field, piece: Piece, one: Piece) -> None:
        """Let a hostage follow a figure from now on: no action points (ruling M340)."""
        self._freed.add(one.uid)
        self.trail.take(field, one, piece, RULE)

    def after(self, field: Field, piece: Piece, way: Sequence[Point]) -> list[Piece]:
        """Let those whom a figure leads walk behind it; return those who stand near enough now."""
        points = tuple(way) or (piece.base[:2],)
        self.trail.follow(field, piece, Route(piece.base, points, 0.0, True), RULE)
        return [one for one in self.led_by(field, piece) if within(one.base, piece.base, BEHIND)]

    def left_alone(self, field: Field, home: int) -> None:
        """Nobody leads those any more whose leader is gone."""
        for one in self.trail.orphans(field):
            self.trail.drop(field, one, home, RULE)

    def bring_out(self, field: Field, one: Piece) -> None:
        """A hostage leaves the table behind its leader."""
        field.remove(one, Place.LEFT)
        field.emit(Kind.LEFT_TABLE, "ruling M340", one, fled=False)
