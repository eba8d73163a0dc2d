"""Shares counted in simulations, with their uncertainty."""

from __future__ import annotations

from math import sqrt
from typing import Final

from msgspec import Struct

CONFIDENT: Final = 1.959964
"""Standard deviations that hold 95% of a normal distribution."""


class Share(Struct, frozen=True):
    """A share of the games (0 to 1) and the limits within which the true one lies with 95% confidence."""

    value: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> Share:
    """Return a share with its 95% confidence interval after Wilson; of no trials at all, 0 within 0 to 1.

    ``successes`` may be halves, where a draw counts so.
    """
    if not trials:
        return Share(0.0, 0.0, 1.0)
    share = successes / trials
    square = CONFIDENT * CONFIDENT
    spread = CONFIDENT * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    middle = share + square / (2 * trials)
    scale = 1 + square / trials
    return Share(share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))
