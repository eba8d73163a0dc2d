"""Infection: who was bitten, how long they have left, and what becomes of them (Musg, Infection; rulings M180-M183)."""

from __future__ import annotations

from typing import Final

from engines.musg import invasion
from engines.musg.battle import damage
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.pulp import ZOMBIE_TRAITS

INFECTION: Final = "Musg, Infection"


class Infections:
    """Who is infected: by number, the activations left, and the turn in which one of them was last counted."""

    def __init__(self) -> None:
        self._left: dict[int, int] = {}
        self._counted: dict[int, int] = {}

    def bitten(self, field: Field, piece: Piece) -> Flow[None]:
        """Test a figure that a bite has wounded, once for each bite, and never again once it is infected (M320).

        A voodoo zombie is dead already: nothing infects it (ruling M363).
        """
        if piece.uid in self._left or not (piece.in_play or piece.place is Place.OUT) or piece.traits & ZOMBIE_TRAITS:
            return
        toughness = bare_toughness(field, piece)
        score = yield from field.cast(
            lambda dice: dice.roll("2d6", "infection", piece.uid).value,
            piece.side,
            most=invasion.INFECTS_ABOVE + toughness,
        )
        caught = invasion.infects(score, toughness)
        left = invasion.activations_left((yield from field.die("incubation", piece))) if caught else 0
        if caught:
            self._left[piece.uid] = left
            self._counted[piece.uid] = field.turn
        field.emit(
            Kind.INFECTED,
            INFECTION,
            piece,
            score=score,
            toughness=toughness,
            limit=invasion.INFECTS_ABOVE,
            caught=caught,
            left=left,
        )

    def count(self, field: Field, piece: Piece) -> bool:
        """Count one activation of a figure down, at most one a turn; return whether that was the last (ruling M182)."""
        left = self._left.get(piece.uid)
        if left is None or self._counted[piece.uid] == field.turn or piece.place not in (*ACTING, Place.OUT):
            return False
        self._counted[piece.uid] = field.turn
        self._left[piece.uid] = left - 1
        if left > 1:
            return False
        del self._left[piece.uid]
        return True

    def waiting(self, field: Field) -> list[Piece]:
        """Return the infected whose count did not go down in this turn: not activated, or down (ruling M320)."""
        return [field.pieces[uid] for uid in sorted(self._left) if self._counted[uid] < field.turn]

    def kill(self, field: Field) -> None:
        """Let all who are still infected die, wherever they are by now (the switch of ruling M320)."""
        for uid in self.carriers:
            piece = field.pieces[uid]
            if piece.place is Place.DEAD:
                continue
            if not piece.bystander and piece.number in field.setup.sides[piece.side].unturned:
                continue
            field.emit(Kind.WOUNDED, INFECTION, piece, lost=piece.hp + 1, left=-1)
            piece.hp = -1
            if piece.down:
                piece.place = Place.DEAD
            else:
                damage.put_out(field, piece, None, turned=True)

    @property
    def carriers(self) -> tuple[int, ...]:
        """The numbers of the infected who have not risen."""
        return tuple(sorted(self._left))


def bare_toughness(field: Field, piece: Piece) -> int:
    """Return a figure's toughness without any gear (rulings M180, M320); a civilian's is that of its card."""
    if piece.bystander:
        return piece.sheet.toughness
    figure = next(f for f in field.setup.sides[piece.side].figures if f.id == piece.number)
    return invasion.bare_toughness(figure, field.catalogue)
