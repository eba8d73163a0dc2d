"""Pairing a round: who meets whom, and who sits out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings, strategies as st

from campaigns.wars.rounds.pairing import meeting, pair

Met = dict[frozenset[int], int]


def rounds_of(players: Sequence[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to pair an even number of players."""
    if not players:
        yield ()
        return
    first, *others = players
    for other in others:
        rest = [player for player in others if player != other]
        for pairs in rounds_of(rest):
            yield ((first, other), *pairs)


def repeats(pairs: Sequence[tuple[int, int]], met: Met) -> int:
    return sum(met.get(meeting(*both), 0) > 0 for both in pairs)


@st.composite
def campaigns(draw: st.DrawFn, most: int = 8) -> tuple[list[int], Met, dict[int, int], dict[int, int]]:
    """Up to ``most`` players with any history."""
    players = draw(st.lists(st.integers(1, 99), min_size=2, max_size=most, unique=True))
    both = st.lists(st.sampled_from(players), min_size=2, max_size=2, unique=True).map(frozenset)
    met = draw(st.dictionaries(both, st.integers(1, 4), max_size=len(players) * 3))
    counts = st.dictionaries(st.sampled_from(players), st.integers(0, 4))
    return players, met, draw(counts), draw(counts)


@settings(deadline=None, max_examples=60)
@given(campaigns())
def test_everybody_has_one_place_and_repeats_are_as_few_as_can_be(
    history: tuple[list[int], Met, dict[int, int], dict[int, int]],
) -> None:
    players, met, byes, wins = history
    found = pair(players, met=met, byes=byes, wins=wins)

    placed = Counter(player for both in found.pairs for player in both)
    placed.update([found.bye] if found.bye is not None else [])
    assert placed == Counter(players)
    assert (found.bye is not None) == (len(players) % 2 == 1)

    fewest = min(byes.get(player, 0) for player in players)
    if found.bye is not None:
        assert byes.get(found.bye, 0) == fewest
    leavers = [p for p in players if byes.get(p, 0) == fewest] if len(players) % 2 else [None]
    best = min(repeats(pairs, met) for leaver in leavers for pairs in rounds_of([p for p in players if p != leaver]))
    assert repeats(found.pairs, met) == best


def test_no_repeats_while_they_can_be_avoided() -> None:
    """Four who have played two of their three possible rounds: only the third is left."""
    met = {meeting(1, 2): 1, meeting(3, 4): 1, meeting(1, 3): 1, meeting(2, 4): 1}
    assert set(pair([1, 2, 3, 4], met=met, byes={}, wins={}).pairs) == {(1, 4), (2, 3)}


def test_where_repeats_cannot_be_avoided_the_rarest_come_first() -> None:
    met = {meeting(1, 2): 2, meeting(3, 4): 2, meeting(1, 3): 1, meeting(2, 4): 1, meeting(1, 4): 3, meeting(2, 3): 3}
    assert set(pair([1, 2, 3, 4], met=met, byes={}, wins={}).pairs) == {(1, 3), (2, 4)}


def test_equals_meet_equals() -> None:
    wins = {1: 3, 2: 0, 3: 3, 4: 0}
    assert set(pair([1, 2, 3, 4], met={}, byes={}, wins=wins).pairs) == {(1, 3), (2, 4)}


def test_new_opponents_count_more_than_equal_ones() -> None:
    met = {meeting(1, 3): 1, meeting(2, 4): 1}
    found = pair([1, 2, 3, 4], met=met, byes={}, wins={1: 3, 2: 0, 3: 3, 4: 0})
    assert repeats(found.pairs, met) == 0


def test_the_bye_goes_round() -> None:
    assert pair([1, 2, 3], met={}, byes={1: 1, 2: 1}, wins={}).bye == 3


def test_a_bye_that_avoids_a_repeat_is_preferred() -> None:
    """All have as few byes: the one whose absence leaves two strangers sits out."""
    met = {meeting(1, 2): 1, meeting(1, 3): 1}
    assert pair([1, 2, 3], met=met, byes={}, wins={}).bye == 1


def test_three_rounds_of_five_without_a_repeat_and_with_three_different_byes() -> None:
    met: Met = {}
    byes: Counter[int] = Counter()
    for _round in range(3):
        found = pair([1, 2, 3, 4, 5], met=met, byes=byes, wins={})
        assert repeats(found.pairs, met) == 0
        met |= {meeting(*both): 1 for both in found.pairs}
        byes[found.bye or 0] += 1
    assert sorted(byes.values()) == [1, 1, 1]


@pytest.mark.parametrize(("players", "bye"), [([], None), ([7], 7)])
def test_nobody_and_one_alone(players: list[int], bye: int | None) -> None:
    found = pair(players, met={}, byes={}, wins={})
    assert (found.pairs, found.bye) == ((), bye)


@pytest.mark.parametrize("players", [[1, 1], [0, 1]])
def test_a_player_has_one_number_above_nothing(players: list[int]) -> None:
    with pytest.raises(ValueError, match="different numbers"):
        pair(players, met={}, byes={}, wins={})


def test_forty_warbands_are_paired_at_once() -> None:
    found = pair(list(range(1, 41)), met={}, byes={}, wins={number: number % 5 for number in range(1, 41)})
    assert len(found.pairs) == 20
