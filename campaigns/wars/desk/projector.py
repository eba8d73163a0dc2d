"""What the screen in the club room shows: pairings, results, standings, the next deadline, and how to join.

Each is cut into screens that are readable from the other end of the room; the browser shows one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import batched
from typing import Final

from django.db.models import Q
from django.utils import timezone
from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.wars.battles.lines import BattleLine, first_lines
from campaigns.wars.models.battle import FOUGHT, OPEN_STATES, Battle, BattleState
from campaigns.wars.models.round import Round
from campaigns.wars.standings import StandingsLine, standings

BATTLES: Final = 5
"""Battles on one screen."""
PLACES: Final = 6
"""Lines of the standings on one screen."""
MOST_BATTLES: Final = 40


class Deadline(Struct, frozen=True):
    """The next moment that counts: a battle begins, or its report confirms itself (``confirms``)."""

    title: str
    at: datetime
    confirms: bool


class Projector(Struct, frozen=True):
    """Everything the screen shows, cut into screens."""

    round: Round | None
    pairings: tuple[tuple[BattleLine, ...], ...]
    results: tuple[tuple[BattleLine, ...], ...]
    places: tuple[tuple[StandingsLine, ...], ...]
    deadline: Deadline | None


def projector(campaign: Campaign) -> Projector:
    """Return what there is to show: of the last round, or without rounds of the whole campaign. Six queries."""
    last = campaign.rounds.order_by("-number").first()
    here = last.pk if last is not None else None
    ahead = first_lines(campaign, OPEN_STATES, order=("date", "pk"), most=MOST_BATTLES, of_round=here)
    latest = ("-confirmed_at", "-pk")
    results = first_lines(campaign, FOUGHT, order=latest, most=MOST_BATTLES, of_round=here) or first_lines(
        campaign, FOUGHT, order=latest, most=BATTLES
    )
    places = [line for line in standings(campaign) if not line.withdrawn]
    return Projector(
        last, tuple(batched(ahead, BATTLES)), tuple(batched(results, BATTLES)), tuple(batched(places, PLACES)),
        _deadline(campaign),
    )  # fmt: skip


def _deadline(campaign: Campaign) -> Deadline | None:
    now = timezone.now()
    scheduled = Q(state=BattleState.SCHEDULED, date__gt=now)
    reported = Q(state=BattleState.REPORTED, confirms_at__gt=now)
    return min(_deadlines(campaign.battles.filter(scheduled | reported)), key=lambda one: one.at, default=None)


def _deadlines(battles: Iterable[Battle]) -> Iterable[Deadline]:
    for battle in battles:
        confirms = battle.state == BattleState.REPORTED
        at = battle.confirms_at if confirms else battle.date
        if at is not None:
            yield Deadline(battle.title, at, confirms)
