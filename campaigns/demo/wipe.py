"""Takes the demo club out of a database, and nothing else."""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError, Q

from campaigns.demo import evenings, hooks, house, marsh
from campaigns.jobs.models import Job
from campaigns.league.games import CARD_GAMES
from campaigns.league.models import Campaign, Role
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import Player
from campaigns.seasons.operations.ratings import rebuild_ratings
from campaigns.seasons.operations.tallies import rebuild_tallies
from campaigns.tables.models.card_table import CardTable
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.forecast import operations as forecasts, pairs
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.forecast import ForecastPart, PairForecastPart
from campaigns.wars.models.lesson import Lesson
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.play.lessons import operations as lessons
from campaigns.wars.resolution import operations as resolution
from club.models import Member
from rosters.models import Warband


class InUse(Exception):
    """Somebody else's campaign needs something of the demo; nothing was removed."""


@transaction.atomic
def wipe() -> None:
    """Remove the demo's accounts, their warbands, the card tables they opened and the campaigns that only they referee.

    Warbands of other members that took part stay, with their journals, and so do matches outside of seasons at which
    other people sat. Raises ``InUse``.
    """
    demo = Member.objects.filter(is_demo=True)
    foreign = Campaign.objects.filter(memberships__role=Role.REFEREE, memberships__member__is_demo=False)
    campaigns = Campaign.objects.filter(memberships__role=Role.REFEREE, memberships__member__is_demo=True).exclude(
        pk__in=foreign.values("pk")
    )
    keys = list(campaigns.values_list("pk", flat=True))
    battles = Battle.objects.filter(campaign__in=keys)
    worked_on = {
        aftermath.KIND: Recovery.objects.filter(side__battle__in=battles),
        resolution.KIND: Resolution.objects.filter(battle__in=battles),
        forecasts.KIND: ForecastPart.objects.filter(forecast__battle__in=battles),
        pairs.KIND: PairForecastPart.objects.filter(forecast__campaign__in=keys),
    }
    hooks.clear(keys)
    try:
        for kind, rows in worked_on.items():
            Job.objects.filter(kind=kind, subject__in=list(rows.values_list("pk", flat=True))).delete()
        battles.delete()
        _forget_matches(keys)
        Campaign.objects.filter(pk__in=keys).delete()
        lessons.forget(Lesson.objects.filter(member__is_demo=True))
        Warband.objects.filter(owner__in=demo).delete()
        CardTable.objects.filter(opener__in=demo).delete()
        evenings.clear()
        house.hush()
        marsh.clear()
        demo.delete()
        house.clear()
    except ProtectedError as protected:
        raise InUse(sorted({str(thing) for thing in protected.protected_objects})) from protected


def _forget_matches(campaigns: list[int]) -> None:
    """Remove the matches of these seasons and those among demo people, and the players who have none left."""
    players = Player.objects.filter(Q(member__is_demo=True) | Q(member__isnull=True, added_by__is_demo=True))
    theirs = MatchSeat.objects.filter(player__in=players)
    others = MatchSeat.objects.exclude(player__in=players)
    alone = Match.objects.filter(campaign__isnull=True, pk__in=theirs.values("match"))
    Match.objects.filter(campaign__in=campaigns).delete()
    alone.exclude(pk__in=others.values("match")).delete()
    players.filter(seats__isnull=True).delete()
    rebuild_tallies()
    for game in CARD_GAMES:
        rebuild_ratings(game.code)
