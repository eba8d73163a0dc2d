"""The module "rescue": those whom the aliens keep wait in their nest to be brought home (Musg, Les « autres »; M330).

The rulebook only names the game. Here the nest is the middle of the table: the captives stand there unharmed by the
aliens, with the last hit point they have. A companion in contact frees one, who then acts with its warband and leaves
by any edge; carried off counts as well. Whoever is still on the table in the end stays a captive, to be sought again;
whoever died is dead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from msgspec.structs import replace

from engines.musg.attacks.fighter import of_figure
from engines.musg.battle import neutral
from engines.musg.battle.aliens import Aliens
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field, Flow
from engines.musg.battle.led import BYSTANDER, join, touched
from engines.musg.battle.modules import Module, register
from engines.musg.battle.setup import Side
from engines.musg.battle.state import CAPTIVE, Piece, Place
from engines.musg.report import Who

RULE: Final = "ruling M330"


RESCUERS: Final = "rescuers"
"""The part of a warband some of whose figures wait in the nest."""


class Rescue(Module):
    """Captives stand in the nest, free when a companion touches them, home when they are off the table."""

    code = "rescue"
    name = "Rescue"
    brings = ("aliens", "civilians")
    open_edges = True
    part_codes = (RESCUERS,)

    def __init__(self) -> None:
        self._of: dict[int, int] = {}

    def enter(self) -> Self:
        """Return a new one: it remembers whom it is about."""
        return type(self)()

    def parts(self, sides: Sequence[Side]) -> tuple[str, ...]:
        """Whoever has captives comes for them."""
        return tuple(RESCUERS if side.captives else "" for side in sides)

    def start(self, field: Field) -> Flow[None]:
        """Stand everybody's captives in the nest, where companions without a rope can touch them."""
        keepers = next(module.side for module in field.modules if isinstance(module, Aliens))
        for band, side in zip(field.warbands, field.setup.sides, strict=True):
            for figure in side.captives:
                base = neutral.room(field, keepers, field.table.width / 2, field.table.depth / 2, afoot=True)
                if base is None:
                    continue
                own = of_figure(figure)
                traits = own.traits | {BYSTANDER, CAPTIVE, "scores_nothing"}
                sheet = replace(own, traits=traits, may_look_out=False, number=-200 - len(self._of))
                piece = neutral.stand(
                    field, keepers, sheet, CAPTIVE, base, Kind.APPEARED, RULE, number=figure.id, hit_points=1
                )
                self._of[piece.uid] = band.index
        yield from ()

    def acted(self, field: Field, piece: Piece) -> Flow[None]:
        """Free the companions whom a figure touches; see who is home."""
        if piece.bystander:
            self._see_home(field, piece)
        elif piece.in_play and field.bystanders:
            for one in touched(field, piece):
                if self._of.get(one.uid) == piece.side and one.side != piece.side:
                    join(field, one, piece.side, RULE, piece)
        yield from ()

    def _see_home(self, field: Field, piece: Piece) -> None:
        if piece.uid in self._of and piece.place is Place.LEFT:
            field.emit(Kind.SAVED, RULE, piece, points=0, total=field.bands[piece.side].points)

    def home_of(self, piece: Piece) -> int | None:
        """Return the side of the warband that a captive belongs to, ``None`` for anybody else."""
        return self._of.get(piece.uid)

    def perished(self, field: Field) -> list[Who]:
        """Return the captives who died, led home or not: nobody can seek them any more."""
        dead = [uid for uid in self._of if field.pieces[uid].place is Place.DEAD]
        return [Who(field.bands[self._of[uid]].key, field.pieces[uid].number) for uid in dead]

    def rescued(self, field: Field) -> list[Piece]:
        """Return the captives who are off the table, on their own feet or carried."""
        return [field.pieces[uid] for uid in self._of if field.pieces[uid].place is Place.LEFT]


register(Rescue())
