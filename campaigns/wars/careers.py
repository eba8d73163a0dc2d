"""What a player's page tells its reader: only what the reader may read anyway."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from django.db.models import Prefetch, QuerySet, Value
from msgspec import Struct

from campaigns.league.access import TAKES_PART, listed, visible_campaigns
from campaigns.league.models import Campaign, Membership
from campaigns.wars.models.battle import BattleSide, BattleState
from club.access import User
from club.models import Member
from engines.musg.engagement import Outcome
from rosters.access import readable_by
from rosters.models import Warband

SHOWN: Final = 20


class Results(Struct, frozen=True):
    """A player's battles, counted over all their warbands."""

    played: int
    won: int
    drawn: int
    lost: int
    takedowns: int


class Opponent(Struct, frozen=True):
    """Whose warbands a player's have fought: ``ahead`` counts where his own won, ``behind`` where theirs did."""

    member: Member
    met: int
    ahead: int
    behind: int


class Career(Struct, frozen=True):
    """A player's campaigns, warbands and last battles, and against whom he fought in all of them.

    ``singles`` counts the single games, which stand apart: they are in none of the other figures.
    """

    campaigns: list[Campaign]
    warbands: list[Warband]
    battles: list[BattleSide]
    results: Results
    opponents: list[Opponent]
    singles: Results

    @property
    def empty(self) -> bool:
        """Whether the reader may see nothing of it."""
        return not (self.campaigns or self.warbands)


NO_RESULTS: Final = Results(0, 0, 0, 0, 0)
NOTHING: Final = Career([], [], [], NO_RESULTS, [], NO_RESULTS)
"""The career of who has no account."""


def career(player: Member, reader: User) -> Career:
    """Return what ``reader`` may see. Two queries, and three more for who has warbands and battles."""
    found = list(_readable(reader, player.pk))
    everything = _battles([pk for fought, pk in found if fought])
    battles = [side for side in everything if side.battle.journaled]
    return Career(
        campaigns=list(_campaigns(reader, player.pk)),
        warbands=_warbands([pk for fought, pk in found if not fought]),
        battles=battles[:SHOWN],
        results=_results(battles),
        opponents=_opponents(player, battles),
        singles=_results([side for side in everything if not side.battle.journaled]),
    )


def _campaigns(reader: User, player: int) -> QuerySet[Campaign]:
    taken_part_in = Membership.objects.filter(member=player, role__in=TAKES_PART).values("campaign")
    found = listed(visible_campaigns(reader)).filter(pk__in=taken_part_in)
    return found.only("game", "slug", "name", "closed")


def _readable(reader: User, owner: int) -> QuerySet[Any]:
    """Ask for the numbers of the warbands that the reader may read, and of their owner's sides in confirmed battles."""
    warbands = readable_by(reader).filter(owner=owner).order_by()
    visible = visible_campaigns(reader).values("pk")
    sides = BattleSide.objects.filter(warband__owner=owner, battle__campaign__in=visible).order_by()
    fought = sides.filter(battle__state=BattleState.CONFIRMED)
    return warbands.values_list(Value(0), "pk").union(fought.values_list(Value(1), "pk"), all=True).order_by()


def _warbands(numbers: Collection[int]) -> list[Warband]:
    if not numbers:
        return []
    found = Warband.objects.filter(pk__in=numbers).defer("state")
    return list(found.select_related("enlistment__campaign"))


def _battles(numbers: Collection[int]) -> list[BattleSide]:
    """Return these sides of battles, the last first, with the other sides."""
    if not numbers:
        return []
    others = BattleSide.objects.select_related("warband__owner").defer("warband__state", "warband__setup")
    found = BattleSide.objects.filter(pk__in=numbers).select_related("warband", "battle__campaign")
    found = found.defer("warband__state", "warband__setup").order_by("-battle__confirmed_at", "-pk")
    return list(found.prefetch_related(Prefetch("battle__sides", others)))


def _results(sides: Sequence[BattleSide]) -> Results:
    outcomes = [side.outcome for side in sides]
    return Results(
        len(sides),
        outcomes.count(Outcome.WON.value),
        outcomes.count(Outcome.DREW.value),
        outcomes.count(Outcome.LOST.value),
        sum(side.takedowns for side in sides),
    )


def _opponents(player: Member, fought: Iterable[BattleSide]) -> list[Opponent]:
    """Return whom the player fought; two sides of one battle that both lost, or drew, came off alike."""
    known: dict[int, Member] = {}
    counts: dict[int, Counter[str]] = {}
    for mine in fought:
        for side in mine.battle.sides.all():
            other = side.warband.owner
            if other is None or other.pk == player.pk:
                continue
            known[other.pk] = other
            count = counts.setdefault(other.pk, Counter())
            count["met"] += 1
            count["ahead"] += mine.outcome == Outcome.WON.value
            count["behind"] += side.outcome == Outcome.WON.value
    return [Opponent(known[pk], count["met"], count["ahead"], count["behind"]) for pk, count in counts.items()]
