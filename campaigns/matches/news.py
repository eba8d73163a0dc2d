"""Who is told of what happens to a match. How it is told stands in ``news_words``."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from campaigns.league.access import referees_of
from campaigns.league.news import Value, tell
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import Player
from club.models import Member


def players_of(match: Match) -> set[int]:
    """Return the members who sit in a match, by their keys."""
    seats = MatchSeat.objects.filter(match=match, player__member__isnull=False)
    return set(seats.values_list("player__member", flat=True))


def judges_of(match: Match) -> set[int]:
    """Return who decides disputes about a match (``access.is_judge``): its season's referees, or else club admins."""
    if match.campaign is not None:
        return set(referees_of(match.campaign))
    return set(Member.objects.filter(is_active=True, is_staff=True).values_list("pk", flat=True))


def tell_players(
    match: Match,
    code: str,
    *,
    by: Member | None,
    waits: bool = False,
    to: Iterable[int] | None = None,
    **params: Value,
) -> None:
    """Tell everybody who sits in a match, or only these people, something about it; ``params`` are named in it."""
    tell(
        campaign=match.campaign,
        to=players_of(match) if to is None else to,
        code=code,
        params={"game": match.game, "date": match.date.isoformat(), **params},
        address=match.get_absolute_url(),
        by=by,
        waits=waits,
    )


def tell_verdict(match: Match, code: str, *, by: Member, why: str) -> None:
    """Tell what somebody decided about a match; with ``why`` it is a judge's word who played in it."""
    if why:
        tell_players(match, "match_decided_by_party", by=by, why=why)
    else:
        tell_players(match, code, by=by)


def tell_dispute(match: Match, *, by: Member | None) -> None:
    """Tell those who decide, and the other players."""
    judges = judges_of(match)
    tell_players(match, "match_to_settle", to=judges, by=by, waits=True)
    tell_players(match, "match_disputed", to=players_of(match) - judges, by=by)


def tell_guest(guest: Player, code: str, to: Member, *, by: Member) -> None:
    """Tell somebody what became of a guest who was them, or whom they took for themselves."""
    tell(campaign=None, to=[to], code=code, params={"name": guest.name}, address=reverse("campaigns:match_list"), by=by)
