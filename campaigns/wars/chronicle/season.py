"""What a battle meant for its campaign: streaks, ends of streaks, records. One query, however many battles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.wars.chronicle.facts import Fact, PointsRecord, Run, RunBroken, TakedownRecord, WaitOver
from campaigns.wars.models.battle import BattleSide, BattleState
from engines.musg.engagement import Outcome

RUN: Final = 3
"""Victories in a row, or battles without one, that are worth a word."""
BEFORE_RECORDS: Final = 3
"""Battles fought before anything is called a record."""
FEWEST_TAKEDOWNS: Final = 3


class Part(Struct, frozen=True):
    """One warband's part in a battle that counts."""

    battle: int
    warband: int
    key: str
    name: str
    outcome: str
    points: int
    takedowns: int


def parts(campaign: Campaign) -> list[Part]:
    """Return all parts in the campaign's battles, in the order in which these were confirmed. One query."""
    rows = BattleSide.objects.filter(battle__campaign=campaign, battle__state=BattleState.CONFIRMED)
    columns = ("battle_id", "warband_id", "warband__key", "warband__name", "outcome", "victory_points", "takedowns")
    ordered = rows.order_by("battle__confirmed_at", "battle_id", "seat")
    return [Part(*row) for row in ordered.values_list(*columns)]


def marks(told: Iterable[Part], wanted: Collection[int]) -> dict[int, list[Fact]]:
    """Return what each wanted battle (by its number) meant, from all parts in order."""
    wins: dict[int, int] = defaultdict(int)
    without: dict[int, int] = defaultdict(int)
    best_points = best_takedowns = 0
    found: dict[int, list[Fact]] = {}
    for fought, (battle, group) in enumerate(groupby(told, key=lambda part: part.battle)):
        sides = list(group)
        if battle in wanted:
            found[battle] = [
                *_streaks(sides, wins, without),
                *(_records(sides, best_points, best_takedowns) if fought >= BEFORE_RECORDS else ()),
            ]
        for side in sides:
            won = side.outcome == Outcome.WON.value
            wins[side.warband] = wins[side.warband] + 1 if won else 0
            without[side.warband] = 0 if won else without[side.warband] + 1
        best_points = max(best_points, *(side.points for side in sides))
        best_takedowns = max(best_takedowns, *(side.takedowns for side in sides))
    return found


def _streaks(sides: Iterable[Part], wins: dict[int, int], without: dict[int, int]) -> Iterator[Fact]:
    """Say which streaks a battle made or ended, given the victories and the battles without one until then."""
    for side in sides:
        if side.outcome == Outcome.WON.value:
            if wins[side.warband] + 1 >= RUN:
                yield Run(side.name, wins[side.warband] + 1)
            if without[side.warband] >= RUN:
                yield WaitOver(side.name, without[side.warband])
        elif wins[side.warband] >= RUN:
            yield RunBroken(side.name, wins[side.warband])


def _records(sides: Sequence[Part], best_points: int, best_takedowns: int) -> Iterator[Fact]:
    best = max(sides, key=lambda side: side.points)
    if best.points > best_points > 0:
        yield PointsRecord(best.name, best.points)
    hardest = max(sides, key=lambda side: side.takedowns)
    if hardest.takedowns > best_takedowns and hardest.takedowns >= FEWEST_TAKEDOWNS:
        yield TakedownRecord(hardest.name, hardest.takedowns)
