"""Standings worked out by hand, scheme by scheme."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest

from campaigns.seasons.models.scheme import Measure
from campaigns.seasons.scheme import Part, Scheme
from campaigns.seasons.standings import reckon

ANNA, BEN, CLEO, DAN = 1, 2, 3, 4


def table(parts: dict[int, list[Part]], *results: Mapping[int, tuple[int, int | None]]) -> dict[int, list[Part]]:
    """Add matches: by player the place and the points. Who stands first won."""
    for result in results:
        for player, (place, points) in result.items():
            sharing = sum(other == place for other, _points in result.values())
            parts.setdefault(player, []).append(Part(place, sharing, points, place == 1))
    return parts


THREE = (
    {ANNA: (1, 20), BEN: (2, 12), CLEO: (3, 4)},
    {ANNA: (3, 2), BEN: (1, 18), CLEO: (2, 10)},
    {ANNA: (1, 16), BEN: (1, 16), CLEO: (3, 15)},
)


def test_places_bring_points_and_who_shares_a_place_shares_them() -> None:
    # Anna 10 + 5 + (10 + 7) / 2 = 23.5; Ben 7 + 10 + 8.5 = 25.5; Cleo 5 + 7 + 5 = 17.
    lines = reckon(table({}, *THREE), Scheme())
    assert [(line.place, line.player, line.value) for line in lines] == [
        (1, BEN, Fraction(51, 2)),
        (2, ANNA, Fraction(47, 2)),
        (3, CLEO, Fraction(17)),
    ]
    assert [line.behind for line in lines] == [0, 2, Fraction(17, 2)]


def test_a_place_shared_by_three_shares_the_points_of_three_places() -> None:
    # (10 + 7 + 5) / 3 each; the fourth gets the points of the fourth place.
    parts = table({}, {ANNA: (1, 5), BEN: (1, 5), CLEO: (1, 5), DAN: (4, 0)})
    values = {line.player: line.value for line in reckon(parts, Scheme())}
    assert values == {ANNA: Fraction(22, 3), BEN: Fraction(22, 3), CLEO: Fraction(22, 3), DAN: 3}


def test_places_beyond_the_list_are_worth_nothing() -> None:
    parts = table({}, {ANNA: (1, 5), BEN: (2, 4), CLEO: (2, 4)})
    values = {line.player: line.value for line in reckon(parts, Scheme(place_points=(3, 1)))}
    assert values == {ANNA: 3, BEN: Fraction(1, 2), CLEO: Fraction(1, 2)}


def test_a_shared_victory_is_a_victory_for_each() -> None:
    # Anna and Ben two victories each; average places (1 + 3 + 1) / 3 = 5/3 and (2 + 1 + 1) / 3 = 4/3: Ben is before.
    lines = reckon(table({}, *THREE), Scheme(Measure.WINS))
    assert [(line.place, line.player, line.value) for line in lines] == [(1, BEN, 2), (2, ANNA, 2), (3, CLEO, 0)]


def test_the_game_s_own_points_are_summed() -> None:
    # Anna 20 + 2 + 16 = 38, Ben 12 + 18 + 16 = 46, Cleo 4 + 10 + 15 = 29.
    lines = reckon(table({}, *THREE), Scheme(Measure.POINTS))
    assert [(line.player, line.value) for line in lines] == [(BEN, 46), (ANNA, 38), (CLEO, 29)]


def test_only_the_best_matches_count() -> None:
    # Best two: Anna 20 + 16, Ben 18 + 16, Cleo 15 + 10.
    lines = reckon(table({}, *THREE), Scheme(Measure.POINTS, best_of=2))
    assert [(line.player, line.value, line.counted, line.played) for line in lines] == [
        (ANNA, 36, 2, 3),
        (BEN, 34, 2, 3),
        (CLEO, 25, 2, 3),
    ]


def test_the_mean_favours_nobody_for_playing_more() -> None:
    parts = table({}, *THREE, {ANNA: (2, 10), DAN: (1, 17)})
    # Dan 17 in one match, Ben 46 / 3, Anna 48 / 4 = 12, Cleo 29 / 3.
    lines = reckon(parts, Scheme(Measure.POINTS, average=True))
    assert [(line.player, line.value) for line in lines] == [
        (DAN, 17),
        (BEN, Fraction(46, 3)),
        (ANNA, 12),
        (CLEO, Fraction(29, 3)),
    ]
    # Two matches are needed for a place: Dan stands below, and Ben leads.
    lines = reckon(parts, Scheme(Measure.POINTS, average=True, least=2))
    assert [(line.place, line.player) for line in lines] == [(1, BEN), (2, ANNA), (3, CLEO), (None, DAN)]


def test_equals_stand_by_victories_then_by_the_average_place_and_then_share() -> None:
    # 12 points each: Anna with a victory before Ben and Cleo; those two are equal in everything and share the second.
    parts = {
        ANNA: [Part(1, 1, 8, True), Part(4, 1, 4, False)],
        BEN: [Part(2, 1, 6, False), Part(3, 1, 6, False)],
        CLEO: [Part(3, 1, 6, False), Part(2, 1, 6, False)],
        DAN: [Part(3, 1, 6, False), Part(3, 1, 6, False)],
    }
    lines = reckon(parts, Scheme(Measure.POINTS))
    assert {line.player: line.place for line in lines} == {ANNA: 1, BEN: 2, CLEO: 2, DAN: 4}


@pytest.mark.parametrize(
    "scheme", [Scheme(), Scheme(Measure.WINS, best_of=3), Scheme(Measure.POINTS, average=True, best_of=2, least=2)]
)
def test_the_order_of_entry_does_not_matter(scheme: Scheme) -> None:
    dice = random.Random(7)
    results = []
    for _number in range(12):
        at_table = dice.sample([ANNA, BEN, CLEO, DAN], 3)
        results.append({player: (dice.randint(1, 3), dice.randint(0, 20)) for player in at_table})
    expected = {(line.player, line.place, line.value) for line in reckon(table({}, *results), scheme)}
    for _again in range(10):
        dice.shuffle(results)
        shuffled = [dict(dice.sample(list(result.items()), 3)) for result in results]
        assert {(line.player, line.place, line.value) for line in reckon(table({}, *shuffled), scheme)} == expected


def test_the_explanation_names_the_figures() -> None:
    said = " ".join(Scheme(place_points=(9, 4, 1), best_of=5, least=3).sentences())
    assert "9, 4, 1" in said
    assert "6.5 each" in said  # (9 + 4) / 2
    assert "5 best matches" in said
    assert "fewer than 3 matches" in said
