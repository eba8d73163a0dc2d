"""Since when each seat has been asked what it has not answered, and who is told of it.

A seat remembers the game's version at which its question was put. While others answer theirs the version moves on and
the question stays the same: what was decided in sight of any version since then is no late answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from campaigns.league import news
from campaigns.seating.models import Seat


def ask(
    seats: Iterable[Seat],
    asked: Collection[int],
    *,
    version: int,
    answered: Collection[int] = (),
    decided: Collection[int] = (),
) -> None:
    """Write into the seats who is ``asked`` and has not answered yet, and since which version; nothing is stored.

    ``answered`` are the seats whose answers wait for others'. A question stays the same while others answer it; who has
    just ``decided`` is put another one.
    """
    for seat in seats:
        if seat.number not in asked or seat.number in answered:
            seat.asked = None
        elif seat.asked is None or seat.number in decided:
            seat.asked = version


def is_fresh(seat: Seat, seen: int | None, *, version: int) -> bool:
    """Tell whether who has ``seen`` that version of a game saw the question that the seat is asked.

    ``version`` is the game's now; whoever does not say what he saw (``None``) means the game as it is.
    """
    if seen is None or seen == version:
        return True
    return seat.asked is not None and seat.asked <= seen < version


def members_asked(seats: Iterable[Seat]) -> frozenset[int]:
    """Return the members for whom a game waits at their own seats."""
    return frozenset(seat.member_id for seat in seats if seat.member_id and not seat.bot and seat.asked is not None)


def tell_whose_move(
    *, address: str, before: frozenset[int], now: frozenset[int], code: str, params: Mapping[str, news.Value]
) -> None:
    """Have the members told, on the devices they chose, for whom the game at this address waits since this decision.

    ``before`` and ``now`` are ``members_asked`` before and after it; ``code`` and ``params`` are of the news that says
    whose move it is. Who is not waited for any more is not told to come.
    """
    news.over(members=before - now, code=code, address=address)
    news.tell_beside(to=now - before, code=code, params=params, address=address)
