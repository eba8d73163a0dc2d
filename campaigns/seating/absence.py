"""When whoever must decide counts as away, and the mark by which a page knows whether it is still up to date."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from campaigns.seating.models import Seat


def is_absent(moved: datetime | None, patience: timedelta) -> bool:
    """Tell whether whoever must decide at a running game, which last ``moved`` then, has kept it waiting too long."""
    return moved is not None and timezone.now() - moved >= patience


def waited_for[S: Seat](seats: Iterable[S], besides: S | None) -> S | None:
    """Return the first seat whose person has a question to answer, ``besides`` whoever asks about it."""
    others = (seat for seat in seats if besides is None or seat.pk != besides.pk)
    return next((seat for seat in others if seat.asked is not None and not seat.bot), None)


def mark(version: int, *, late: bool) -> str:
    """Return what changes whenever a game's page does: with every change, and when somebody counts as away."""
    return f"{version}-late" if late else str(version)
