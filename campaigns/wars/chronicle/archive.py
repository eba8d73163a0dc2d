"""What is known about the battles that a page of the chronicle tells: five queries, however many they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import msgspec
from django.db.models import F, OuterRef, QuerySet, Subquery
from msgspec import Struct, field

from campaigns.league.models import Campaign
from campaigns.wars.chronicle import season
from campaigns.wars.chronicle.facts import Fact, Result, Upset
from campaigns.wars.chronicle.season import Part
from campaigns.wars.models.battle import Battle, BattleReport, BattleState
from campaigns.wars.models.forecast import Forecast, ForecastState
from campaigns.wars.replay.falls import Fall
from engines.musg.battle.setup import MOST_SIDES
from engines.musg.engagement import UNKNOWN, Outcome
from engines.musg.ranks import Rank
from engines.musg.report import Report, Who
from rosters.models import Character

LONG_ODDS: Final = 33
"""The most chances in 100 with which a victory is an upset."""


class Records(Struct, frozen=True):
    """All that is known about one battle: its row, its sides, what was reported, who fell to what, what it meant."""

    battle: Battle
    parts: tuple[Part, ...] = ()
    report: Report = field(default_factory=Report)
    weapons: Mapping[tuple[Who, Who], tuple[str, ...]] = field(default_factory=dict)
    odds: Mapping[str, float] = field(default_factory=dict)
    marks: tuple[Fact, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether the battle is over and confirmed."""
        return self.battle.state == BattleState.CONFIRMED and len(self.parts) > 1

    @property
    def duel(self) -> bool:
        """Whether there were two sides: an enemy then needs no warband's name."""
        return len(self.parts) == 2

    def part(self, warband: int) -> Part | None:
        """Return the part of a warband (by its primary key)."""
        return next((part for part in self.parts if part.warband == warband), None)

    def lead(self) -> Iterator[Fact]:
        """Yield what there is to say about the battle as a whole."""
        ranked = sorted(self.parts, key=lambda part: (part.outcome != Outcome.WON.value, -part.points))
        drawn = ranked[0].outcome != Outcome.WON.value
        best = max(part.points for part in ranked)
        sole = sum(part.points == best for part in ranked) == 1
        decreed = len(ranked) > 1 and sole if drawn else ranked[0].points < best or not sole
        yield Result(tuple((part.name, part.points) for part in ranked), drawn, decreed)
        chances = round(100 * self.odds.get(ranked[0].key, 1.0))
        if not drawn and chances <= LONG_ODDS:
            yield Upset(ranked[0].name, chances)
        yield from self.marks


class Archive(Struct, frozen=True):
    """The battles by their keys, and everybody's name and rank by warband key and number.

    Under the number ``UNKNOWN`` the warband itself is named: what nobody knows who of it did, it did.
    """

    battles: Mapping[str, Records]
    people: Mapping[Who, tuple[str, str]]

    def name(self, who: Who) -> str:
        """Return a figure's name."""
        return self.people.get(who, ("?", ""))[0]

    def leads(self, who: Who) -> bool:
        """Tell whether a figure is a leader, or was one to the end."""
        return self.people.get(who, ("?", ""))[1] == Rank.LEADER.value


def archive(campaign: Campaign, keys: Collection[str]) -> Archive:
    """Return what is known about the campaign's battles of these keys."""
    rows = list(_battles(campaign, keys)) if keys else []
    if not rows:
        return Archive({}, {})
    numbers = {row.pk for row in rows}
    everything = season.parts(campaign)
    sides = defaultdict(list)
    for part in everything:
        if part.battle in numbers:
            sides[part.battle].append(part)
    odds, marks = _odds(numbers), season.marks(everything, numbers)
    found = {
        row.key: Records(
            row,
            tuple(sides[row.pk]),
            msgspec.convert(row.reported or {}, Report),  # type: ignore[attr-defined]
            _weapons(row.falls),  # type: ignore[attr-defined]
            odds.get(row.pk, {}),
            tuple(marks.get(row.pk, ())),
        )
        for row in rows
    }
    shown = [part for told in sides.values() for part in told]
    somebody = {Who(part.key, UNKNOWN): (part.name, "") for part in shown}
    return Archive(found, somebody | _people({part.warband for part in shown}))


def _battles(campaign: Campaign, keys: Collection[str]) -> QuerySet[Battle]:
    latest = BattleReport.objects.filter(battle=OuterRef("pk")).order_by("-pk")
    rows = Battle.objects.filter(campaign=campaign, key__in=keys).select_related("round")
    rows = rows.only("key", "title", "state", "round__number", "round__name")
    return rows.annotate(reported=Subquery(latest.values("data")[:1]), falls=F("resolution__falls"))


def _weapons(falls: Any) -> dict[tuple[Who, Who], tuple[str, ...]]:
    told = msgspec.convert(falls or (), tuple[Fall, ...])
    return {(fall.victim, fall.by): fall.weapons for fall in told if fall.by is not None}


def _odds(battles: Collection[int]) -> dict[int, dict[str, float]]:
    """Return each side's share of the victories in the last forecast of each battle, by warband key."""
    done = Forecast.objects.filter(battle__in=battles, state=ForecastState.DONE).order_by("pk")
    keys = [f"setup__sides__{number}__key" for number in range(MOST_SIDES)]
    found = {}
    for battle, wins, *named in done.values_list("battle_id", "summary__wins", *keys):
        shares = [float(share["value"]) for share in wins or ()]
        found[battle] = dict(zip((key for key in named if key), shares, strict=False))
    return found


def _people(warbands: Collection[int]) -> dict[Who, tuple[str, str]]:
    rows = Character.objects.filter(warband__in=warbands).order_by()
    figures = rows.values_list("warband__key", "number", "name", "rank")
    return {Who(key, number): (name, rank) for key, number, name, rank in figures}
