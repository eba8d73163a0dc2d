"""Whole seasons: nobody meets an opponent again while that can be avoided, however battles end and whoever leaves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest

from engines.core.dice import Dice
from engines.pairing import Pairing, Why, meeting, meetings_in, pair
from tests.thorough import often

SIZES = range(3, 17)
SEEDS = range(often(60, 10, 3))


class Season:
    """A season that is paired round by round; battles end by chance."""

    def __init__(self, count: int, seed: int) -> None:
        self.players = list(range(1, count + 1))
        self.met: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.wins: Counter[int] = Counter()
        self.chance = random.Random(seed)
        self.played = 0

    def play(self) -> tuple[Pairing, int]:
        """Pair a round and fight it; return it with the number of its repeats."""
        seed = self.played * 1000 + self.chance.randrange(1000)
        found = pair(self.players, met=self.met, byes=self.byes, wins=self.wins, dice=Dice.of(seed))
        placed = Counter(player for both in found.pairs for player in both)
        placed.update([found.bye] if found.bye is not None else [])
        assert placed == Counter(self.players)
        again = sum(self.met[meeting(*both)] > 0 for both in found.pairs)
        self.met += meetings_in(found.pairs)
        self.byes.update([found.bye] if found.bye is not None else [])
        self.wins.update(winner for winner in map(self._winner, found.pairs) if winner)
        self.played += 1
        return found, again

    def _winner(self, pair: tuple[int, int]) -> int:
        return self.chance.choice([*pair, *pair, 0])


def circle_method(count: int) -> int:
    """The number of rounds in which everybody can meet everybody, by a schedule that is looked at pair by pair.

    One stays, the others go round; the two opposite each other meet. With an odd number one of them is nobody.
    """
    seats = list(range(count + count % 2))
    met: Counter[frozenset[int]] = Counter()
    rounds = len(seats) - 1
    for turn in range(rounds):
        others = seats[1:]
        around = [seats[0], *others[turn:], *others[:turn]]
        met.update(frozenset((around[place], around[-1 - place])) for place in range(len(around) // 2))
    assert set(met.values()) == {1}
    assert len(met) == len(seats) * (len(seats) - 1) // 2
    return rounds


@pytest.mark.parametrize("count", SIZES)
def test_a_season_of_everybody_against_everybody_has_no_repeat(count: int) -> None:
    for seed in SEEDS:
        season = Season(count, seed)
        rounds = circle_method(count)
        for left in reversed(range(rounds)):
            found, again = season.play()
            assert again == 0
            assert found.ahead == left
        assert set(season.met.values()) == {1}
        assert len(season.met) == count * (count - 1) // 2
        assert set(season.byes.values()) <= {1}


@pytest.mark.parametrize("count", SIZES)
def test_a_longer_season_has_a_third_meeting_only_when_all_had_their_second(count: int) -> None:
    season = Season(count, count)
    for _round in range(2 * circle_method(count) + 2):
        before = season.met.copy()
        found, _again = season.play()
        least = min(before[meeting(*both)] for both in combinations(season.players, 2))
        assert {before[meeting(*both)] for both in found.pairs} == {least}
        codes = {why[0].code for why in found.reasons}
        assert codes <= ({Why.FIRST_MEETING} if not least else {Why.ALL_HAVE_MET})


@pytest.mark.parametrize("count", [size for size in SIZES if size % 2 == 0])
def test_who_leaves_an_even_number_leaves_the_others_without_repeats(count: int) -> None:
    """The one who left becomes the bye: the rest of the schedule is still there."""
    for seed in SEEDS:
        season = Season(count, seed)
        leaves = season.chance.randrange(1, count - 1)
        for number in range(count - 1):
            if number == leaves:
                season.players.remove(season.chance.choice(season.players))
            assert season.play()[1] == 0


@pytest.mark.parametrize("count", [size for size in SIZES if size % 2])
def test_who_comes_late_into_an_odd_number_takes_the_place_of_the_bye(count: int) -> None:
    """As many rounds follow without repeats as the oldest players have opponents left."""
    for seed in SEEDS:
        season = Season(count, seed)
        comes = season.chance.randrange(1, count)
        for number in range(count):
            if number == comes:
                season.players.append(count + 1)
            assert season.play()[1] == 0


def rounds_of(players: Sequence[int]) -> Iterator[frozenset[frozenset[int]]]:
    """Every way to pair an even number of players."""
    if not players:
        yield frozenset()
        return
    first, *others = players
    for other in others:
        for pairs in rounds_of([player for player in others if player != other]):
            yield pairs | {meeting(first, other)}


def longest(players: Sequence[int], met: Counter[frozenset[int]]) -> int:
    """How many rounds can follow in which nobody meets again, by trying all."""
    every = list(rounds_of(players))

    @cache
    def after(done: frozenset[frozenset[int]]) -> int:
        return max((1 + after(done | pairs) for pairs in every if not pairs & done), default=0)

    return after(frozenset(both for both in met if met[both]))


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_however_a_season_was_disturbed_repeats_come_as_late_as_they_can(count: int) -> None:
    """Somebody leaves, or battles were fought outside the rounds: the oracle tries all seasons that are left."""
    for seed in SEEDS:
        season = Season(count, seed)
        for _battle in range(season.chance.randrange(4)):
            season.met[meeting(*season.chance.sample(season.players, 2))] += 1
        season.play()
        if len(season.players) % 2:
            season.players.remove(season.chance.choice(season.players))
        possible = longest(season.players, season.met)
        for left in reversed(range(possible)):
            found, again = season.play()
            assert (again, found.ahead) == (0, left)
        assert season.play()[1] > 0
