"""The module "pulp": points that throw a die more, for oneself or against another (Musg, Le pulp, c'est le panache).

A throw is what falls together: the dice of a blow to hit, the two of a leadership test, a single die; the wound dice of
a shot fall one after the other, for whom the next is about depends on them. Before each throw the side that rolls is
asked first, then its opponents, as long as they have a point and its holder is in play (ruling M308). The first who
spends one has a pulp die thrown with the others, and then says which of them it replaces, if any, be it its own roll or
another's (rulings M160, M161, M307). A throw with a need succeeds when one of its dice does; who fails an own throw, or
lets another succeed, gives the point away (rulings M159, M304-M306).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from engines.core.dice import ASKS, Dice, Request, Roll
from engines.musg.attacks.result import Stage
from engines.musg.battle.actions import Action, Decline, Keep, Pulp, Sacrifice
from engines.musg.battle.decision import Ask, Decision, Flow, Throw
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.modules import Module, register
from engines.musg.battle.setup import Side as Entrant
from engines.musg.battle.state import Piece
from engines.musg.ground.table import within
from engines.musg.part import Side
from engines.musg.pulp import NEVER_CHARGES
from engines.musg.ranks import Rank

PANACHE: Final = "Musg, Le pulp, c’est le panache"
REASON: Final = "pulp"
"""What the pulp die is for on its receipt."""
NO_DIE: Final = -1
"""Instead of the place of a die: the pulp die replaces none."""
HOLDERS: Final = (Rank.LEADER, Rank.LIEUTENANT)
"""Who has points: the hero or villain for itself, partners or lieutenants together (ruling M163)."""
LEAST: Final = 2
"""The hit points needed to sacrifice one (ruling M164)."""
_WOUNDING: Final = frozenset({Stage.WOUND, Stage.VITAL_POINTS, Stage.POISON, Stage.BLADE_CATCHER})
RAMMING: Final = frozenset({"ram", "ram_back"})
"""Dice about a vehicle: the number on their receipts is its own."""
_AFTER_DAMAGE: Final = frozenset({"head_shot", "fall"})
"""Dice that answer damage already rolled: nobody sacrifices anything for them (ruling M309)."""

type Pool = tuple[int, Rank]
"""A side's number and whose points they are."""


class Wanted(Exception):
    """Dice are to be thrown that have not fallen yet."""

    def __init__(self, asked: str, count: int, reason: str, figure: int | None, need: int) -> None:
        super().__init__(reason)
        self.asked, self.count, self.reason, self.figure, self.need = asked, count, reason, figure, need


class KnownDice(Dice):
    """The faces that stand already, throw by throw; after them those of ``then``, or ``Wanted``."""

    source = "known"

    def __init__(self, known: Sequence[tuple[int, ...]], then: Dice | None = None) -> None:
        super().__init__()
        self._known = iter(known)
        self._then = then

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        return self._faces(request.asked, count, request.reason, request.figure, 0)

    def _faces(self, asked: str, count: int, reason: str, figure: int | None, need: int) -> tuple[int, ...]:
        faces = next(self._known, None)
        if faces is not None:
            return faces
        if self._then is None:
            raise Wanted(asked, count, reason, figure, need)
        return fall(self._then, asked, count, reason, figure)

    def roll(self, asked: str, reason: str, figure: int | None = None) -> Roll:
        """Return what is known of a roll."""
        return Roll(0, asked, reason, figure, self._faces(asked, ASKS[asked], reason, figure, 0), self.source)

    def d6(self, reason: str, figure: int | None = None) -> int:
        """Return one face."""
        return self._faces("d6", 1, reason, figure, 0)[0]

    def throw(self, count: int, reason: str, figure: int | None = None, need: int = 0) -> list[int]:
        """Return the faces of dice thrown together."""
        return list(self._faces("d6", count, reason, figure, need)) if count else []


def fall(dice: Dice, asked: str, count: int, reason: str, figure: int | None) -> tuple[int, ...]:
    """Throw dice: one receipt for a "2d6", one for each of several single dice."""
    return tuple(dice.throw(count, reason, figure)) if asked == "d6" else dice.roll(asked, reason, figure).faces


class PulpPoints(Module[Field]):
    """Heroes and villains with 3 points each, partners and lieutenants with 1 among them (rulings M163, M308).

    Every point is in a pool, ``lost``, or ``void`` with its holder: with those ``regained`` they add up to those
    ``begun`` with.
    """

    code = "pulp"
    minds_dice = True
    part_codes = tuple(side.value for side in Side)

    def __init__(self) -> None:
        self.kinds: dict[int, Side] = {}
        self.pools: dict[Pool, int] = {}
        self.sacrificed: set[int] = set()
        self.begun = self.regained = self.lost = self.void = 0

    def enter(self) -> PulpPoints:
        """Return a new one: it counts the points."""
        return type(self)()

    def parts(self, sides: Sequence[Entrant]) -> tuple[str, ...]:
        """Return on whose side each warband is (ruling M311)."""
        kinds = _kinds(sides)
        return tuple(kinds[number].value if number in kinds else "" for number in range(len(sides)))

    # --- who has points ---------------------------------------------------------------------------------------------

    def start(self, field: Field) -> Flow[None]:
        """Fill the pools of those in play; each game starts anew (ruling M308)."""
        self.kinds = _kinds(field.setup.sides)
        for side in self.kinds:
            for rank in HOLDERS:
                if holders(field, side, rank):
                    self.pools[side, rank] = field.catalogue.pulp.pools[rank]
        self.begun = sum(self.pools.values())
        field.emit(Kind.PULP_POOLS, PANACHE, pools=self.pool_list(field))
        yield from ()

    def pool_list(self, field: Field) -> list[int]:
        """Return the pools for an event: two numbers for each warband, the leader's and the group's; -1 where none."""
        return [self.pools.get((band.index, rank), -1) for band in field.warbands for rank in HOLDERS]

    def put_out(self, field: Field, piece: Piece, by: Piece | None) -> None:
        """The points of whoever is out are void (ruling M308)."""
        self._void(field)

    def activation_ended(self, field: Field, piece: Piece) -> Flow[None]:
        """Who has fled or left takes the points along."""
        self._void(field)
        yield from ()

    def _void(self, field: Field) -> None:
        for (side, rank), left in self.pools.items():
            if left and not holders(field, side, rank):
                self.pools[side, rank] = 0
                self.void += left
                field.emit(
                    Kind.PULP_VOID,
                    "ruling M308",
                    side=side,
                    rank=rank.value,
                    count=left,
                    pools=self.pool_list(field),
                )

    # --- tribes -----------------------------------------------------------------------------------------------------

    def companions(self, field: Field, piece: Piece) -> list[Piece]:
        """Return the tribesmen of one chain (ruling M170)."""
        return chain_of(field, piece)

    def may_act_as_one(self, field: Field, group: list[Piece]) -> bool:
        """Four tribesmen at most, in one chain (ruling M170)."""
        return may_act_in_chain(field, group)

    # --- dice -------------------------------------------------------------------------------------------------------

    def cast[T](
        self,
        field: Field,
        roll: Callable[[Dice], T],
        side: int,
        against: int | None,
        *,
        most: int,
        counted: int,
    ) -> Flow[T]:
        """Roll dice throw by throw, each asked about before it falls.

        Nobody is asked about dice for somebody hidden: the question would tell where he is (ruling M280).
        """
        known: list[tuple[int, ...]] = []
        bled: set[int] = set()
        declined: set[int] = set()
        while any(self._may_spend(field, one) or self._may_bleed(field, one) for one in self.kinds):
            try:
                return roll(KnownDice(known))
            except Wanted as wanted:
                throw = Throw(
                    wanted.reason, wanted.figure, side, against, wanted.count, 0 if most else wanted.need, most, counted
                )
                if _about_hidden(field, wanted):
                    known.append(fall(field.dice, wanted.asked, wanted.count, wanted.reason, wanted.figure))
                    continue
                action, asked = yield from self._asked(field, throw, bled, declined)
                if isinstance(action, Sacrifice):
                    self._bleed(field, field.pieces[action.figure])
                    continue  # what is rolled for may have changed with its hit points
                faces = fall(field.dice, wanted.asked, wanted.count, wanted.reason, wanted.figure)
                if isinstance(action, Pulp):
                    thrown = replace(throw, faces=faces)
                    faces = yield from self._spend(field, field.pieces[action.figure], asked, thrown)
                known.append(faces)
                declined = set()
                if wanted.reason in _WOUNDING and wanted.figure is not None:
                    bled.add(wanted.figure)
        return roll(KnownDice(known, field.dice))

    def _asked(self, field: Field, throw: Throw, bled: set[int], declined: set[int]) -> Flow[tuple[Action, int]]:
        """Ask the side that rolls, then the others in their order, until one does something; return what, and who."""
        for side in dict.fromkeys((throw.side, *(field.order or self.kinds))):
            if side in declined or side not in self.kinds:
                continue
            spenders, bleeder = self._may_spend(field, side), self._may_bleed(field, side)
            if bleeder is not None and (bleeder.uid in bled or throw.reason in _AFTER_DAMAGE):
                bleeder = None
            if not spenders and bleeder is None:
                continue
            threat = bleeder.uid if bleeder is not None else None
            options = tuple(one.uid for one in spenders)
            action, _ = yield Decision(Ask.PULP, side, throw.figure, options, threat=threat, throw=throw)
            if not isinstance(action, Decline):
                return action, side
            declined.add(side)
        return Decline(), throw.side

    def answers(self, field: Field, decision: Decision) -> list[Action]:
        """Return what may be answered: a point of one of the holders, a hit point (``threat``), or nothing."""
        if decision.ask is Ask.PULP_STANDS:
            return [*[Keep(place) for place in decision.options], Keep(NO_DIE)]
        bled: list[Action] = [] if decision.threat is None else [Sacrifice(decision.threat)]
        return [*[Pulp(uid) for uid in decision.options], *bled, Decline()]

    def _may_spend(self, field: Field, side: int) -> list[Piece]:
        """Return who may spend a point of a side: the first in play of each pool that has one."""
        found = [(rank, holders(field, side, rank)) for rank in HOLDERS if self.pools.get((side, rank))]
        return [pieces[0] for _rank, pieces in found if pieces]

    def _may_bleed(self, field: Field, side: int) -> Piece | None:
        """Return the hero or villain of a side who may sacrifice a hit point now, if any (rulings M164, M309)."""
        if side in self.sacrificed or any(left for (_, rank), left in self.pools.items() if rank is Rank.LEADER):
            return None
        able = [one for one in holders(field, side, Rank.LEADER) if one.hp >= LEAST]
        return able[0] if able and (side, Rank.LEADER) in self.pools else None

    def _bleed(self, field: Field, piece: Piece) -> None:
        self.sacrificed.add(piece.side)
        self.pools[piece.side, Rank.LEADER] += 1
        self.regained += 1
        piece.hp -= 1
        piece.hurt = True
        field.note(Kind.WOUNDED, "ruling M164", piece, lost=1, left=piece.hp)
        field.note(Kind.PULP_REGAINED, "ruling M164", piece, pools=self.pool_list(field))

    def _spend(self, field: Field, piece: Piece, side: int, throw: Throw) -> Flow[tuple[int, ...]]:
        """Throw the pulp die, let the spender say which die it replaces, and see what becomes of the point."""
        rank = piece.sheet.rank
        self.pools[side, rank] -= 1
        throw = replace(throw, die=field.dice.d6(REASON, piece.uid))
        options = throw.replaceable()
        place = NO_DIE
        if options:
            action, _ = yield Decision(Ask.PULP_STANDS, side, piece.uid, options, throw=throw)
            place = action.die if isinstance(action, Keep) else NO_DIE
        standing = throw.standing(place)
        success = None if throw.reason == Stage.LINE else throw.succeeds(standing)  # nobody aims at who is in the way
        given = self._gift(field, side, rank, throw, success=success)
        if given is None:
            self.lost += 1
        else:
            self.pools[given, rank] += 1
        field.note(
            Kind.PULP_DIE,
            PANACHE,
            piece,
            None if throw.figure is None else field.pieces[throw.figure],
            reason=throw.reason,
            roller=throw.side,
            own=side == throw.side,
            faces=list(throw.faces),
            die=throw.die,
            place=place,
            need=throw.need,
            most=throw.most,
            success=success,
            given=given,
            pools=self.pool_list(field),
        )
        return standing

    def _gift(self, field: Field, side: int, rank: Rank, throw: Throw, *, success: bool | None) -> int | None:
        """Return the side whose mirror of the pool a point goes to, ``None`` when it is lost (M159, M162, M304-M306).

        An own throw that fails gives it to the opponent it was rolled against, else to the first of the other kind;
        one imposed that succeeds all the same to whoever rolled.
        """
        own = side == throw.side
        if success is None or success is own:
            return None
        near = [] if throw.against is None else [throw.against]
        candidates = [*near, *field.order] if own else [throw.side]
        for one in candidates:
            mirror = self.kinds.get(one, self.kinds[side]) is not self.kinds[side]
            if mirror and (one, rank) in self.pools and holders(field, one, rank):
                return one
        return None


def _about_hidden(field: Field, wanted: Wanted) -> bool:
    """Tell whether dice are for a hidden figure; those of a ram name a vehicle."""
    return wanted.figure is not None and wanted.reason not in RAMMING and field.pieces[wanted.figure].hidden


def holders(field: Field, side: int, rank: Rank) -> list[Piece]:
    """Return who may spend the points of a pool: those in play who hold it (rulings M308, M355)."""
    return [piece for piece in field.in_play(side) if piece.sheet.rank is rank]


def _kinds(sides: Sequence[Entrant]) -> dict[int, Side]:
    """Return on whose side each warband is (ruling M311); where none says so, the first are the heroes."""
    parts = [side.part for side in sides]
    if all(part is UNSET for part in parts):
        return {number: Side.VILLAINS if number else Side.HEROES for number in range(len(parts))}
    return {number: part.side for number, part in enumerate(parts) if part is not UNSET}


register(PulpPoints())


CHAIN_MOST: Final = 4
"""Tribesmen activated as one: four at most in a chain, who all move before any of them strikes or shoots.

Musg, Exception de composition de bande pour le pulp; rulings M170, M312. The chain is formed when it is activated, and
counts as one activation; each keeps his own action points, target and dice.
"""
CHAIN_PACES: Final = 1


def tribesman(field: Field, piece: Piece) -> bool:
    """Tell whether a figure may act in a group now: a tribe's henchman on foot who has not acted and does not flee."""
    if not field.led(piece.side) or piece.sheet.rank is not Rank.HENCHMAN or NEVER_CHARGES in piece.traits:
        return False
    part = field.setup.sides[piece.side].part
    return part is not UNSET and part.tribe and piece.afoot and not piece.acted and not piece.routed


def chained(group: Sequence[Piece]) -> list[Piece]:
    """Return those of a group who stand in one chain with the first of it, each within 1 pace of another."""
    found, left = [group[0]], list(group[1:])
    for member in found:
        near = [p for p in left if within(member.base, p.base, CHAIN_PACES)]
        found += near
        left = [p for p in left if p not in near]
    return found


def chain_of(field: Field, piece: Piece) -> list[Piece]:
    """Return whom to activate with a tribesman: the nearest of his chain, as many as there may be."""
    if not tribesman(field, piece):
        return []
    return chained([piece, *[p for p in field.friends(piece) if tribesman(field, p)]])[1:CHAIN_MOST]


def may_act_in_chain(field: Field, group: Sequence[Piece]) -> bool:
    """Tell whether these may be activated together."""
    return (
        len(group) <= CHAIN_MOST
        and all(tribesman(field, p) and p.side == group[0].side for p in group)
        and len(chained(group)) == len(group)
    )
