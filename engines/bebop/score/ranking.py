"""Who comes in which place (Space Serenade, Fin de la partie): the pad and the game itself rank alike."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engines.core.score import shared_places


class Ranking(Struct, frozen=True):
    """Places by seat, 1 the best.

    ``compared`` are the counts of captured criminals of those level at the top, as far as they are known; ``decided``
    is false when one of them is not, and the first place is shared until it is.
    """

    places: tuple[int, ...]
    level: tuple[int, ...]
    compared: dict[int, int]
    decided: bool


def rank(totals: Sequence[int], captured: Sequence[int | None], left: Sequence[int] = ()) -> Ranking:
    """Rank seats by renown, the first by criminals captured, then shared (ruling C48).

    Who captured more wins among those with the most renown, which is all that the rulebook decides with it; further
    down equals share their place. The seats that ``left``, in that order, come behind all who stayed, the last to leave
    before the others.
    """
    staying = [seat for seat in range(len(totals)) if seat not in left]
    most = max((totals[seat] for seat in staying), default=0)
    best = tuple(seat for seat in staying if totals[seat] == most)
    level = best if len(best) > 1 else ()
    known = {seat: count for seat in level if (count := captured[seat]) is not None}
    decided = len(known) == len(level)
    ranked = shared_places([(totals[seat], known.get(seat, 0) if decided else 0) for seat in staying])
    places = dict(zip(staying, ranked, strict=True))
    places |= {seat: len(totals) - number for number, seat in enumerate(left)}
    return Ranking(tuple(places[seat] for seat in range(len(totals))), level, known, decided)
