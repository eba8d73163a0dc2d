"""Pairing a round: who meets whom, and who sits out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

import pytest
from hypothesis import given, settings, strategies as st

from engines.core.dice import Dice
from engines.pairing import Reason, Why, meeting, pair

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


class TestLookingAhead:
    """After two rounds of six the equals have not met, but their round would leave two groups of three."""

    MET: ClassVar = {meeting(*both): 1 for both in [(1, 2), (3, 4), (5, 6), (2, 3), (4, 5), (1, 6)]}
    WINS: ClassVar = {1: 2, 4: 2, 2: 1, 5: 1}

    def test_the_evenest_round_is_not_taken_when_a_repeat_would_follow(self) -> None:
        found = pair(range(1, 7), met=self.MET, byes={}, wins=self.WINS)
        assert set(found.pairs) != {(1, 4), (2, 5), (3, 6)}
        assert (repeats(found.pairs, self.MET), found.ahead) == (0, 2)

    def test_it_is_when_it_leaves_nothing_worse(self) -> None:
        """Without 6 one sits out each round: now that three rounds are left to five, the evenest is as good."""
        found = pair(range(1, 6), met=self.MET, byes={5: 1, 1: 1}, wins=self.WINS)
        assert repeats(found.pairs, self.MET) == 0


class TestReasons:
    def codes(self, players: Sequence[int], met: Met, **how: dict[int, int]) -> list[list[Why]]:
        found = pair(players, met=met, byes=how.get("byes", {}), wins=how.get("wins", {}))
        return [[reason.code for reason in why] for why in found.reasons]

    def test_a_first_meeting_of_equals(self) -> None:
        assert self.codes([1, 2], {}, wins={1: 1}) == [[Why.FIRST_MEETING, Why.CLOSE_IN_WINS]]

    def test_all_have_met(self) -> None:
        (why,) = pair([1, 2], met={meeting(1, 2): 3}, byes={}, wins={1: 3}).reasons
        assert why == (Reason(Why.ALL_HAVE_MET, {"times": 3}), Reason(Why.APART_IN_WINS, {"one": 3, "other": 0}))

    def test_one_has_met_all_others(self) -> None:
        """1 has met everybody, 2 and 3 have met, 4 has met 1 only: 1 must meet somebody again."""
        met = {meeting(1, other): 1 for other in (2, 3, 4)} | {meeting(2, 3): 1}
        found = pair([1, 2, 3, 4], met=met, byes={}, wins={})
        ((again, *_rest),) = (why for why in found.reasons if why[0].code != Why.FIRST_MEETING)
        assert again == Reason(Why.MET_ALL_OTHERS, {"player": 1, "times": 1})

    def test_no_round_is_without(self) -> None:
        """Two groups of three who have not met within, and have met all of the other group."""
        met = {meeting(one, other): 1 for one in (1, 2, 3) for other in (4, 5, 6)}
        codes = [first for first, *_rest in self.codes(range(1, 7), met)]
        assert sorted(codes) == [Why.FIRST_MEETING, Why.FIRST_MEETING, Why.NO_ROUND_WITHOUT]

    def test_a_bye_in_turn(self) -> None:
        """2 and 3 have met; if 2 sat out again nobody would meet again, but it is the turn of 1."""
        met = {meeting(2, 3): 1}
        found = pair([1, 2, 3], met=met, byes={2: 1, 3: 1}, wins={})
        assert found.bye == 1
        assert found.reasons[0][0] == Reason(Why.BYE_IN_TURN, {"times": 1})
        assert found.bye_reasons == (Reason(Why.ODD_NUMBER), Reason(Why.FEWEST_BYES, {"byes": 0}))


class TestChance:
    def test_the_order_decides_without_dice(self) -> None:
        """First in order meets first in order, whatever the library finds."""
        assert pair([3, 1, 4, 2], met={}, byes={}, wins={}).pairs == ((3, 1), (4, 2))
        assert pair(range(1, 8), met={}, byes={}, wins={}).bye == 7

    def test_dice_do_with_them_and_every_round_may_come(self) -> None:
        drawn = {frozenset(map(frozenset, self.drawn(seed))) for seed in range(60)}
        assert len(drawn) == 3
        assert self.drawn(1) == self.drawn(1)

    def drawn(self, seed: int) -> tuple[tuple[int, int], ...]:
        return pair([1, 2, 3, 4], met={}, byes={}, wins={}, dice=Dice.of(seed)).pairs
