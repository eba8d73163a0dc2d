"""The standings of a campaign, from the results of its confirmed battles. Two queries, however large it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from msgspec import Struct
from msgspec.structs import replace

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment
from club.models import naming
from engines.musg.engagement import Outcome
from rosters.models import Warband


class StandingsLine(Struct, frozen=True):
    """One warband's line. ``place`` is shared by those with the same victories, draws, points and value."""

    place: int
    warband: Warband
    withdrawn: bool
    played: int
    won: int
    drawn: int
    lost: int
    victory_points: int
    takedowns: int
    losses: int

    @property
    def merit(self) -> tuple[int, int, int, int]:
        """What decides the place, in this order: victories, draws, victory points, value."""
        return (self.won, self.drawn, self.victory_points, self.warband.value)


def enlisted(campaign: Campaign) -> list[Enlistment]:
    """Return the campaign's enlistments, with what pages show of their warbands and owners."""
    of_warbands = (f"warband__{field}" for field in ("name", "race", "setup", "mustered", "value", "treasury"))
    rows = Enlistment.objects.filter(campaign=campaign).select_related("warband__owner")
    return list(rows.only("withdrawn", *of_warbands, *naming("warband__owner")))


def standings(campaign: Campaign, enlistments: Iterable[Enlistment] | None = None) -> list[StandingsLine]:
    """Return the standings, best first; warbands that withdrew without a battle are left out.

    Draws count after victories, then victory points, then the warband's present value. ``enlistments``, if the page
    has them already, saves a query.
    """
    scores = {row["warband"]: row for row in _scores(campaign)}
    lines = []
    for enlistment in enlisted(campaign) if enlistments is None else enlistments:
        score = scores.get(enlistment.warband_id, {})
        if enlistment.withdrawn and not score:
            continue
        lines.append(_line(enlistment, score))
    lines.sort(key=lambda line: (tuple(-merit for merit in line.merit), line.warband.name.casefold()))
    return list(_placed(lines))


def _scores(campaign: Campaign) -> QuerySet[BattleSide, Any]:
    sides = BattleSide.objects.filter(battle__campaign=campaign, battle__state=BattleState.CONFIRMED)
    return (
        sides.order_by()
        .values("warband")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(outcome=Outcome.WON.value)),
            drawn=Count("pk", filter=Q(outcome=Outcome.DREW.value)),
            lost=Count("pk", filter=Q(outcome=Outcome.LOST.value)),
            points=Sum("victory_points"),
            downed=Sum("takedowns"),
            fallen=Sum("losses"),
        )
    )


def _line(enlistment: Enlistment, score: dict[str, int]) -> StandingsLine:
    return StandingsLine(
        place=0,
        warband=enlistment.warband,
        withdrawn=enlistment.withdrawn,
        played=score.get("played", 0),
        won=score.get("won", 0),
        drawn=score.get("drawn", 0),
        lost=score.get("lost", 0),
        victory_points=score.get("points", 0),
        takedowns=score.get("downed", 0),
        losses=score.get("fallen", 0),
    )


def _placed(lines: list[StandingsLine]) -> Iterable[StandingsLine]:
    place, merit = 0, None
    for position, line in enumerate(lines, start=1):
        if line.merit != merit:
            place, merit = position, line.merit
        yield replace(line, place=place)
