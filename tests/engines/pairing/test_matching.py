"""Matchings in the order of their costs."""

from __future__ import annotations

import random
from itertools import combinations, islice

from engines.pairing.matching import Edge, Matching, cheapest, cheapest_first, cost_of


def every(places: list[int]) -> list[Matching]:
    if not places:
        return [()]
    first, *others = places
    return [
        tuple(sorted([(first, other), *rest]))
        for other in others
        for rest in every([place for place in others if place != other])
    ]


def test_all_matchings_come_once_and_the_cheapest_first() -> None:
    chance = random.Random(7)
    for _try in range(5):
        costs: dict[Edge, int] = {edge: chance.randrange(10**9) for edge in combinations(range(6), 2)}
        del costs[0, 1]
        due = sorted((m for m in every(list(range(6))) if (0, 1) not in m), key=lambda m: cost_of(m, costs))
        assert len(due) == 12
        assert list(cheapest_first(6, costs)) == due
        assert cheapest(6, costs) == due[0]


def test_what_cannot_be_covered_has_none() -> None:
    """A star: two of the three leaves have nobody."""
    star = {(0, 1): 1, (0, 2): 1, (0, 3): 1}
    assert cheapest(4, star) is None
    assert list(islice(cheapest_first(4, star), 1)) == []
