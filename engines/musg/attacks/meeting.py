"""What can happen to the damage table between some fighters and some others: which of its cells may be asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from engines.musg.attacks.aim import wound_need
from engines.musg.attacks.fighter import Fighter
from engines.musg.pulp import NEVER_CHARGES

CHARGE: Final = 1
"""Strength that a successful charge adds to the blows of its activation (rulings M64, M113)."""
SHAKEN: Final = 1
"""Toughness that a charge received without nerve takes (Musg, Subir une charge; ruling M140), never below 1 (M133)."""
FEARLESS: Final = "fearless_charges"


class Meeting(Struct, frozen=True):
    """The cells of the damage table that attackers may need against targets.

    ``strengths`` and ``toughnesses`` ascending; ``rows`` has for each toughness the lowest die that wounds at each
    strength.
    """

    strengths: tuple[int, ...]
    toughnesses: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


def strengths(fighter: Fighter) -> frozenset[int]:
    """Return the strengths of all hits a fighter may land: its guns, its blows, and its blows after a charge."""
    blows = {blade.strength for strike in fighter.strikes for blade in strike.blades}
    charged = set() if NEVER_CHARGES in fighter.traits else {strength + CHARGE for strength in blows}
    return frozenset({*(gun.strength for gun in fighter.guns), *blows, *charged})


def toughnesses(fighter: Fighter, chargers: Iterable[Fighter] = ()) -> frozenset[int]:
    """Return a fighter's toughness, and the one it has after a charge of its betters for which it had no nerve.

    ``chargers``: who may charge it; nobody where the test for receiving a charge is not played.
    """
    tests = fighter.tests_leadership and FEARLESS not in fighter.traits
    shaken = tests and any(one.level > fighter.level and NEVER_CHARGES not in one.traits for one in chargers)
    return frozenset({fighter.toughness, *([max(1, fighter.toughness - SHAKEN)] if shaken else [])})


def meeting(strong: Iterable[int], tough: Iterable[int]) -> Meeting:
    """Return the part of the damage table between these strengths and these toughnesses (armour of vehicles, too)."""
    columns, rows = tuple(sorted(set(strong))), tuple(sorted(set(tough)))
    needs = tuple(tuple(wound_need(strength, toughness) for strength in columns) for toughness in rows)
    return Meeting(columns, rows, needs)
