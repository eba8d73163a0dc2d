"""With whom somebody plays: whom to offer first for the seats, and the last table to sit down at again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Count, Q

from campaigns.league.access import TAKES_PART
from campaigns.league.models import Membership
from campaigns.matches.access import SEATS
from campaigns.matches.models.match import Match, MatchSeat, MatchState, MatchWay
from club.access import User
from club.models import Member


def games_with(member: Member) -> Mapping[int, int]:
    """Return how many matches somebody played with each other member, by the member's key. One query."""
    own = MatchSeat.objects.filter(player__member=member).exclude(match__state=MatchState.CANCELLED).values("match")
    shared = MatchSeat.objects.filter(match__in=own, player__member__isnull=False).exclude(player__member=member)
    return dict(shared.order_by().values_list("player__member").annotate(games=Count("pk")))


def members_first(reader: User, members: Iterable[Member]) -> list[Member]:
    """Return members in the order in which to offer them: oneself, then by shared matches, then by name. One query."""
    games = games_with(reader) if reader.is_authenticated else {}
    return sorted(members, key=lambda one: (one.pk != reader.pk, -games.get(one.pk, 0), one.name.casefold()))


def last_match(member: Member) -> Match | None:
    """Return the last match somebody played whose score a pad can keep once more, with its seats.

    Matches of the site's own tables go on there; one of a season goes on while the season runs and the member takes
    part in it. Three queries, one without any.
    """
    own = MatchSeat.objects.filter(player__member=member).values("match")
    running = Membership.objects.filter(member=member, role__in=TAKES_PART, campaign__closed=False).values("campaign")
    found = Match.objects.filter(Q(campaign__isnull=True) | Q(campaign__in=running), pk__in=own)
    found = found.exclude(state__in=[MatchState.LIVE, MatchState.CANCELLED]).exclude(
        way__in=[MatchWay.TABLE, MatchWay.IMPORT]
    )
    return found.select_related("campaign").prefetch_related(SEATS).order_by("-date", "-pk").first()
