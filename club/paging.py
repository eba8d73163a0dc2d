"""Long lists, the newest first, a stretch at a time.

A stretch begins behind a row, not behind a number of rows: however long the list is, the database goes straight to it
by its index; and an address that somebody keeps shows the same rows when newer ones have come. Rows are counted only as
far as anybody cares to know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Protocol, Self

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


class Listed[M: Model](Protocol):
    """A list that is asked for in stretches."""

    def count(self, most: int) -> int:
        """Return how many rows it has, ``most`` at most."""

    def rows(self, mark: Mark | None, most: int, *, newer: bool, one_by_one: bool) -> list[M]:
        """Return its rows from the first on, those behind a mark, or those before it (``newer``) from the last on.

        ``one_by_one``: see ``newest_first``.
        """


def between_marks[M: Model](
    found: QuerySet[M], field: str, moment: datetime | None, key: int | None, *, newer: bool
) -> QuerySet[M]:
    """Return the rows of a list as ``Listed`` is asked for them: what a mark consists of says which."""
    if moment is not None and key is not None:
        mark = Mark(moment, key)
        found = found.filter(mark.newer(field) if newer else mark.older(field))
    return found.order_by(*((field, "pk") if newer else (f"-{field}", "-pk")))


class _Made[M: Model](Struct, frozen=True):
    """A list by its queries."""

    found: QuerySet[M]
    one_by_one: QuerySet[M] | None
    field: str

    def count(self, most: int) -> int:
        return self.found.order_by()[:most].count()

    def rows(self, mark: Mark | None, most: int, *, newer: bool, one_by_one: bool) -> list[M]:
        found = self.one_by_one if one_by_one and self.one_by_one is not None else self.found
        moment, key = (mark.moment, mark.key) if mark is not None else (None, None)
        return list(between_marks(found, self.field, moment, key, newer=newer)[:most])


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
    return stretch_of(_Made(found, one_by_one, field), asked, most=most, field=field)


def stretch_of[M: Model](listed: Listed[M], asked: Mapping[str, str], *, most: int, field: str = "date") -> Stretch[M]:
    """Return the same of a list that knows by itself how it is asked for."""
    older, newer = (Mark.of(asked.get(name, "")) for name in (OLDER, NEWER))
    count = listed.count(COUNTED + 1)
    one_by_one = count > COUNTED
    rows: list[M] = []  # one more than are shown tells whether the list goes on
    if older is not None:
        rows = listed.rows(older, most + 1, newer=False, one_by_one=one_by_one)
    elif newer is not None:
        nearest = listed.rows(newer, most + 1, newer=True, one_by_one=one_by_one)
        # The row of the mark itself stands behind them, so that the list goes on; at its top it begins anew.
        rows = [*reversed(nearest[:most]), nearest[0]] if len(nearest) > most else []
    at_top = not rows
    if at_top:
        rows = listed.rows(None, most + 1, newer=False, one_by_one=one_by_one)
    shown = rows[:most]
    return Stretch(
        rows=shown,
        newer="" if at_top else str(_mark(shown[0], field)),
        older=str(_mark(shown[-1], field)) if len(rows) > most else "",
        count=count,
    )


def _mark(row: Any, field: str) -> Mark:
    return Mark(getattr(row, field), row.pk)
