"""What a reader is to a match, as one question tells: after every change each phone asks, and most need no more."""

from __future__ import annotations

from typing import Any, Self

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from msgspec import Struct

from campaigns.league.models import Membership, Role
from campaigns.matches.access import visible_matches
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.rights import MatchRights, may_correct
from club.access import User, not_found


class Standing(Struct, frozen=True):
    """A match's version and ``MatchState``, and what the reader may do to its log (``MatchRights``)."""

    version: int
    state: str
    keeps: bool
    corrects: bool

    @classmethod
    def of(cls, match: Match, user: User) -> Self:
        """Return the standing of a reader to a match from a loader."""
        rights = MatchRights(match, user, ())
        return cls(match.version, match.state, rights.keeps, rights.corrects)

    @classmethod
    def asked(cls, user: User, pk: int) -> Self:
        """Return the same of a match the user may read; 404 for a stranger. One query."""
        row = _row(user, pk).first()
        if row is None:
            not_found()
        version, state, recorder, keeper, campaign, *more = row
        if not user.is_authenticated:
            return cls(version, state, False, False)
        seated, role = more
        judges = role == Role.REFEREE if campaign is not None else user.is_club_admin
        keeps = user.pk in (recorder, keeper) or bool(seated) or judges
        return cls(version, state, keeps, may_correct(state, keeps=keeps, judges=judges))


def _row(user: User, pk: int) -> QuerySet[Any]:
    found = visible_matches(user).filter(pk=pk)
    facts = ("version", "state", "recorder", "keeper", "campaign")
    if not user.is_authenticated:
        return found.values_list(*facts)
    seats = MatchSeat.objects.filter(match=OuterRef("pk"), player__member=user)
    roles = Membership.objects.filter(campaign=OuterRef("campaign"), member=user).values("role")
    return found.annotate(seated=Exists(seats), role=Subquery(roles[:1])).values_list(*facts, "seated", "role")
