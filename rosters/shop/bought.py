"""What was bought since the last battle and may be returned, piece by piece."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from club.models import Member
from rosters import amending, wording
from rosters.models import Warband

SHOWN: Final = 40
"""So far back the journal is looked through."""


class Bought(Struct, frozen=True):
    """One purchase: its step's number, what happened in words, what it cost."""

    number: int
    sentence: str
    paid: int


def bought(warband: Warband, member: Member) -> list[Bought]:
    """Return the member's own purchases of the present camp, latest first, in one query."""
    rows = list(warband.journal.exclude(kind="struck").order_by("-place")[:SHOWN])
    own = amending.own_steps(rows, member)
    return [
        Bought(
            row.number,
            wording.told(row.events, warband.catalogue),
            row.before - row.after,
        )
        for row in rows
        if row.kind == "buy" and row.number in own
    ]
