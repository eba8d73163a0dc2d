"""A shot that was found legal, before it is fired."""

from __future__ import annotations

from typing import NamedTuple, final

from engines.musg.attacks.fighter import Gun
from engines.musg.attacks.terms import Shot
from engines.musg.battle.state import Piece
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Table


class Muzzle(NamedTuple):
    """Where a flame begins: so far from a point; and the table as its shooter sees it."""

    at: Point
    radius: float
    table: Table


@final
class ShotPlan:
    """A shot that was found legal.

    ``targets``: whom it may hit, nearest first (rulings M85, M87); ``tied`` how many of them are equally near.
    ``shot`` is ``None`` for templates. ``cost`` in action points. ``at``: where a template is aimed at no figure.
    ``muzzle``: where a flame begins that does not leave the shooter's own base.
    """

    __slots__ = ("at", "cost", "free", "gap", "gun", "muzzle", "shot", "targets", "tied", "weapon")

    def __init__(
        self,
        weapon: int,
        gun: Gun,
        cost: int,
        gap: float,
        targets: tuple[Piece, ...],
        tied: int,
        shot: Shot | None,
        free: bool,
        at: Point | None = None,
        muzzle: Muzzle | None = None,
    ) -> None:
        self.weapon = weapon
        self.gun = gun
        self.cost = cost
        self.gap = gap
        self.targets = targets
        self.tied = tied
        self.shot = shot
        self.free = free
        self.at = at
        self.muzzle = muzzle
