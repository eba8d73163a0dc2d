"""Tests of leadership before they are rolled: what is needed, of what it is made up, and how likely it is."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from engines.musg.battle import morale, reactions
from engines.musg.battle.state import Piece
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Base
from engines.musg.prospects.knowing import Known
from engines.musg.prospects.option import Chances, How, Term, Test

TESTS: Final = "Musg, Fin du tour"
ALLIES: Final = "ruling M146"
MODULES: Final = "ruling M322"
THREE_DICE: Final = "leadership_three_dice"
"""Nerves of steel: a die more, the highest of which does not count (ruling M271)."""
FEARLESS: Final = "fearless_charges"


@lru_cache(maxsize=128)
def passes(need: int, dice: int = 2, kept: int = 2) -> float:
    """Return the chance that the lowest ``kept`` of some dice do not exceed ``need`` in sum (Musg, Fin du tour)."""
    rolls = list(product(range(1, 7), repeat=dice))
    return sum(sum(sorted(roll)[:kept]) <= need for roll in rolls) / len(rolls)


def chance_of(piece: Piece, need: int, *, one_die: bool = False) -> float:
    """Return the chance that a figure passes a test (``morale.roll``, ``morale.roll_one``)."""
    kept = 1 if one_die else 2
    return passes(need, kept + (THREE_DICE in piece.traits), kept)


def test(
    known: Known,
    code: str,
    rule: str,
    piece: Piece,
    foe: Piece | None,
    *,
    stands: Base | None = None,
    at: Point | None = None,
    after: float | None = None,
    one_die: bool = False,
    allies: bool = True,
    shot: Chances | None = None,
    weapon: str = "",
) -> Test:
    """Return a test as ``morale.take`` takes it. ``stands``: where the figure is then, if not where it is now."""
    battle, sheet = known.battle, piece.sheet
    how = How.ROLLED
    if not sheet.tests_leadership:
        how = How.NONE if sheet.leadership is None else How.HARDENED
    elif morale.hates_a_foe(battle, piece):
        how = How.HATRED
    if how is not How.ROLLED:
        return Test(
            code=code,
            rule=rule,
            figure=piece.uid,
            foe=foe.uid if foe else None,
            chance=1.0,
            how=how,
            at=at,
            after=after,
            shot=shot if how is How.HATRED else None,
            weapon=weapon if how is How.HATRED else "",
        )
    here = stands or piece.base
    own = known.leadership(piece, here)
    beside = len(known.allies(piece, here)) if allies else 0
    more = morale.further(battle, piece, foe)
    need = own + beside + more
    terms = [Term("leadership", own, TESTS)]
    if beside:
        terms.append(Term("allies", beside, ALLIES))
    if more:
        terms.append(Term("modules", more, MODULES))
    return Test(
        code=code,
        rule=rule,
        figure=piece.uid,
        foe=foe.uid if foe else None,
        need=need,
        chance=chance_of(piece, need, one_die=one_die),
        at=at,
        after=after,
        shot=shot,
        weapon=weapon,
        terms=tuple(terms),
    )


def nerve(known: Known, charger: Piece, targets: list[Piece]) -> Test | None:
    """Return the test whether a figure dares to charge, if it takes one (``reactions.nerve``; ruling M60)."""
    if not known.battle.rules.nerve_to_charge:
        return None
    highest = max(targets, key=lambda p: p.level_to(charger))
    if highest.level_to(charger) <= charger.level or FEARLESS in charger.traits:
        return None
    return test(known, "nerve", reactions.NERVE, charger, highest)


def receive(known: Known, target: Piece, charger: Piece) -> Test | None:
    """Return the test of a figure that is charged, if it takes one (``reactions.receive``; rulings M139, M140)."""
    if not known.battle.rules.receive_charge or charger.level <= target.level or FEARLESS in target.traits:
        return None
    return test(known, "receive", reactions.RECEIVE, target, charger)


def under_fire(known: Known, piece: Piece, shooter: Piece, strength: int) -> Test | None:
    """Return the test of a figure shot at, if it takes one (``reactions.under_fire``; rulings M142-M144)."""
    rules = known.battle.rules
    if not rules.under_fire or not piece.afoot or piece.side == shooter.side or "no_reactions" in piece.traits:
        return None
    if any(gun.strength >= strength for gun in piece.sheet.guns):
        return None
    return test(known, "under_fire", reactions.UNDER_FIRE, piece, shooter, one_die=rules.under_fire_one_die)
