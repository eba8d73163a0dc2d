"""What happened to a warband since a sheet of it was printed."""

from __future__ import annotations

from msgspec import Struct

from rosters.history import JournalLine, lines, spoken
from rosters.models import JournalEntry, Warband


class Since(Struct, frozen=True):
    """Steps made since, and steps that stand on the sheet and were taken back since; both in the journal's order."""

    made: tuple[JournalLine, ...]
    struck: tuple[JournalLine, ...]


def since(warband: Warband, version: int) -> Since:
    """Return what changed after ``version``; two queries.

    Every change counts one version: a step, whose number it is, or a step taken back. Of those taken back after the
    last step on the sheet as many came before it was printed as versions lie between the two.
    """
    rows = warband.journal.select_related("author")
    made = list(rows.filter(number__gt=version, undone_at=None))
    last = warband.journal.filter(number__lte=version).order_by("-number").only("number", "at").first()
    if last is None:
        return Since(tuple(lines(made, spoken(warband))), ())
    taken_back = rows.filter(number__lte=version, undone_at__gt=last.at).order_by("undone_at", "-number")
    gone: list[JournalEntry] = list(taken_back)[version - last.number :]
    in_order = sorted(gone, key=lambda row: row.place)
    catalogue = spoken(warband)
    return Since(tuple(lines(made, catalogue)), tuple(lines(in_order, catalogue)))
