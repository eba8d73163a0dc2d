"""What waits for somebody about the matches of the card games: results to confirm, disputes, pads in use, guests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from campaigns.league.chores import Chore, Urgency
from campaigns.league.games import game_of
from campaigns.league.models import Campaign, Membership, Role
from campaigns.league.waiting import at_the_door, invitations, places
from campaigns.matches.access import SEATS
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import GuestClaim
from campaigns.matches.operations.guests import mergeable_by
from campaigns.matches.scores.wording import listed
from club.models import Member

SHOWN = 6


def outside(member: Member) -> Iterator[Chore]:
    """Yield what waits for a member in no season of his: results, disputes for an admin, claims about guests.

    Three queries at most.
    """
    disputed = Q(campaign=None, state=MatchState.DISPUTED) if member.is_club_admin else Q(pk=None)
    own = member.memberships.exclude(role=Role.APPLICANT).values("campaign")
    yield from _said(Match.objects.filter(_asked(member) | disputed).exclude(campaign__in=own))
    yield from _claims(member)


def in_seasons(parts: Sequence[Membership]) -> Iterator[Chore]:
    """Yield what one member can do in these seasons: answer for results, and as a referee decide and invite."""
    member, refereed = parts[0].member, [part.campaign for part in parts if part.role == Role.REFEREE]
    here = Q(campaign__in=[part.campaign_id for part in parts])
    judged = Q(state=MatchState.DISPUTED, campaign__in=places(refereed))
    yield from _said(Match.objects.filter(here, _asked(member) | judged))
    running = [campaign for campaign in refereed if not campaign.closed]
    if not running:
        return
    yield from at_the_door(running)
    others = Membership.objects.filter(role=Role.PLAYER).values("campaign")
    played = Match.objects.exclude(campaign=None).values("campaign")
    alone = Campaign.objects.filter(pk__in=places(running)).exclude(pk__in=others).exclude(pk__in=played)
    yield from invitations(alone.order_by("pk"))


def _asked(member: Member) -> Q:
    seats = MatchSeat.objects.filter(player__member=member)
    return Q(state=MatchState.FINISHED, pk__in=seats.values("match")) & ~Q(finished_by=member)


def _said(matches: QuerySet[Match]) -> Iterable[Chore]:
    for match in matches.prefetch_related(SEATS).order_by("date"):
        players = listed([seat.player.full_name for seat in match.seats.all()])
        values = {"game": game_of(match.game).name, "players": players}
        if match.state == MatchState.DISPUTED:
            sentence = _("%(game)s (%(players)s) is disputed: decide.") % values
        else:
            sentence = _("%(game)s (%(players)s): is the result right?") % values
        code = "dispute" if match.state == MatchState.DISPUTED else "result"
        yield Chore(code, sentence, match.get_absolute_url(), None, Urgency.AWAITED, match.date)


def _claims(member: Member) -> Iterable[Chore]:
    waiting = GuestClaim.objects.filter(guest__in=mergeable_by(member).values("pk")).exclude(member=member).count()
    if waiting:
        said = ngettext(
            "A member claims to be a guest: confirm it.", "%(count)s members claim to be guests: confirm them.", waiting
        )
        yield Chore("guests", said % {"count": waiting}, reverse("campaigns:guests"), None, Urgency.AWAITED)


def in_use(member: Member) -> list[Match]:
    """Return the score pads the member plays at or keeps, the latest first. One query."""
    seats = MatchSeat.objects.filter(player__member=member, match__state=MatchState.LIVE)
    mine = Q(pk__in=seats.values("match")) | Q(recorder=member) | Q(keeper=member)
    live = Match.objects.filter(mine, state=MatchState.LIVE).select_related("campaign")
    return list(live.order_by("-date", "-pk")[:SHOWN])
