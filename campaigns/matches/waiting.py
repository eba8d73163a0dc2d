"""What waits for somebody about the matches of the card games: results to confirm, disputes, pads in use, guests."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from campaigns.league.chores import Chore
from campaigns.league.games import game_of
from campaigns.league.models import Campaign
from campaigns.matches.access import SEATS
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import GuestClaim
from campaigns.matches.operations.guests import mergeable_by
from campaigns.matches.scores.wording import listed
from club.models import Member

SHOWN = 6


def chores(member: Member, refereed: Iterable[Campaign]) -> list[Chore]:
    """Return what waits for a member: results to answer for, disputes to decide, claims about guests they know.

    Two queries.
    """
    return [*_results(member, refereed), *_claims(member)]


def to_answer(member: Member, season: Campaign) -> list[Chore]:
    """Return the results of a season that wait for a member's answer. Two queries."""
    return list(_said(season.matches.filter(_asked(member))))


def _asked(member: Member) -> Q:
    seats = MatchSeat.objects.filter(player__member=member)
    return Q(state=MatchState.FINISHED, pk__in=seats.values("match")) & ~Q(finished_by=member)


def _results(member: Member, refereed: Iterable[Campaign]) -> Iterable[Chore]:
    judged = Q(campaign__in=[campaign.pk for campaign in refereed])
    if member.is_club_admin:
        judged |= Q(campaign__isnull=True)
    disputed = Q(state=MatchState.DISPUTED) & judged
    return _said(Match.objects.filter(_asked(member) | disputed))


def _said(matches: QuerySet[Match]) -> Iterable[Chore]:
    for match in matches.prefetch_related(SEATS).order_by("date"):
        players = listed([seat.player.full_name for seat in match.seats.all()])
        values = {"game": game_of(match.game).name, "players": players}
        if match.state == MatchState.DISPUTED:
            sentence = _("%(game)s (%(players)s) is disputed: decide.") % values
        else:
            sentence = _("%(game)s (%(players)s): is the result right?") % values
        yield Chore("result", sentence, match.get_absolute_url())


def _claims(member: Member) -> Iterable[Chore]:
    waiting = GuestClaim.objects.filter(guest__in=mergeable_by(member).values("pk")).exclude(member=member).count()
    if waiting:
        said = ngettext(
            "A member claims to be a guest: confirm it.", "%(count)s members claim to be guests: confirm them.", waiting
        )
        yield Chore("guests", said % {"count": waiting}, reverse("campaigns:guests"))


def in_use(member: Member) -> list[Match]:
    """Return the score pads the member plays at or keeps, the latest first. One query."""
    seats = MatchSeat.objects.filter(player__member=member, match__state=MatchState.LIVE)
    mine = Q(pk__in=seats.values("match")) | Q(recorder=member) | Q(keeper=member)
    live = Match.objects.filter(mine, state=MatchState.LIVE).select_related("campaign")
    return list(live.order_by("-date", "-pk")[:SHOWN])
