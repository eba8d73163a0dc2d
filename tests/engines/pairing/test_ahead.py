"""How many rounds can follow one another."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engines.pairing.ahead import Ahead, Steps


def ahead(count: int, pairs: Iterable[tuple[int, int]], steps: int = 10_000) -> Ahead:
    opponents = [0] * count
    for one, other in pairs:
        opponents[one] |= 1 << other
        opponents[other] |= 1 << one
    return Ahead(opponents, [0] * count, Steps(steps))


PRISM = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)]
PETERSEN = [
    *((place, (place + 1) % 5) for place in range(5)),
    *((place, place + 5) for place in range(5)),
    *((5 + place, 5 + (place + 2) % 5) for place in range(5)),
]


@pytest.mark.parametrize(
    ("count", "pairs", "rounds"),
    [
        (2, [(0, 1)], 1),
        (4, [(0, 1), (1, 2), (2, 3), (0, 3)], 2),
        (6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)], 0),  # two groups of three
        (6, PRISM, 3),
        (10, PETERSEN, 1),  # each has three opponents, and yet: Petersen, 1898
    ],
)
def test_as_many_as_there_are(count: int, pairs: list[tuple[int, int]], rounds: int) -> None:
    found = ahead(count, pairs).most()
    assert len(found) == rounds
    played = [pair for matching in found for pair in matching]
    assert len(set(played)) == len(played) == rounds * count // 2
    assert set(played) <= {(min(pair), max(pair)) for pair in pairs}


def test_what_a_round_leaves() -> None:
    prism = ahead(6, PRISM)
    assert prism.bound() == 3
    assert prism.after(((0, 3), (1, 4), (2, 5))).rounds(1) is None
    assert prism.after(((0, 1), (2, 5), (3, 4))).rounds(2) is not None


def test_an_odd_number_sits_out_in_turn() -> None:
    """Three who may all meet: three rounds, and a bye for each. With two opponents the middle one never rests."""
    found = ahead(3, [(0, 1), (1, 2), (0, 2)]).most()
    assert sorted(pair for matching in found for pair in matching if pair[1] == 3) == [(0, 3), (1, 3), (2, 3)]
    assert len(ahead(3, [(0, 1), (1, 2)]).most()) == 2


def test_a_search_ends_when_its_steps_are_used_up() -> None:
    assert ahead(6, PRISM, steps=2).rounds(3) is None
