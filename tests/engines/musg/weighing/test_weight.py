"""What counts come to: differences, margins and fair prices worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.weighing import Kind, Opponent, Part, Plan, Subject, Verdict, Weight, plan_for, weight
from engines.musg.weighing.part import Counts, counted
from engines.musg.weighing.weight import quantile


def plan(price: float | None = 5.0, opponents: Sequence[Opponent] = tuple(Opponent)) -> Plan:
    """Four of the thing; the levels cost 0, 46 and 98 points more."""
    found = plan_for(CATALOGUE, Subject(Kind.ITEM, "sword"), battles=1, opponents=opponents)
    return replace(found, price=price)


def part(of: Plan, *pairs: Sequence[Sequence[int]]) -> Part:
    """For each opponent, the bands' scores in each of its pairs of battles."""
    return Part(of.digest, tuple(range(len(pairs[0]))), tuple(_all(rows) for rows in pairs))


def _all(rows: Sequence[Sequence[int]]) -> Counts:
    first, *others = [counted(row) for row in rows]
    for other in others:
        first = first.plus(other)
    return first


SURE = [[2, 0, 4, 4]] * 4
"""Without variance: the thing wins half; nothing bought wins nothing, the first level everything."""


def sure(price: float | None) -> Weight:
    of = plan(price)
    return weight(of, part(of, SURE, SURE, SURE))


def test_where_no_price_can_be_tried_none_is_fair() -> None:
    """What goes with the thing costs 205 points, all that can be bought 98: it wins half, that everything."""
    of = replace(plan(5), fixed=205)
    found = weight(of, part(of, SURE, SURE, SURE))
    assert (found.fair.value, found.fair.low, found.fair.high) == (None, None, None)
    assert (found.fair.least, found.fair.most) == (0, 0)
    assert found.verdict is Verdict.TOO_DEAR


def test_the_fair_price_is_where_both_win_as_often() -> None:
    """Half of the first step's 46 points win half: 23 points, 5.75 for each of four; prices are tried by tenths."""
    fair = sure(5).fair
    assert fair.value == pytest.approx(5.75)
    assert (fair.below, fair.low, fair.high) == (False, 5.7, 5.8)
    assert (fair.least, fair.most) == (0, 24.5)


def test_the_difference_is_reckoned_at_the_price() -> None:
    """At 4.6 points 18.4 of 46 win 0.4; at 11.5 and more the other band wins everything."""
    assert sure(4.6).overall.without_it == pytest.approx(0.4)
    assert sure(4.6).overall.difference == pytest.approx(0.1)
    assert sure(11.5).overall.difference == sure(50).overall.difference == pytest.approx(-0.5)
    assert sure(5).for_nothing.difference == pytest.approx(0.5)
    assert set(sure(5).against) == set(Opponent)


@pytest.mark.parametrize(
    ("price", "verdict"),
    [
        (0.0, Verdict.FAR_TOO_CHEAP),
        (2.8, Verdict.FAR_TOO_CHEAP),
        (2.9, Verdict.TOO_CHEAP),
        (5.75, Verdict.FAIR),
        (11.4, Verdict.TOO_DEAR),
        (11.6, Verdict.FAR_TOO_DEAR),
        (None, Verdict.UNPRICED),
    ],
)
def test_what_is_said_about_a_price(price: float | None, verdict: Verdict) -> None:
    """Fair is 5.75: below its half, or above its double, is far off."""
    assert sure(price).verdict is verdict


def test_a_price_outside_the_bracket_is_said_to_be_there() -> None:
    of = plan(30.0)
    best = weight(of, part(of, *[[[4, 0, 1, 2]] * 4] * 3))
    assert (best.fair.value, best.fair.below, best.fair.low, best.fair.high) == (None, False, 24.5, None)
    assert best.verdict is Verdict.OPEN  # better than all that 98 points buy, but 30 each are 120
    of = plan(0.0)
    worst = weight(of, part(of, *[[[0, 1, 2, 3]] * 4] * 3))
    assert (worst.fair.value, worst.fair.below, worst.fair.low, worst.fair.high) == (None, True, None, 0)
    assert worst.verdict is Verdict.FAR_TOO_DEAR


def test_the_margin_is_that_of_paired_differences() -> None:
    """At no price, against one opponent: differences of the pairs +1/2, +1/2, 0, 0: mean 1/4, variance 1/12.

    So the standard error is sqrt(1/48), and Student's factor for three degrees of freedom 3.182.
    """
    of = plan(0.0, [Opponent.BLADES])
    found = weight(of, part(of, [[4, 2, 4, 4], [2, 0, 4, 4], [3, 3, 4, 4], [1, 1, 4, 4]]))
    assert found.overall.difference == found.against[Opponent.BLADES].difference == pytest.approx(0.25)
    assert found.overall.margin == pytest.approx(3.182 * sqrt(1 / 48), rel=0.01)
    assert found.fair.low is None  # nothing at all cannot be told from it
    assert found.verdict is Verdict.OPEN


def test_opponents_count_alike_and_their_variances_add_up() -> None:
    """Differences +1/2, +1/2, 0, 0 against one, four times 0 against two: mean 1/12, error a third, 9 degrees."""
    of = plan(0.0)
    level = [[2, 2, 4, 4]] * 4
    found = weight(of, part(of, [[4, 2, 4, 4], [2, 0, 4, 4], [3, 3, 4, 4], [1, 1, 4, 4]], level, level))
    assert found.overall.difference == pytest.approx(0.25 / 3)
    assert found.overall.margin == pytest.approx(2.262 * sqrt(1 / 48) / 3, rel=0.01)


def test_pairs_of_the_same_dice_make_the_margin_smaller() -> None:
    """Where the bands win and lose together the difference is known better than either share."""
    together = [[4, 4, 4, 4], [0, 0, 0, 0]] * 10
    apart = [[4, 0, 4, 4], [0, 4, 0, 0]] * 10
    of = plan(0.0)
    assert weight(of, part(of, *[together] * 3)).overall.margin == 0
    assert weight(of, part(of, *[apart] * 3)).overall.margin > 0.2


@pytest.mark.parametrize(("freedom", "factor"), [(3, 3.182), (5, 2.571), (9, 2.262), (30, 2.042), (1000, 1.962)])
def test_few_pairs_make_wide_margins(freedom: int, factor: float) -> None:
    """Student's t for 95%, from the printed table."""
    assert quantile(freedom) == pytest.approx(factor, rel=0.01)


def test_of_a_single_pair_nothing_can_be_told() -> None:
    of = plan()
    found = weight(of, part(of, *[[[4, 0, 0, 0]]] * 3))
    assert found.overall.margin == 1
    assert (found.fair.low, found.fair.high) == (None, None)


def test_parts_of_another_plan_are_refused() -> None:
    with pytest.raises(ValueError, match="another plan"):
        weight(plan(7.0), part(plan(5.0), SURE, SURE, SURE))


def test_a_weight_is_read_back_as_it_was_written() -> None:
    found = sure(5)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Weight) == found


TRIALS = 500


def test_margins_hold_in_95_of_100() -> None:
    """Scores drawn so that the truth is known: with it 0.55 on average, without it 0.45 and 0.65, 46 points apart.

    So the true difference is 0 at 23 points, 5.75 each. Of 500 repetitions of 12 rounds, 95% is 475 with a standard
    deviation of 5: three of those either way.
    """
    chance = Random(4)
    of = plan(5.75)
    held = fair = 0
    for _ in range(TRIALS):
        found = weight(of, part(of, *([_drawn(chance) for _ in range(12)] for _ in Opponent)))
        held += abs(found.overall.difference) <= found.overall.margin
        low, high = found.fair.low or 0.0, found.fair.high or found.fair.most
        fair += low - 0.05 <= 5.75 <= high + 0.05
    assert 460 <= held <= 490
    assert 460 <= fair <= 490


def _drawn(chance: Random) -> list[int]:
    """Two mirrored battles of each band, which have something in common: the luck of both battles' opponents."""
    lucks = [chance.random() for _ in range(2)]

    def score(share: float) -> int:
        return sum(2 * ((luck + chance.random()) % 1 < share) for luck in lucks)

    return [score(0.55), score(0.45), score(0.65), score(0.8)]
