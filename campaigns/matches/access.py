"""Who may read a match, keep its score, confirm it and judge it. One loader per right, called on a view's first line.

A match of a season is read by who may read the season, one outside by whom its ``visibility`` says; who sits in a match
or keeps its score reads it anyway. A stranger gets 404, a reader without the right 403.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from campaigns.league.access import TAKES_PART, get_campaign_for_reader, is_referee, takes_part, visible_campaigns
from campaigns.league.games import SEASON, codes_of
from campaigns.league.models import Campaign, Membership
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from club.access import User, forbidden, not_found
from club.models import Member
from club.visibility import open_to

SEATED = Prefetch("seats", MatchSeat.objects.select_related("player__member"))
"""The seats of matches, and who sits there."""
SEATS = Prefetch("seats", MatchSeat.objects.select_related("player__member").prefetch_related("heroes"))
"""The same with what each played."""


def visible_matches(user: User, *, one_by_one: bool = False) -> QuerySet[Match]:
    """Return the matches ``user`` may read. Joins no table, so that no row comes twice.

    ``one_by_one``: the same, said so that the database goes through matches in the order asked for and looks at each,
    instead of gathering all of them first. That is quicker where only the first of many are wanted, and slower where
    there are few among very many.
    """
    if user.is_authenticated and user.is_club_admin:
        return Match.objects.all()
    seasons = visible_campaigns(user)
    allowed = Q(campaign__isnull=True, visibility__in=open_to(user))
    if one_by_one:
        allowed |= Q(Exists(seasons.filter(pk=OuterRef("campaign"))))
    else:
        allowed |= Q(campaign__in=seasons.values("pk"))
    if not user.is_authenticated:
        return Match.objects.filter(allowed)
    seats = MatchSeat.objects.filter(player__member=user)
    seated = Q(Exists(seats.filter(match=OuterRef("pk")))) if one_by_one else Q(pk__in=seats.values("match"))
    return Match.objects.filter(allowed | Q(recorder=user) | Q(keeper=user) | seated)


def seat_of(user: User, match: Match) -> MatchSeat | None:
    """Return the user's seat in the match. Free for a match from a loader of this module."""
    if not user.is_authenticated:
        return None
    return next((seat for seat in match.seats.all() if seat.player.member_id == user.pk), None)


def is_judge(user: User, match: Match) -> bool:
    """Tell whether ``user`` decides disputes: a referee of the season; outside of seasons a club admin."""
    if not user.is_authenticated:
        return False
    if match.campaign is None:
        return user.is_club_admin
    return is_referee(user, match.campaign)


def may_keep(user: User, match: Match) -> bool:
    """Tell whether ``user`` may make entries: a player, the recorder, the keeper they chose, the season's referee."""
    if not user.is_authenticated:
        return False
    if user.pk in (match.recorder_id, match.keeper_id) or seat_of(user, match) is not None:
        return True
    return is_judge(user, match)


def brought_back_until(match: Match) -> datetime | None:
    """Return until when whoever called the match off may bring it back: to the end of the next day's evening."""
    if match.called_off_at is None:
        return None
    day = timezone.localtime(match.called_off_at).date() + timedelta(days=2)
    return timezone.make_aware(datetime.combine(day, time()))


def may_bring_back(user: User, match: Match) -> bool:
    """Tell whether ``user`` may bring a match back that was called off: who did so, for a while; who judges it."""
    if not user.is_authenticated or match.state != MatchState.CANCELLED:
        return False
    until = brought_back_until(match)
    own = match.called_off_by_id == user.pk and until is not None and timezone.now() < until
    return own or user.is_club_admin or is_judge(user, match)


def may_record_in(user: User, season: Campaign) -> bool:
    """Tell whether ``user`` may record matches of the season: who takes part in it."""
    return user.is_authenticated and takes_part(user, season)


def recorded_by(member: Member) -> QuerySet[Campaign]:
    """Return the running seasons that ``member`` may record matches in, the newest first. Joins no table."""
    own = Membership.objects.filter(member=member, role__in=TAKES_PART).values("campaign")
    return Campaign.objects.filter(pk__in=own, game__in=codes_of(SEASON), closed=False).order_by("-created", "-pk")


def get_match_for_reader(user: User, pk: int) -> Match:
    """Return a match the user may read, with its season, seats and players; 404 for a stranger to it. Two queries."""
    found = visible_matches(user).select_related("campaign", "recorder", "disputed_by__member")
    return found.prefetch_related(SEATED).filter(pk=pk).first() or not_found()


def get_match_for_keeper(user: User, pk: int) -> Match:
    """Return a match the user may make entries in; 404 for a stranger, 403 for a mere reader."""
    match = get_match_for_reader(user, pk)
    return match if may_keep(user, match) else forbidden()


def get_match_for_player(user: User, pk: int) -> Match:
    """Return a match the user sits in; 404 for a stranger, 403 for others."""
    match = get_match_for_reader(user, pk)
    return match if seat_of(user, match) is not None else forbidden()


def get_match_for_judge(user: User, pk: int) -> Match:
    """Return a match whose disputes the user decides; 404 for a stranger, 403 for others."""
    match = get_match_for_reader(user, pk)
    return match if is_judge(user, match) else forbidden()


def known_guests(user: User) -> QuerySet[Player]:
    """Return the guests ``user`` may know of: those of matches they may read, and those they wrote down themselves."""
    guests = Player.objects.filter(member__isnull=True, merged_into__isnull=True).exclude(name="")
    if not user.is_authenticated:
        return guests.none()
    seen = MatchSeat.objects.filter(player=OuterRef("pk"), match__in=visible_matches(user).values("pk"))
    return guests.filter(Q(added_by=user) | Exists(seen))


def get_season_for_reader(user: User, slug: str) -> Campaign:
    """Return a card game's season the user may read; 404 for a stranger, and for a campaign of another game."""
    return get_campaign_for_reader(user, slug, kind=SEASON)


def visible_seasons(user: User) -> QuerySet[Campaign]:
    """Return the card games' seasons that ``user`` may read."""
    return visible_campaigns(user).filter(game__in=codes_of(SEASON))
