"""Why a pair meets, and why somebody sits out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.pairing.history import meeting
from engines.pairing.reasons import Reason, Why


def pair_reasons(
    one: int,
    other: int,
    players: Sequence[int],
    met: Mapping[frozenset[int], int],
    wins: Mapping[int, int],
    bye_forced: bool,
) -> tuple[Reason, ...]:
    """Return why two of the ``players`` meet. ``bye_forced``: fewer would meet again if anybody might sit out."""
    times = met[meeting(one, other)]
    again = Reason(Why.FIRST_MEETING) if not times else _why_again(one, other, times, players, met, bye_forced)
    had = {"one": wins[one], "other": wins[other]}
    close = abs(wins[one] - wins[other]) <= 1
    return again, Reason(Why.CLOSE_IN_WINS if close else Why.APART_IN_WINS, had)


def _why_again(
    one: int, other: int, times: int, players: Sequence[int], met: Mapping[frozenset[int], int], bye_forced: bool
) -> Reason:
    if min(met.values()) >= times:
        return Reason(Why.ALL_HAVE_MET, {"times": times})
    for player in (one, other):
        if all(met[meeting(player, rival)] >= times for rival in players if rival != player):
            return Reason(Why.MET_ALL_OTHERS, {"player": player, "times": times})
    return Reason(Why.BYE_IN_TURN if bye_forced else Why.NO_ROUND_WITHOUT, {"times": times})


def bye_reasons(fewest: int) -> tuple[Reason, ...]:
    """Return why somebody sits out who did so ``fewest`` times before."""
    return Reason(Why.ODD_NUMBER), Reason(Why.FEWEST_BYES, {"byes": fewest})
