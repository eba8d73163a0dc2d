"""The module "zombies": they shamble towards what they see or hear, bite, and make more (Musg, Invasion de Zombies)."""

from __future__ import annotations

from typing import Final

from engines.musg.battle import damage, hunting, neutral, reactions
from engines.musg.battle.decision import Answer, Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.infection import INFECTION, Infections
from engines.musg.battle.invasion import Invasion
from engines.musg.battle.modules import Module, register
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.ground.table import within
from engines.musg.ranks import Rank

FEAR_PACES: Final = 5
FEAR: Final = -1
STUN: Final = "Musg, Profil des zombies"


class Zombies(Invasion):
    """No reactions, no charge, no run; two strikes of two dice in contact; obstacles up to half a figure (M191)."""

    code = "zombies"
    name = "Zombies"
    rule = "Musg, Gestion des zombies"
    traits = frozenset({"no_reactions", "fearless_charges", "dreaded", "clears_half"})

    def __init__(self) -> None:
        super().__init__()
        self.infections = Infections()
        self._stunned: dict[int, int] = {}
        self._still: int | None = None

    def neutral_part(self, field: Field) -> Flow[None]:
        """Let the infected turn who were not activated, then all zombies act, the risen too (rulings M317, M320)."""
        for piece in self.infections.waiting(field):
            if self.infections.count(field, piece):
                yield from self.rise(field, piece)
        yield from super().neutral_part(field)

    def activated(self, field: Field, piece: Piece) -> Flow[None]:
        """A stunned zombie does not move in this activation (ruling M186)."""
        if piece.side == self.side:
            left = self._stunned.pop(piece.uid, 0)
            self._still = piece.uid if left else None
            if left > 1:
                self._stunned[piece.uid] = left - 1
        yield from ()

    def activation_ended(self, field: Field, piece: Piece) -> Flow[None]:
        """An infected figure turns at the end of the last activation it had left (ruling M182)."""
        if piece.place in ACTING and self.infections.count(field, piece):
            yield from self.rise(field, piece)

    def wounded(self, field: Field, piece: Piece, by: Piece | None, *, shot: bool) -> Flow[None]:
        """A zombie that is hurt may be stunned (ruling M186); whom a zombie hurts may be infected (ruling M180)."""
        if piece.side == self.side:
            if piece.afoot:
                yield from self._stun(field, piece)
        elif by is not None and by.side == self.side and (field.led(piece.side) or piece.bystander):
            yield from self.infections.bitten(field, piece)

    def _stun(self, field: Field, piece: Piece) -> Flow[None]:
        face = yield from field.die("stun", piece)
        turns = max(0, face - piece.sheet.toughness)
        if turns:
            self._stunned[piece.uid] = turns
        field.emit(Kind.STUNNED, STUN, piece, turns=turns)

    def leadership(self, field: Field, piece: Piece, foe: Piece | None) -> int:
        """Henchmen fear zombies: 1 less once, because of one or with one within 5 paces (rulings M192, M322)."""
        if piece.sheet.rank is not Rank.HENCHMAN or not field.led(piece.side):
            return 0
        if foe is not None and foe.side == self.side:
            return FEAR
        return FEAR if any(within(piece.base, p.base, FEAR_PACES) for p in field.afoot(self.side)) else 0

    def rise(self, field: Field, piece: Piece) -> Flow[None]:
        """Let an infected figure become a zombie where it stands or lies: for its warband it is dead (ruling M320).

        A hero or a villain of pulp only goes out of action (ruling M327). Who sat in a vehicle stands beside it then.
        """
        if not piece.bystander and piece.number in field.setup.sides[piece.side].unturned:
            if piece.place in ACTING:
                field.emit(Kind.WOUNDED, INFECTION, piece, lost=piece.hp, left=0)
                piece.hp = 0
                damage.put_out(field, piece, None)
            return
        base = piece.base
        if piece.place in ACTING:
            piece.hp = -1
            damage.put_out(field, piece, None, turned=True)
        else:
            piece.hp, piece.place = -1, Place.DEAD
        if not field.table.fits(base, [p.base for p in field.pieces if p.afoot]):
            found = neutral.room(field, self.side, base[0], base[1])
            if found is None:
                return
            base = found
        code = field.catalogue.risen.code
        zombie = neutral.stand(field, self.side, self.sheet(field, code), code, base, Kind.ROSE, INFECTION, piece)
        yield from reactions.sighted(field, zombie)

    def next_action(self, field: Field, piece: Piece) -> Answer:
        """Strike whom it touches, or the vehicle it touches, else walk to whom it sees, else half a move to what it
        heard (M62, M194, M286, M318, M327).
        """
        if piece.foes:
            return hunting.strike(piece)
        aboard = hunting.lures(field, piece)
        blow = hunting.blow(aboard)
        if blow is not None:
            return blow
        if self._still == piece.uid:
            return hunting.STAYS
        prey = hunting.in_view(field, piece)
        lure = hunting.first(field, piece, aboard, prey)
        if lure is not None:
            return hunting.walk_up(field, piece, lure)
        return hunting.walk_into(field, piece, prey[0]) if prey else hunting.follow_noise(field, piece)


class FatalInfection(Module[Field]):
    """A switch: whoever is still infected when the battle is over dies of it (ruling M320); without it nobody does."""

    code = "fatal_infection"

    def ended(self, field: Field) -> None:
        """Let the infected die."""
        for module in field.modules:
            if isinstance(module, Zombies):
                module.infections.kill(field)


register(Zombies())
register(FatalInfection())
