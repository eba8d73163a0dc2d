"""The module "aliens": hunters that charge, shooters that stand off, and abductions (Musg, Invasion Alien)."""

from __future__ import annotations

from engines.musg.battle import hunting, moves, reach, shooting
from engines.musg.battle.actions import Charge
from engines.musg.battle.decision import Answer
from engines.musg.battle.field import Field
from engines.musg.battle.invasion import Invasion
from engines.musg.battle.modules import register
from engines.musg.battle.state import Piece, Place


class Aliens(Invasion):
    """They take the tests of others but those of charging and being charged; obstacles below one and a half (M323).

    They go round one or over it, whichever takes less movement (ruling M362).
    """

    code = "aliens"
    name = "Aliens"
    rule = "Musg, Gestion des aliens"
    rivals_carry = True
    traits = frozenset({"fearless_charges", "clears_three_halves"})

    def next_action(self, field: Field, piece: Piece) -> Answer:
        """Do what ruling M328 says: strike, shoot, charge, walk, in this order as far as each is possible.

        Who sits in a vehicle is struck through it and shot at in its cover (rulings M229, M327); nobody charges a
        vehicle, for a charge goes at characters (Musg, Charger au corps à corps).
        """
        if piece.foes:
            return hunting.strike(piece)
        aboard = hunting.lures(field, piece)
        blow = hunting.blow(aboard)
        if blow is not None:
            return blow
        prey = hunting.in_view(field, piece)
        lure = hunting.first(field, piece, aboard, prey)
        if not prey and lure is None:
            return hunting.follow_noise(field, piece)
        if lure is not None and lure.shots:
            return lure.shots[0], lure.module
        shots = shooting.shots(field, piece)
        if shots:
            return shots[0], field.plans[shots[0]]
        if lure is not None:
            return hunting.walk_up(field, piece, lure)
        if piece.ap == piece.sheet.action_points:  # afterwards it walks on, or shoots
            for foe in prey:
                if reach.reaches(field, piece, foe):
                    action = Charge((foe.uid,))
                    return action, moves.plan_charge(field, piece, action)
        return hunting.walk_to(field, piece, prey[0])

    def captives(self, field: Field) -> list[Piece]:
        """Return the fallen left on the table by everybody, whom the aliens carry off (rulings M201, M330, M359)."""
        return [p for p in field.pieces if p.place is Place.OUT and (field.led(p.side) or p.bystander)]


register(Aliens())
