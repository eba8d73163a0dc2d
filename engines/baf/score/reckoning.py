"""What is reckoned alike wherever BAF! is played, on the pad and in the engine: order of the draft, coins, places."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.score.standing import shared_places


def draft_seat(seats: int, start: int, picks: int) -> int | None:
    """Return the seat that drafts after so many picks: from the first player on, then back from the last (ruling A17).

    ``None`` once everybody has two heroes.
    """
    if picks >= 2 * seats:
        return None
    step = picks if picks < seats else 2 * seats - 1 - picks
    return (start + step) % seats


def fight_coins(*, won: bool, coins: int, penalty: int = 1) -> int:
    """Return what a fight brings: the coins on a beaten monster, else a penalty taken off (rulings A2, A4)."""
    return coins if won else -penalty


def places(totals: Sequence[int], left: Sequence[bool] = ()) -> tuple[int, ...]:
    """Return each seat's place: the most coins first, equals sharing theirs (BAF!, Score final; ruling A31).

    Seats that ``left`` the game come behind all who stayed.
    """
    stayed = [not gone for gone in left] or [True] * len(totals)
    return shared_places(list(zip(stayed, totals, strict=True)))
