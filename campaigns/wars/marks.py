"""Marks of pages about battles: another one as soon as anything they show has changed (see ``club.live``)."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum

from campaigns.league.access import TAKES_PART, visible_campaigns
from campaigns.league.models import Campaign, Membership, Role
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.forecast import Forecast
from club import live
from club.access import User


def battle_mark(user: User, slug: str, pk: int) -> str:
    """Return the mark of a battle’s page and of its aftermaths; empty for who may not read it. One query."""
    sides = BattleSide.objects.filter(battle=OuterRef("pk"))
    standing = Membership.objects.filter(campaign=OuterRef("campaign"), lets_engine_resolve=True, role__in=TAKES_PART)
    forecast = Forecast.objects.filter(battle=OuterRef("pk")).order_by("-pk")
    row = (
        Battle.objects.filter(pk=pk, campaign__slug=slug, campaign__in=visible_campaigns(user))
        .values_list(
            "version",
            "campaign__version",
            F("ground__version"),
            F("resolution__pk"),
            F("resolution__state"),
            _one(sides, "battle", Sum("warband__version")),
            _one(sides, "battle", Count("pk", filter=Q(lets_engine_resolve=True))),
            _one(sides, "battle", Sum("recovery__version")),
            _one(standing, "campaign", Count("pk")),
            Subquery(forecast.values("pk")[:1]),
            Subquery(forecast.values("state")[:1]),
        )
        .first()
    )
    return live.mark(row) if row is not None else ""


def campaign_mark(campaign: Campaign) -> str:
    """Return the mark of what a campaign’s overview shows of its battles, people and warbands. One query."""
    here = Campaign.objects.filter(pk=campaign.pk)
    battles = Battle.objects.filter(campaign=OuterRef("pk"))
    people = Membership.objects.filter(campaign=OuterRef("pk"))
    serving = Enlistment.objects.filter(campaign=OuterRef("pk"), withdrawn=False)
    row = here.values_list(
        "version",
        _one(battles, "campaign", Count("pk")),
        _one(battles, "campaign", Sum("version")),
        _one(people, "campaign", Sum("pk")),
        _one(people, "campaign", Count("pk", filter=Q(role__in=TAKES_PART))),
        _one(people, "campaign", Count("pk", filter=Q(role=Role.REFEREE))),
        _one(serving, "campaign", Sum("pk")),
        _one(serving, "campaign", Sum("warband__version")),
    ).get()
    return live.mark(row)


def _one(rows: QuerySet[Any], by: str, of: Count | Sum) -> Subquery:
    """Return one figure about all these rows, as part of the query they are about."""
    return Subquery(rows.order_by().values(by).annotate(figure=of).values("figure"))
