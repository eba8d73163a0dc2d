"""How a table stands: each side's chance of victory, from hit points, shields, charges, heroes and whose turn it is.

Every seat has a strength, and the chance of a seat is its share of all: exp(strength) over the sum. The weights were
fitted (maximum likelihood) to 40,000 moments of 6,000 games that ``instinct`` played with itself at all numbers of
players, with a tenth of its actions at random. They need be no better than that: the search plays on for some turns
before it asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import Final

from engines.bagarre.state import Seat, Table

POINTS_LOG: Final = 0.26
POINTS: Final = 0.053
GUARD: Final = 0.117
CHARGE: Final = 0.044
TO_PLAY: Final = 0.18
WOUND: Final = -0.36
POTION: Final = 0.29

HEROES: Final[Mapping[str, float]] = {
    "warrior": -0.2,
    "necromancer": 0.0,
    "mage": 0.2,
    "thief": 0.0,
    "ogre": -0.4,
    "paladin": 0.9,
    "priestess": -0.5,
    "beast": -0.3,
    "alchemist": -0.5,
    "spy": -0.7,
    "bard": -0.1,
    "demonist": -0.4,
}
"""What a hero adds to the strength, potions not counted."""


def outlook(table: Table, me: int) -> float:
    """Return the chance (0 to 1) that the side of a seat wins; it looks at every card, hidden ones too.

    Sides that share the victory (ruling B61) have equal parts of it.
    """
    outcome = table.outcome
    if outcome is not None:
        sharing = {table.seats[seat].team for seat in outcome.winners}
        return 1 / len(sharing) if me in outcome.winners else 0.0
    team = table.seats[me].team
    mine = all_ = 0.0
    for seat in table.seats:
        if seat.alive:
            share = exp(_strength(table, seat))
            all_ += share
            if seat.team == team:
                mine += share
    return mine / all_ if all_ else 0.0


def _strength(table: Table, seat: Seat) -> float:
    points = sum(seat.worth)
    guard = seat.guard
    for hook in seat.powers.shield_bonus:
        guard += hook(seat)
    strength = POINTS_LOG * log(points) + POINTS * points + GUARD * guard + WOUND * seat.wounds
    for card in seat.charges:
        strength += CHARGE * table.values[card]
    if seat.potions:
        strength += POTION * seat.potions.bit_count()
    if table.turn == seat.index:
        strength += TO_PLAY
    for code in seat.powers.codes:
        strength += HEROES[code]
    return strength
