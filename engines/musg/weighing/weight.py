"""What a weighing comes to: differences with their margins, and the price at which they vanish."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import ceil, floor, sqrt
from typing import Final

from msgspec import Struct

from engines.core.shares import CONFIDENT
from engines.musg.weighing.part import Counts, Part
from engines.musg.weighing.plan import MIRRORED, Plan
from engines.musg.weighing.reference import Opponent

STEPS: Final = 10
"""Prices are tried in steps of so many to the point."""
FAR: Final = 2
_PERFECT: Final = 2 * MIRRORED
_NOTHING: Final = 1e-9
"""What sums of shares may be off by."""


class Verdict(StrEnum):
    """What is to be said about a price.

    ``FAR_TOO_DEAR`` is more than twice what any price that may be fair comes to, ``FAR_TOO_CHEAP`` less than half of
    it. ``FAIR``: all prices that may be fair lie between half and twice this one. ``OPEN``: it may be fair, but more
    battles are needed to tell; ``UNPRICED``: there is no price to judge.
    """

    FAR_TOO_CHEAP = "far_too_cheap"
    TOO_CHEAP = "too_cheap"
    FAIR = "fair"
    TOO_DEAR = "too_dear"
    FAR_TOO_DEAR = "far_too_dear"
    OPEN = "open"
    UNPRICED = "unpriced"


class Difference(Struct, frozen=True):
    """Shares of the battles won, a draw counting half: with the thing, without it, and the difference (-1 to 1).

    The true difference lies within ``margin`` of it with 95% confidence.
    """

    with_it: float
    without_it: float
    difference: float
    margin: float


class FairPrice(Struct, frozen=True):
    """The price at which both bands win as often, in points for one piece, and those that cannot be told from it.

    Prices from ``least`` to ``most`` are tried. ``value`` is ``None`` where it lies outside: below where ``below``,
    else above. ``low`` and ``high`` bound the prices whose difference cannot be told from nothing with 95% confidence;
    ``None`` where that goes on beyond ``least``, or ``most``.
    """

    value: float | None
    below: bool
    low: float | None
    high: float | None
    least: float
    most: float


class Weight(Struct, frozen=True, kw_only=True):
    """The result, and the plan by which it can be had again.

    ``overall`` and ``against`` (one for each opponent) are at the plan's price, or nothing where it has none;
    ``for_nothing`` is what it would be without anything to pay. ``count``: so many of the thing were in the band.
    """

    plan: Plan
    battles: int
    count: int
    overall: Difference
    against: dict[Opponent, Difference]
    for_nothing: Difference
    fair: FairPrice
    verdict: Verdict


class _Spread(Struct, frozen=True):
    """Means and covariances of the bands' shares in the pairs against one opponent."""

    pairs: int
    means: tuple[float, ...]
    covariances: tuple[tuple[float, ...], ...]

    def mean(self, weights: Sequence[float]) -> float:
        """Return the mean of the weighted sum of the bands' shares."""
        return sum(weight * mean for weight, mean in zip(weights, self.means, strict=True))

    def variance(self, weights: Sequence[float]) -> float:
        """Return the variance of that mean."""
        total = 0.0
        for place, row in enumerate(self.covariances):
            for other, value in enumerate(row):
                total += weights[place] * weights[other] * value * (1 if place == other else 2)
        return max(0.0, total) / self.pairs


def shares(costs: Sequence[int], budget: float) -> list[tuple[int, float]]:
    """Return in which shares of the battles a budget buys which levels, whose costs grow from 0.

    What it pays for it buys surely, and the next level in the share that the remainder is of the step: both bands cost
    the same on average. Beyond the last level nothing more is bought, and for less than nothing nothing is sold.
    """
    if budget >= costs[-1]:
        return [(len(costs) - 1, 1.0)]
    level = max(place for place, cost in enumerate(costs) if cost <= max(0.0, budget))
    part = max(0.0, budget - costs[level]) / (costs[level + 1] - costs[level])
    return [(level, 1 - part), (level + 1, part)]


def budget(plan: Plan, price: float) -> float:
    """Return what the band without the thing has to spend where it costs so much, in points."""
    return plan.fixed + plan.count * price


def quantile(freedom: int) -> float:
    """Return how many standard errors hold 95% where the variance is estimated, with so many degrees of freedom.

    Student's distribution, by the first three terms of its expansion around the normal one: right to two in a hundred
    from three degrees on.
    """
    z = CONFIDENT
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def weight(plan: Plan, part: Part) -> Weight:
    """Return what a plan's parts, merged, come to: all of them, or those that were fought.

    Raises ``ValueError`` for parts of another plan.
    """
    if part.digest != plan.digest:
        raise ValueError("parts of another plan")
    spreads = [_spread(counts) for counts in part.counts]
    asked = _weights(plan, plan.price or 0.0)
    overall = _difference(spreads, asked)
    fair = _fair(plan, spreads)
    return Weight(
        plan=plan,
        battles=len(part.rounds) * plan.battles_a_round,
        count=plan.count,
        overall=overall,
        against={
            opponent: _difference([spread], asked) for opponent, spread in zip(plan.opponents, spreads, strict=True)
        },
        for_nothing=_difference(spreads, _weights(plan, 0.0)),
        fair=fair,
        verdict=_verdict(plan.price, overall, fair),
    )


def _spread(counts: Counts) -> _Spread:
    """Return means and covariances of shares; of a single pair, as much variance as there can be."""
    pairs = counts.pairs
    means = tuple(total / pairs / _PERFECT for total in counts.sums)
    if pairs < 2:
        none = tuple(tuple(float(place == other) for other in range(place + 1)) for place in range(len(means)))
        return _Spread(pairs, means, none)
    rows = tuple(
        tuple(
            (product / _PERFECT**2 - pairs * means[place] * means[other]) / (pairs - 1)
            for other, product in enumerate(row)
        )
        for place, row in enumerate(counts.products)
    )
    return _Spread(pairs, means, rows)


def _weights(plan: Plan, price: float) -> list[float]:
    """Return how the bands' shares add up to the difference at a price: the bearing band's whole, then the levels'."""
    found = [1.0, *(0.0 for _ in plan.costs)]
    for level, share in shares(plan.costs, budget(plan, price)):
        found[1 + level] -= share
    return found


def _difference(spreads: Sequence[_Spread], weights: Sequence[float]) -> Difference:
    """Return the difference over these opponents, each counting the same."""
    with_it = sum(spread.means[0] for spread in spreads) / len(spreads)
    difference = sum(spread.mean(weights) for spread in spreads) / len(spreads)
    return Difference(with_it, with_it - difference, difference, _margin(spreads, weights))


def _margin(spreads: Sequence[_Spread], weights: Sequence[float]) -> float:
    variance = sum(spread.variance(weights) for spread in spreads) / len(spreads) ** 2
    freedom = max(1, sum(spread.pairs - 1 for spread in spreads))
    return min(1.0, quantile(freedom) * sqrt(variance))


def _fair(plan: Plan, spreads: Sequence[_Spread]) -> FairPrice:
    """Try price after price. The difference falls as the price rises, but for chance: what crosses 0 more than once
    is taken in the middle."""
    least, most = bracket(plan)
    prices = [step / STEPS for step in range(ceil(least * STEPS), floor(most * STEPS) + 1)]
    if not prices:  # no plan is made so any more; one that was stored must come to an end
        return FairPrice(value=None, below=False, low=None, high=None, least=least, most=least)
    found = [_difference(spreads, _weights(plan, price)) for price in prices]
    above = [price for price, one in zip(prices, found, strict=True) if one.difference >= -_NOTHING]
    below = [price for price, one in zip(prices, found, strict=True) if one.difference <= _NOTHING]
    likely = [price for price, one in zip(prices, found, strict=True) if abs(one.difference) <= one.margin]
    first, last = prices[0], prices[-1]
    likely += (*above[-1:], *below[:1])  # what crosses 0 between two prices, or lies beyond all of them
    low, high = min(likely), max(likely)
    return FairPrice(
        value=(above[-1] + below[0]) / 2 if above and below else None,
        below=not above,
        low=low if low > first else None,
        high=high if high < last else None,
        least=first,
        most=last,
    )


def bracket(plan: Plan) -> tuple[float, float]:
    """Return the lowest and the highest price that can be tried: what pays for nothing, or nothing; for everything."""
    return max(0.0, -plan.fixed / plan.count), (plan.costs[-1] - plan.fixed) / plan.count


def _verdict(price: float | None, at_price: Difference, fair: FairPrice) -> Verdict:
    if price is None:
        return Verdict.UNPRICED
    if at_price.difference > at_price.margin and price <= fair.most:
        far = fair.low is not None and FAR * price <= fair.low
        return Verdict.FAR_TOO_CHEAP if far else Verdict.TOO_CHEAP
    if at_price.difference < -at_price.margin and price >= fair.least:
        far = fair.high is not None and price >= FAR * fair.high
        return Verdict.FAR_TOO_DEAR if far else Verdict.TOO_DEAR
    if fair.low is None or fair.high is None or FAR * fair.low < price or fair.high > FAR * price:
        return Verdict.OPEN
    return Verdict.FAIR
