"""The module "rescue": those whom the aliens keep wait in their nest to be brought home (Musg, Les « autres »; M330).

The rulebook only names the game. Here the nest is the middle of the table: the captives stand there unharmed by the
aliens, with the last hit point they have. A companion in contact frees one, who then acts with its warband and leaves
by any edge; carried off counts as well. Whoever is still on the table in the end stays a captive, to be sought again;
whoever died is dead.

Civilians of earlier battles wait there as well, companions of nobody: whichever warband's figure touches one first
frees it, unless that warband shot at it. From then on it is a civilian like any other: it may be stolen, and brings the
points of a saved civilian if it goes off on its own feet (rulings M205, M206, M332).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from msgspec.structs import replace

from engines.musg.abducted import Civilian
from engines.musg.attacks.fighter import Fighter, of_figure
from engines.musg.battle import civilians, neutral
from engines.musg.battle.aliens import Aliens
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.led import BYSTANDER, join, touched
from engines.musg.battle.modules import Module, register
from engines.musg.battle.setup import Side
from engines.musg.battle.state import CAPTIVE, Piece, Place
from engines.musg.ground.table import Base
from engines.musg.report import Who

RULE: Final = "ruling M330"


RESCUERS: Final = "rescuers"
"""The part of a warband some of whose figures wait in the nest."""
OWN_KIND, CIVILIAN_KIND = -200, -300
"""From where on those in the nest are numbered by kind: no other figures are alike to them."""


class Rescue(Module[Field]):
    """Captives stand in the nest, free when a companion touches them, home when they are off the table."""

    code = "rescue"
    name = "Rescue"
    brings = ("aliens", "civilians")
    open_edges = True
    part_codes = (RESCUERS,)

    def __init__(self) -> None:
        self._of: dict[int, int] = {}
        self._home: set[int] = set()
        self._civilians: dict[int, Civilian] = {}
        self._keepers = -1

    def enter(self) -> Self:
        """Return a new one: it remembers whom it is about."""
        return type(self)()

    def parts(self, sides: Sequence[Side]) -> tuple[str, ...]:
        """Whoever has captives comes for them."""
        return tuple(RESCUERS if side.captives else "" for side in sides)

    def start(self, field: Field) -> Flow[None]:
        """Stand everybody's captives and the civilians in the nest, where others without a rope can touch them."""
        self._keepers = next(module.side for module in field.modules if isinstance(module, Aliens))
        for band, side in zip(field.warbands, field.setup.sides, strict=True):
            for figure in side.captives:
                if base := self._room(field):
                    own = replace(of_figure(figure, field.catalogue), number=OWN_KIND - len(self._of))
                    piece = self._stand(field, own, CAPTIVE, base, figure.id)
                    self._of[piece.uid] = band.index
        for one in field.setup.civilians or ():
            if base := self._room(field):
                known = civilians.of(field)
                sheet = replace(
                    civilians.sheet_of(one.card, field.catalogue), number=CIVILIAN_KIND - len(self._civilians)
                )
                piece = self._stand(field, sheet, one.card, base, known.next_number)
                known.know(piece)
                self._civilians[piece.uid] = one
        yield from ()

    def _room(self, field: Field) -> Base | None:
        return neutral.room(field, self._keepers, field.table.width / 2, field.table.depth / 2, afoot=True)

    def _stand(self, field: Field, sheet: Fighter, profile: str, base: Base, number: int) -> Piece:
        traits = sheet.traits | {BYSTANDER, CAPTIVE, "scores_nothing"}
        sheet = replace(sheet, traits=traits, may_look_out=False)
        return neutral.stand(
            field, self._keepers, sheet, profile, base, Kind.APPEARED, RULE, number=number, hit_points=1
        )

    def acted(self, field: Field, piece: Piece) -> Flow[None]:
        """Free those whom a figure touches; see who is home."""
        self._see_home(field)
        if piece.afoot and not piece.bystander and field.led(piece.side):
            for one in touched(field, piece):
                if one.side != piece.side and self.sought_by(field, one, piece.side):
                    join(field, one, piece.side, RULE, piece)
        yield from ()

    def _see_home(self, field: Field) -> None:
        for piece in [field.pieces[uid] for uid in self._of if uid not in self._home]:
            if piece.place is Place.LEFT and not piece.down:
                self._home.add(piece.uid)
                field.emit(Kind.SAVED, RULE, piece, points=0, total=field.bands[piece.side].points)

    def sought_by(self, field: Field, piece: Piece, side: int) -> bool:
        """Tell whether a touch of a side's figure frees one: a companion always, a civilian while it is in the nest."""
        if piece.uid in self._civilians:
            return piece.side == self._keepers and civilians.of(field).follows(piece, side)
        return self._of.get(piece.uid) == side

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

    def freed_civilians(self, field: Field) -> list[Civilian]:
        """Return the civilians of the nest who are off the table, on their own feet or carried."""
        return self._civilians_at(field, Place.LEFT)

    def lost_civilians(self, field: Field) -> list[Civilian]:
        """Return the civilians of the nest who died."""
        return self._civilians_at(field, Place.DEAD)

    def _civilians_at(self, field: Field, place: Place) -> list[Civilian]:
        return [one for uid, one in self._civilians.items() if field.pieces[uid].place is place]


register(Rescue())
