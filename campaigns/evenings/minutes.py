"""Moments as the engine counts them: whole minutes since 1970, UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from engines.evenings.setup import Minute

_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE: Final = timedelta(minutes=1)


def minute_of(moment: datetime) -> Minute:
    """Return the minute in which a moment lies."""
    return (moment - _FIRST) // _MINUTE


def moment_of_minute(minute: Minute) -> datetime:
    """Return the moment at which a minute begins."""
    return _FIRST + minute * _MINUTE
