"""What the database keeps of a match, asked for as its pages need it."""

from __future__ import annotations

from typing import Self

from django.db.models import QuerySet
from msgspec import Struct

from campaigns.matches.models.match import Match, MatchCorrection, MatchEntry, MatchSeat


def entries_of(match: Match) -> list[MatchEntry]:
    """Return all entries of a match with their authors, in their order. One query."""
    return list(match.entries.select_related("author").order_by("position", "number"))


class MatchRecords(Struct, frozen=True):
    """A match's seats, and all entries of its log in their order, those that no longer count among them."""

    match: Match
    seats: list[MatchSeat]
    entries: list[MatchEntry]

    @classmethod
    def of(cls, match: Match, entries: list[MatchEntry] | None = None, seats: list[MatchSeat] | None = None) -> Self:
        """Read what belongs to a match from a loader. One query, none where its ``entries`` are known."""
        return cls(
            match,
            list(match.seats.all()) if seats is None else seats,
            entries_of(match) if entries is None else entries,
        )

    @property
    def in_force(self) -> list[MatchEntry]:
        """The entries that count."""
        return [row for row in self.entries if not row.struck]

    def corrections(self) -> QuerySet[MatchCorrection]:
        """Return the corrections with their entries and authors, the last first. One query."""
        return MatchCorrection.objects.filter(match=self.match).select_related("author", "entry")

    def corrected(self) -> set[int]:
        """Return the keys of the entries that were corrected. One query."""
        return set(MatchCorrection.objects.filter(match=self.match).values_list("entry", flat=True))
