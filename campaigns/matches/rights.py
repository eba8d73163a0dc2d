"""What a reader of a match may do next: enter, take back, correct, confirm, dispute, settle, call off.

These decide what a page offers; whether it is done is for the loaders of ``match_access`` and for the operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone
from msgspec import Struct

from campaigns.matches.access import is_judge, may_bring_back, may_keep, seat_of
from campaigns.matches.models.match import Match, MatchEntry, MatchState
from rosters.access import User

SLIP: Final = timedelta(minutes=1)
"""How long an entry is so fresh that its author puts it right without a word."""


class MatchRights(Struct, frozen=True):
    """What ``viewer`` may do about a match whose entries in force are ``entries``. No query beyond the season's."""

    match: Match
    viewer: User
    entries: Sequence[MatchEntry]

    @property
    def keeps(self) -> bool:
        """Whether the reader may make entries."""
        return may_keep(self.viewer, self.match)

    @property
    def judges(self) -> bool:
        """Whether the reader decides disputes."""
        return is_judge(self.viewer, self.match)

    @property
    def corrects(self) -> bool:
        """Whether the reader may put entries right: who keeps the log until it is confirmed, afterwards its judge."""
        return may_correct(self.match.state, keeps=self.keeps, judges=self.judges)

    @property
    def undoable(self) -> MatchEntry | None:
        """The entry the reader may take back by a tap."""
        return last_own(self.entries, self.viewer) if self.match.state == MatchState.LIVE else None

    def slipped(self, number: int) -> bool:
        """Whether the reader corrects or strikes this entry without giving a reason."""
        return is_slip(self.match, self.entries, number, self.viewer)

    @property
    def answers(self) -> bool:
        """Whether the reader is asked to confirm the result."""
        return self.disputes and self.match.finished_by_id != self.viewer.pk

    @property
    def disputes(self) -> bool:
        """Whether the reader may say that the result is wrong."""
        return self.match.state == MatchState.FINISHED and seat_of(self.viewer, self.match) is not None

    @property
    def settles(self) -> bool:
        """Whether the reader may confirm as the judge."""
        return self.judges and self.match.state in (MatchState.FINISHED, MatchState.DISPUTED)

    @property
    def is_party(self) -> bool:
        """Whether the reader judges a match that he played in with others: he says why he decides about it."""
        return self.judges and seat_of(self.viewer, self.match) is not None and len(self.match.seats.all()) > 1

    @property
    def cancels(self) -> bool:
        """Whether the reader may call the match off."""
        if self.match.state in (MatchState.LIVE, MatchState.FINISHED):
            return self.keeps
        return self.judges and self.match.state != MatchState.CANCELLED

    @property
    def brings_back(self) -> bool:
        """Whether the reader may bring back the match, which was called off."""
        return may_bring_back(self.viewer, self.match)


def may_correct(state: str, *, keeps: bool, judges: bool) -> bool:
    """Tell whether who keeps a log, or decides disputes about it, puts entries right while the match stands so."""
    if state == MatchState.CANCELLED:
        return False
    return judges or (keeps and state != MatchState.CONFIRMED)


def last_own(entries: Sequence[MatchEntry], member: Any) -> MatchEntry | None:
    """Return the last of these entries if ``member`` has made one: it is what they may take back."""
    return next((row for row in reversed(entries) if row.author_id is not None and row.author_id == member.pk), None)


def is_slip(match: Match, entries: Sequence[MatchEntry], number: int, member: Any) -> bool:
    """Tell whether an entry of a match still played is ``member``'s own, the last one, and less than a minute old."""
    row = entries[-1] if entries else None
    if row is None or row.number != number or match.state != MatchState.LIVE:
        return False
    return row.author_id is not None and row.author_id == member.pk and timezone.now() - row.at < SLIP
