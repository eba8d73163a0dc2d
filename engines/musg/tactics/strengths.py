"""How well a bot plays: three strengths, each with a temperament.

Measured in mirrored battles (``trials.trial.duel``: the same warband, table and dice, the players then in each other's
place; the six ready tables, a draw counting half), with the margin of 19 in 20:

| against steady | battles | bold | battles | cautious |
|---|---|---|---|---|
| gentle | 320 | 15 % ± 4 | 320 | 21 % ± 4 |
| strong | 740 | 56 % ± 4 | 740 | 55 % ± 4 |

None of them takes half a second of a processor for an activation.
"""

from __future__ import annotations

from enum import StrEnum

from engines.musg.tactics.captain import Captain
from engines.musg.tactics.newcomer import Newcomer
from engines.musg.tactics.players import Player
from engines.musg.tactics.temper import BOLD, Temperament
from engines.musg.tactics.veteran import Veteran


class Strength(StrEnum):
    """How well a bot plays. A newcomer to the game wins against a gentle one."""

    GENTLE = "gentle"
    STEADY = "steady"
    STRONG = "strong"


def player(strength: Strength, temper: Temperament = BOLD, seed: int = 0) -> Player:
    """Return a bot. ``seed`` decides what a gentle one misses; the others draw no lots."""
    match strength:
        case Strength.GENTLE:
            return Newcomer(temper, seed)
        case Strength.STEADY:
            return Captain(temper)
        case Strength.STRONG:
            return Veteran(temper)
