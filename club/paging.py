"""Long lists, the newest first, a stretch at a time.

A stretch begins behind a row, not behind a number of rows: however long the list is, the database goes straight to it
by its index; and an address that somebody keeps shows the same rows when newer ones have come. Rows are counted only as
far as anybody cares to know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Self

from django.db.models import Model, Q, QuerySet
from django.utils.formats import number_format
from msgspec import Struct

COUNTED: Final = 1000
"""More rows than this are “more than 1,000”."""
OLDER, NEWER = "older", "newer"
"""What the address calls the mark behind which, or before which, a stretch begins."""
MARK: Final = re.compile(r"(-?\d{1,17})-(\d{1,18})")
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Mark(Struct, frozen=True):
    """A row's place in the order: its moment, and its key among those of the same moment."""

    moment: datetime
    key: int

    @classmethod
    def of(cls, text: str) -> Self | None:
        """Read one as an address has it; None for anything else."""
        found = MARK.fullmatch(text) if text.isascii() else None
        try:
            return found and cls(EPOCH + timedelta(microseconds=int(found[1])), int(found[2]))
        except OverflowError:
            return None

    def __str__(self) -> str:
        return f"{(self.moment - EPOCH) // timedelta(microseconds=1)}-{self.key}"

    def older(self, field: str) -> Q:
        """Rows behind it. The first condition, which the other implies, is what an index is searched by."""
        tie = Q(**{field: self.moment, "pk__lt": self.key})
        return Q(**{f"{field}__lte": self.moment}) & (Q(**{f"{field}__lt": self.moment}) | tie)

    def newer(self, field: str) -> Q:
        """Rows before it."""
        tie = Q(**{field: self.moment, "pk__gt": self.key})
        return Q(**{f"{field}__gte": self.moment}) & (Q(**{f"{field}__gt": self.moment}) | tie)


class Stretch[M: Model](Struct, frozen=True):
    """Some rows of a list, and the marks of those around them: ``newer`` and ``older`` are empty at its ends."""

    rows: list[M]
    newer: str
    older: str
    count: int

    @property
    def total(self) -> str:
        """How many rows the whole list has, as far as they were counted."""
        return number_format(min(self.count, COUNTED), use_l10n=True, force_grouping=True)

    @property
    def uncounted(self) -> bool:
        """Whether the list has more rows than were counted."""
        return self.count > COUNTED


def newest_first[M: Model](
    found: QuerySet[M],
    asked: Mapping[str, str],
    *,
    most: int,
    field: str = "date",
    one_by_one: QuerySet[M] | None = None,
) -> Stretch[M]:
    """Return the stretch of at most ``most`` rows that an address asks for; without a mark, the newest.

    ``field`` is the moment the rows are ordered by, then by their key; an index over both, behind what ``found`` is
    narrowed by, finds the rows. Where fewer than ``most`` are newer than a mark, the list's first ones are shown. Two
    queries and those of prefetched rows.

    ``one_by_one`` are the same rows, asked for so that the database goes through them in this order and looks at each:
    for lists that are longer than is counted. Shorter ones are gathered and sorted sooner.
    """
    older, newer = (Mark.of(asked.get(name, "")) for name in (OLDER, NEWER))
    count = found.order_by()[: COUNTED + 1].count()
    listed = found if one_by_one is None or count <= COUNTED else one_by_one
    downwards = listed.order_by(f"-{field}", "-pk")
    rows: list[M] = []  # one more than are shown tells whether the list goes on
    if older is not None:
        rows = list(downwards.filter(older.older(field))[: most + 1])
    elif newer is not None:
        nearest = list(listed.filter(newer.newer(field)).order_by(field, "pk")[: most + 1])
        # The row of the mark itself stands behind them, so that the list goes on; at its top it begins anew.
        rows = [*reversed(nearest[:most]), nearest[0]] if len(nearest) > most else []
    at_top = not rows
    if at_top:
        rows = list(downwards[: most + 1])
    shown = rows[:most]
    return Stretch(
        rows=shown,
        newer="" if at_top else str(_mark(shown[0], field)),
        older=str(_mark(shown[-1], field)) if len(rows) > most else "",
        count=count,
    )


def _mark(row: Any, field: str) -> Mark:
    return Mark(getattr(row, field), row.pk)
