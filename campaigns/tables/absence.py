"""When whoever must decide counts as away, and the mark by which a page knows whether it is still up to date."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from campaigns.tables.models.card_table import CardSeat, TableState

ABSENT_AFTER: Final = timedelta(minutes=10)
"""How long a person may think before the others may have a bot decide."""


def is_absent(state: str, moved: datetime | None) -> bool:
    """Tell whether whoever must decide at a running table has kept it waiting too long."""
    return state == TableState.RUNNING and moved is not None and timezone.now() - moved >= ABSENT_AFTER


def waited_for(seats: Iterable[CardSeat], besides: CardSeat | None) -> CardSeat | None:
    """Return the first seat whose person has a question to answer, ``besides`` whoever asks about it."""
    others = (seat for seat in seats if besides is None or seat.pk != besides.pk)
    return next((seat for seat in others if seat.asked is not None and not seat.bot), None)


def mark(version: int, state: str, moved: datetime | None) -> str:
    """Return what changes whenever the table's page does: with every change, and when somebody counts as away."""
    return f"{version}-late" if is_absent(state, moved) else str(version)
