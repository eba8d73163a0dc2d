"""What a roster's page is told of: another version of the warband, other portraits, what is counted at the table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.db.models import QuerySet

from club import live
from club.streams.kinds import Key, Kind, Reader
from rosters import access, table
from rosters.models import Warband
from rosters.table import AtTable

WARBAND: Final = "warband"
"""Its key has a 1 behind the warband's number for members, who see what is counted at the table."""


def mark(warband: Warband, kept: AtTable | None) -> str:
    """Return the mark of a warband's page."""
    return live.mark([WARBAND, warband.version, warband.portraits_hung, kept and kept.mark])


def _marks(keys: Collection[Key]) -> dict[Key, str]:
    columns = ("pk", "version", "portraits_hung", "mustered")
    found = {
        one.pk: one for one in table.with_counts(Warband.objects.filter(pk__in=[key[0] for key in keys])).only(*columns)
    }
    shown = {key: found[key[0]] for key in keys if key[0] in found}
    return {key: mark(one, table.kept_for(one) if key[1] else None) for key, one in shown.items()}


def _readable(reader: Reader, key: Key) -> QuerySet[Any]:
    return access.readable_by(reader.user).filter(pk=key[0])


KINDS: Final = (Kind(WARBAND, _marks, _readable, seconds=1, keys=2),)
