"""Which game gets which table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.evenings.planner.setup import Spot
from engines.evenings.planner.state import Night, Sitting
from engines.pairing.matching import heaviest


def give_tables(sittings: Sequence[Sitting], spots: Sequence[Spot], cost: Callable[[Sitting, Spot], int]) -> None:
    """Give as many games as can be a table each, an earlier game before all later ones, at the least cost together.

    A game that gets none has ``spot`` 0.
    """
    count, base = len(sittings), len(spots) + 1
    fitting = {
        (place, count + number): cost(sitting, spot)
        for place, sitting in enumerate(sittings)
        for number, spot in enumerate(spots)
        if spot.fits(sitting.game, len(sitting.everybody), sitting.width, sitting.depth)
    }
    dearest = 1 + count * max(fitting.values(), default=0)
    ties = base**count
    weights = {
        (place, number): ((1 << count - place) * dearest - spent) * ties
        - (number - count) * base ** (count - 1 - place)
        for (place, number), spent in fitting.items()
    }
    for sitting in sittings:
        sitting.spot = 0
    for place, number in heaviest(weights):
        sittings[place].spot = spots[number - count].number


def least_room(_sitting: Sitting, spot: Spot) -> int:
    """Prefer small tables: games that are not planned yet may need the large ones."""
    return spot.seats + (spot.width * spot.depth) // 100


def fresh(night: Night) -> Callable[[Sitting, Spot], int]:
    """Prefer tables at which nobody of the game has sat, and of those small ones."""

    def cost(sitting: Sitting, spot: Spot) -> int:
        again = sum(night.sat[person, spot.number] ** 2 for person in sitting.people)
        return again * 1000 + min(999, least_room(sitting, spot))

    return cost
