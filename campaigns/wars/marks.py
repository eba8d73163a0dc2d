"""Marks of pages about battles: another one as soon as anything they show has changed (see ``club.live``)."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.db.models import Aggregate, Count, F, Max, OuterRef, Q, QuerySet, StringAgg, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from campaigns.jobs.models import Job, JobState
from campaigns.league.access import TAKES_PART, visible_campaigns
from campaigns.league.models import Campaign, Membership, Role
from campaigns.wars.models.abducted import AbductedCivilian, CivilianFate
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from campaigns.wars.models.evening import Evening
from campaigns.wars.models.forecast import Forecast, PairForecast
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import BattleGround, Resolution
from campaigns.wars.models.round import Round
from club import live
from club.access import User


def battle_mark(user: User, slug: str, pk: int) -> str:
    """Return the mark of a battle’s page and of its aftermaths; empty for who may not read it. One query."""
    shown = Battle.objects.filter(pk=pk, campaign__slug=slug, campaign__in=visible_campaigns(user))
    row = shown.values_list(*battle_columns()).first()
    return live.mark(row) if row is not None else ""


@cache
def battle_columns() -> tuple[str | Combinable, ...]:
    """Return what the mark of a battle’s page is made of. Made once: putting it together takes half of the question."""
    sides = BattleSide.objects.filter(battle=OuterRef("pk"))
    standing = Membership.objects.filter(campaign=OuterRef("campaign"), lets_engine_resolve=True, role__in=TAKES_PART)
    forecast = Forecast.objects.filter(battle=OuterRef("pk")).order_by("-pk")
    return (
        "version",
        "campaign__version",
        F("ground__version"),
        F("resolution__pk"),
        F("resolution__state"),
        F("evening__pk"),
        F("evening__over"),
        _figure(sides, "battle", Sum("warband__version")),
        _figure(sides, "battle", Count("pk", filter=Q(lets_engine_resolve=True))),
        _figure(sides, "battle", Sum("recovery__version")),
        _figure(standing, "campaign", Count("pk")),
        _figure(_kept("campaign"), "campaign", Sum("pk")),
        Subquery(forecast.values("pk")[:1]),
        Subquery(forecast.values("state")[:1]),
    )


def evening_mark(user: User, slug: str, pk: int) -> str:
    """Return the mark of the page of a battle’s evening; empty for who may not read it. One query."""
    shown = Evening.objects.filter(battle=pk, battle__campaign__slug=slug)
    row = shown.filter(battle__campaign__in=visible_campaigns(user)).values_list("pk", "version", "battle__version")
    found = row.first()
    return live.mark(found) if found is not None else ""


def campaign_mark(campaign: Campaign) -> str:
    """Return the mark of what a campaign’s overview shows of its battles, people and warbands. One query."""
    return live.mark(Campaign.objects.values_list("version", *overview_columns()).get(pk=campaign.pk))


def desk_part(user: User, slug: str) -> live.Part | None:
    """Return the desk of a campaign as pages watch it, with its mark: of all the overview shows, and of what waits.

    ``None`` for who is no referee of it. One query.
    """
    refereed = Campaign.objects.filter(slug=slug, memberships__member=user.pk, memberships__role=Role.REFEREE)
    row = refereed.values_list("pk", *_desk_columns()).first()
    return live.Part(DESK, (row[0],), live.digest(row)) if row is not None else None


def desks(numbers: tuple[int, ...]) -> QuerySet[Any]:
    """Return the rows of which the marks of these campaigns' desks are made, the number first."""
    return Campaign.objects.filter(pk__in=numbers).values_list("pk", *_desk_columns())


BATTLE: Final = "battle"
EVENING: Final = "evening"
WAR: Final = "war"
DESK: Final = "desk"
"""What pages watch of a war (``campaigns.wars.watching``)."""


@cache
def _desk_columns() -> tuple[str | Combinable, ...]:
    here = {"battle__campaign": OuterRef("pk")}
    battles = Battle.objects.filter(campaign=OuterRef("pk"))
    overdue = battles.filter(state=BattleState.SCHEDULED, date__lt=Now())
    to_confirm_itself = battles.filter(state=BattleState.REPORTED, confirms_at__lt=Now())
    rounds = Round.objects.filter(campaign=OuterRef("pk"))
    failed = Job.objects.filter(state=JobState.FAILED).order_by().values("state").annotate(figure=Count("pk"))
    recoveries = Recovery.objects.filter(side__battle__campaign=OuterRef("pk"))
    return (
        "version",
        *overview_columns(),
        _figure(recoveries, "side__battle__campaign", Sum("version")),
        _figure(rounds, "campaign", Sum("pk")),
        _figure(rounds, "campaign", StringAgg("name", Value("\n"))),
        _figure(rounds.filter(locked=True), "campaign", Sum("pk")),
        _figure(EnlistmentRequest.objects.filter(campaign=OuterRef("pk")), "campaign", Sum("pk")),
        _figure(overdue, "campaign", Count("pk")),
        _figure(to_confirm_itself, "campaign", Count("pk")),
        _figure(BattleSide.objects.filter(**here, lets_engine_resolve=True), "battle__campaign", Sum("pk")),
        _figure(_people().filter(lets_engine_resolve=True), "campaign", Sum("pk")),
        # Names in whichever order the database has them: at worst an open desk is made once too often.
        _figure(_people(), "campaign", StringAgg("member__display_name", Value("\n"))),
        _figure(_people(), "campaign", StringAgg("member__username", Value("\n"))),
        _figure(_people(), "campaign", Max("member__last_login")),
        _figure(BattleGround.objects.filter(**here), "battle__campaign", Count("pk")),
        _figure(Resolution.objects.filter(**here), "battle__campaign", Count("pk")),
        _figure(Resolution.objects.filter(**here, finished=None), "battle__campaign", Count("pk")),
        _figure(Forecast.objects.filter(**here), "battle__campaign", Count("pk")),
        _figure(Forecast.objects.filter(**here, finished=None), "battle__campaign", Count("pk")),
        # Newer ones replace older ones, so that counting them would not do.
        _figure(PairForecast.objects.filter(campaign=OuterRef("pk")), "campaign", Sum("pk")),
        _figure(PairForecast.objects.filter(campaign=OuterRef("pk"), finished=None), "campaign", Count("pk")),
        Subquery(failed.values("figure")),
    )


def _people() -> QuerySet[Membership]:
    return Membership.objects.filter(campaign=OuterRef("pk"))


@cache
def overview_columns() -> tuple[Subquery, ...]:
    """Return the figures that change with a campaign’s battles, people and warbands."""
    battles = Battle.objects.filter(campaign=OuterRef("pk"))
    people = _people()
    serving = Enlistment.objects.filter(campaign=OuterRef("pk"), withdrawn=False)
    return (
        _figure(battles, "campaign", Count("pk")),
        _figure(battles, "campaign", Sum("version")),
        _figure(people, "campaign", Sum("pk")),
        _figure(people, "campaign", Sum("pk", filter=Q(role__in=TAKES_PART))),
        _figure(people, "campaign", Sum("pk", filter=Q(role=Role.REFEREE))),
        _figure(serving, "campaign", Sum("pk")),
        _figure(serving, "campaign", Sum("warband__version")),
        _figure(_kept("pk"), "campaign", Sum("pk")),
    )


def _kept(campaign: str) -> QuerySet[AbductedCivilian]:
    """Return the civilians whom the aliens keep in the campaign of that name in the query around."""
    return AbductedCivilian.objects.filter(campaign=OuterRef(campaign), fate=CivilianFate.KEPT)


def _figure(rows: QuerySet[Any], by: str, of: Aggregate) -> Subquery:
    """Return one figure about all these rows, as part of the query they are about."""
    return Subquery(rows.order_by().values(by).annotate(figure=of).values("figure"))
