"""Marks of pages about battles: another one as soon as anything they show has changed (see ``club.live``)."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.db.models import Aggregate, Count, F, Max, OuterRef, Q, QuerySet, StringAgg, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONArray, Now

from campaigns.jobs.models import Job, JobState
from campaigns.league.access import TAKES_PART, visible_campaigns
from campaigns.league.models import Campaign, Membership, Role
from campaigns.wars.models.abducted import AbductedCivilian, CivilianFate
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.dates import DateTalk
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
    row = shown.values_list("pk", *battle_columns()).first()
    return live.digest(row) if row is not None else ""


@cache
def battle_columns() -> tuple[str | Combinable, ...]:
    """Return what the mark of a battle’s page is made of. Made once: putting it together takes half of the question."""
    sides = BattleSide.objects.filter(battle=OuterRef("pk"))
    standing = Membership.objects.filter(campaign=OuterRef("campaign"), lets_engine_resolve=True, role__in=TAKES_PART)
    forecast = Forecast.objects.filter(battle=OuterRef("pk")).order_by("-pk")
    return (
        "version",
        "campaign__version",
        F("talk__version"),
        F("ground__version"),
        F("resolution__pk"),
        F("resolution__state"),
        F("evening__pk"),
        F("evening__over"),
        F("played__pk"),
        F("played__state"),
        F("played__trouble"),
        _figures(
            sides,
            "battle",
            Sum("warband__version"),
            Count("pk", filter=Q(lets_engine_resolve=True)),
            Sum("recovery__version"),
        ),
        _figures(standing, "campaign", Count("pk")),
        _figures(_kept("campaign"), "campaign", Sum("pk")),
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
    return live.digest(Campaign.objects.values_list("pk", "version", *overview_columns()).get(pk=campaign.pk))


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
    battles, rounds = Battle.objects.filter(campaign=OuterRef("pk")), Round.objects.filter(campaign=OuterRef("pk"))
    recoveries = Recovery.objects.filter(side__battle__campaign=OuterRef("pk"))
    overdue = Q(state=BattleState.SCHEDULED, date__lt=Now())
    to_confirm_itself = Q(state=BattleState.REPORTED, confirms_at__lt=Now())
    failed = Job.objects.filter(state=JobState.FAILED).order_by().values("state").annotate(figure=Count("pk"))
    pairs, running = PairForecast.objects.filter(campaign=OuterRef("pk")), Q(finished=None)
    return (
        "version",
        *overview_columns(),
        _figures(recoveries, "side__battle__campaign", Sum("version")),
        _figures(rounds, "campaign", Sum("pk"), StringAgg("name", Value("\n")), Sum("pk", filter=Q(locked=True))),
        _figures(EnlistmentRequest.objects.filter(campaign=OuterRef("pk")), "campaign", Sum("pk")),
        _figures(battles, "campaign", Count("pk", filter=overdue), Count("pk", filter=to_confirm_itself)),
        _figures(BattleSide.objects.filter(**here, lets_engine_resolve=True), "battle__campaign", Sum("pk")),
        _figures(
            _people(),
            "campaign",
            Sum("pk", filter=Q(lets_engine_resolve=True)),
            # Names in whichever order the database has them: at worst an open desk is made once too often.
            StringAgg("member__display_name", Value("\n")),
            StringAgg("member__username", Value("\n")),
            Max("member__last_login"),
        ),
        _figures(BattleGround.objects.filter(**here), "battle__campaign", Count("pk")),
        _figures(DateTalk.objects.filter(**here), "battle__campaign", Sum("version")),
        _figures(Resolution.objects.filter(**here), "battle__campaign", Count("pk"), Count("pk", filter=running)),
        _figures(Forecast.objects.filter(**here), "battle__campaign", Count("pk"), Count("pk", filter=running)),
        # Newer ones replace older ones, so that counting them would not do.
        _figures(pairs, "campaign", Sum("pk"), Count("pk", filter=running)),
        Subquery(failed.values("figure")),
    )


def _people() -> QuerySet[Membership]:
    return Membership.objects.filter(campaign=OuterRef("pk"))


@cache
def overview_columns() -> tuple[Subquery, ...]:
    """Return the figures that change with a campaign’s battles, people and warbands."""
    battles = Battle.objects.filter(campaign=OuterRef("pk"))
    serving = Enlistment.objects.filter(campaign=OuterRef("pk"), withdrawn=False)
    players, referees = Sum("pk", filter=Q(role__in=TAKES_PART)), Sum("pk", filter=Q(role=Role.REFEREE))
    return (
        _figures(battles, "campaign", Count("pk"), Sum("version")),
        _figures(_people(), "campaign", Sum("pk"), players, referees),
        _figures(serving, "campaign", Sum("pk"), Sum("warband__version")),
        _figures(_kept("pk"), "campaign", Sum("pk")),
    )


def _kept(campaign: str) -> QuerySet[AbductedCivilian]:
    """Return the civilians whom the aliens keep in the campaign of that name in the query around."""
    return AbductedCivilian.objects.filter(campaign=OuterRef(campaign), fate=CivilianFate.KEPT)


def _figures(rows: QuerySet[Any], by: str, *of: Aggregate) -> Subquery:
    """Return figures about all these rows, as one column of the query they are about."""
    return Subquery(rows.order_by().values(by).annotate(figures=JSONArray(*of)).values("figures"))
