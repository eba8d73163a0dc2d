"""The bomb: carried in secret, placed, defused or gone off; and the defusing kits (Musg, Amorcer; M212-M214, M341)."""

from __future__ import annotations

from enum import StrEnum
from math import sqrt
from typing import Final

from engines.musg.battle import damage
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.marks import Mark
from engines.musg.battle.regroup.alert import away
from engines.musg.battle.regroup.teams import TEAM
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import GAP, RADIUS

RULE: Final = "Musg, Amorcer - Désamorcer une bombe"
SITE, BOMB, DROPPED, KIT = "site", "bomb", "dropped_bomb", "kit"
CONTACT: Final = 2 * RADIUS + 0.1
"""How near the middle of a base must be to a marker to touch it, in paces: a marker is as wide as a base."""


SITE_REACH: Final = 2.0
"""How far from the middle of a site one may stand to place the bomb there, in paces: it is a place, not a point."""


class Stage(StrEnum):
    """What has become of the bomb."""

    CARRIED = "carried"
    DROPPED = "dropped"
    TICKING = "ticking"
    DEFUSED = "defused"
    EXPLODED = "exploded"
    GONE = "gone"


class Bomb:
    """One bomb. ``holder`` is known to the terrorists only; ``placed_on`` the turn in which it was placed, 0 before."""

    def __init__(self) -> None:
        self.stage = Stage.CARRIED
        self.holder: int | None = None
        self.placer: int | None = None
        self.placed_on = 0
        self.spot: Point = (0.0, 0.0)
        self.kits: set[int] = set()
        self._kits_laid = 0

    @property
    def goes_off_after(self) -> int:
        """The turn at whose end it goes off: the third after that of placing (ruling M212)."""
        return self.placed_on + TEAM.fuse

    # --- placing and defusing -----------------------------------------------------------------------------------------

    def site(self, field: Field, piece: Piece) -> Mark | None:
        """Return the site at which a figure stands, if any."""
        return next((m for m in field.marks if m.code == SITE and _far(piece, (m.x, m.y)) <= SITE_REACH), None)

    def may_place(self, field: Field, piece: Piece) -> str | None:
        """Return why a figure cannot place the bomb now, or ``None``."""
        if self.stage is not Stage.CARRIED or self.holder != piece.uid:
            return "no_bomb"
        if piece.foes:
            return "engaged"
        if self.site(field, piece) is None:
            return "no_site_here"
        return "action_points" if piece.ap < TEAM.place_action_points else None

    def plant(self, field: Field, piece: Piece) -> None:
        """Place the bomb on the site; from now on it ticks."""
        site = self.site(field, piece)
        if site is None:
            return
        piece.ap -= TEAM.place_action_points
        self.stage, self.placed_on, self.spot = Stage.TICKING, field.turn, (site.x, site.y)
        self.placer, self.holder = piece.uid, None
        field.emit(
            Kind.BOMB, RULE, piece, what="placed", cost=TEAM.place_action_points, site=site.number, fuse=TEAM.fuse
        )
        field.lay(Mark(BOMB, 1, site.x, site.y), RULE, piece)

    def cost(self, piece: Piece) -> int:
        """Return the action points that defusing costs a figure, in one activation (ruling M341)."""
        return TEAM.defuse_action_points_with_kit if piece.uid in self.kits else TEAM.defuse_action_points

    def may_defuse(self, piece: Piece) -> str | None:
        """Return why a figure cannot defuse the bomb now, or ``None``."""
        if self.stage is not Stage.TICKING:
            return "no_bomb"
        if piece.foes:
            return "engaged"
        if not _beside(piece, self.spot):
            return "no_bomb_here"
        return "action_points" if piece.ap < self.cost(piece) else None

    def defuse(self, field: Field, piece: Piece) -> None:
        """Defuse the bomb for good."""
        cost = self.cost(piece)
        piece.ap -= cost
        self.stage = Stage.DEFUSED
        field.emit(Kind.BOMB, RULE, piece, what="defused", cost=cost, kit=piece.uid in self.kits)
        field.take_up([mark for mark in field.marks if mark.code == BOMB], RULE)

    # --- carried on ---------------------------------------------------------------------------------------------------

    @property
    def bearers(self) -> tuple[int, ...]:
        """The numbers of those who have the bomb or a kit."""
        return (*(() if self.holder is None else (self.holder,)), *sorted(self.kits))

    def dropped(self, field: Field, piece: Piece) -> None:
        """Lay down what a figure had that is gone: the bomb, which is no secret then, or its kit (ruling M214).

        Either leaves the table with whoever walks, flees or drives off it (ruling M363); that the bomb is gone with its
        bearer is told when the battle is over.
        """
        spot = (piece.base[0], piece.base[1])
        left = piece.place in (Place.LEFT, Place.FLED) and not piece.down
        if self.holder == piece.uid and left:
            self.holder, self.stage = None, Stage.GONE
        elif self.holder == piece.uid:
            self.holder, self.stage, self.spot = None, Stage.DROPPED, spot
            field.emit(Kind.BOMB, "ruling M214", piece, what="dropped")
            field.lay(Mark(DROPPED, 1, *spot), "ruling M214", piece)
        if piece.uid in self.kits:
            self.kits.discard(piece.uid)
            if left:
                return
            self._kits_laid += 1
            field.lay(Mark(KIT, self._kits_laid, *spot), RULE, piece)

    def passed(self, field: Field, piece: Piece, points: tuple[Point, ...], *, terrorist: bool) -> None:
        """Let a figure pick up what it touched on its way, for nothing: the bomb, or a kit (ruling M341)."""
        if piece.place is not Place.PLAY or not points:
            return
        wanted = DROPPED if terrorist else KIT
        for mark in [m for m in field.marks if m.code == wanted and away(points, (m.x, m.y)) <= CONTACT]:
            if terrorist:
                self.holder, self.stage = piece.uid, Stage.CARRIED
                field.emit(Kind.BOMB, "ruling M341", piece, what="picked_up")
            elif piece.uid in self.kits:
                continue
            else:
                self.kits.add(piece.uid)
                field.emit(Kind.BOMB, "ruling M341", piece, what="kit")
            field.take_up([mark], "ruling M341")

    # --- the blast ----------------------------------------------------------------------------------------------------

    def explode(self, field: Field) -> None:
        """Everybody within 20 paces dies, whoever it is, and so do those who lie there (rulings M2, M213, M341).

        Then the modules see to what else stands there: those who die aboard a vehicle are in it when it is wrecked.
        """
        placer = field.pieces[self.placer] if self.placer is not None else None
        self.stage = Stage.EXPLODED
        near = [p for p in field.pieces if p.place in (*ACTING, Place.OUT)]
        caught = [p for p in near if _far(p, self.spot) - p.base[3] <= TEAM.blast + GAP]
        field.emit(Kind.BOMB, "ruling M213", placer, what="exploded", figures=[p.uid for p in caught], blast=TEAM.blast)
        field.take_up([mark for mark in field.marks if mark.code == BOMB], "ruling M213")
        for piece in caught:
            lies = piece.down
            if not damage.kill(field, piece, "ruling M213", placer):
                continue
            if lies:
                field.remove(piece, Place.DEAD)
                field.emit(Kind.OUT, "ruling M213", piece, placer, killed=True, accident=placer is None)
            else:
                damage.put_out(field, piece, placer)
        for module in field.modules:
            module.shattered(field, self.spot, float(TEAM.blast))


def _beside(piece: Piece, spot: Point) -> bool:
    return _far(piece, spot) <= CONTACT


def _far(piece: Piece, spot: Point) -> float:
    dx, dy = piece.base[0] - spot[0], piece.base[1] - spot[1]
    return sqrt(dx * dx + dy * dy)
