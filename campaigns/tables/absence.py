"""When whoever must decide at a table counts as away, and the mark of the table's page."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from campaigns.seating import absence
from campaigns.tables.models.card_table import TableState

ABSENT_AFTER: Final = timedelta(minutes=10)
"""How long a person may think before the others may have a bot decide."""


def is_absent(state: str, moved: datetime | None) -> bool:
    """Tell whether whoever must decide at a running table has kept it waiting too long."""
    return state == TableState.RUNNING and absence.is_absent(moved, ABSENT_AFTER)


def mark(version: int, state: str, moved: datetime | None) -> str:
    """Return what changes whenever the table's page does."""
    return absence.mark(version, late=is_absent(state, moved))
