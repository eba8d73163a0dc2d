"""A battle as one line of a list: the value holds all that the line shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleSide, BattleState, whereabouts
from campaigns.wars.models.play import PlayedBattle, PlayState
from campaigns.wars.models.round import Round
from rosters.models import Warband


class SideLine(Struct, frozen=True):
    """A warband in the line: its name, its victory points, and whether it won.

    ``agreed``: its player said that the report is right, where it waits for an answer. ``warband`` is its key.
    """

    name: str
    points: int
    won: bool
    agreed: bool = False
    warband: int = 0


class BattleLine(Struct, frozen=True):
    """All that a list shows of a battle. ``slug`` is its campaign's; at ``confirms_at`` its report confirms itself.

    ``playing``: it is being played on the site. ``round`` is said before the title in lists that are not of one round.
    """

    slug: str
    pk: int
    title: str
    state: str
    date: datetime | None
    place: str
    sides: tuple[SideLine, ...]
    confirms_at: datetime | None = None
    round: str = ""
    playing: bool = False

    @property
    def is_named(self) -> bool:
        """Whether its title says more than who fights."""
        return not self.title.startswith(" – ".join(side.name for side in self.sides))

    def is_of(self, warbands: Collection[int]) -> bool:
        """Tell whether one of these warbands fights in it."""
        return any(side.warband in warbands for side in self.sides)

    def awaits(self, warbands: Collection[int]) -> bool:
        """Tell whether its report waits for the answer of one of these warbands."""
        reported = self.state == BattleState.REPORTED
        return reported and any(side.warband in warbands and not side.agreed for side in self.sides)

    @property
    def state_name(self) -> str:
        """The state in the reader's language."""
        if self.playing and self.state == BattleState.SCHEDULED:
            return str(PlayState.RUNNING.label)
        return str(BattleState(self.state).label)


def with_sides(battles: QuerySet[Battle]) -> QuerySet[Battle]:
    """Let battles come with their sides, these with what names their warbands (no roster is read), and ``playing``.

    One query more.
    """
    sides = BattleSide.objects.select_related("warband").defer("warband__state", "warband__setup")
    running = PlayedBattle.objects.filter(battle=OuterRef("pk"), state=PlayState.RUNNING)
    found = battles.select_related("spot__place", "talk").annotate(playing=Exists(running))
    return found.prefetch_related(Prefetch("sides", sides))


def line_of(battle: Battle, slug: str, *, rounds: bool = False) -> BattleLine:
    """Return the line of a battle whose sides and their warbands are at hand; with ``rounds``, its round, too."""
    sides = tuple(
        SideLine(
            side.warband.name, side.victory_points, side.warband_id == battle.winner_id, side.agreed, side.warband_id
        )
        for side in battle.sides.all()
    )
    round = str(battle.round) if rounds and battle.round is not None else ""
    playing = getattr(battle, "playing", False)
    return BattleLine(
        slug,
        battle.pk,
        battle.title,
        battle.state,
        battle.date,
        battle.where,
        sides,
        battle.confirms_at,
        round,
        playing,
    )


def lines_for_warband(warband: Warband, campaign: Campaign) -> Iterator[BattleLine]:
    """Yield the warband's battles, the latest first, without those called off. One query.

    ``campaign`` is the one it serves or served in: there is never another. Single games are left out.
    """
    here = BattleSide.objects.filter(battle__sides__warband=warband, battle__journaled=True)
    for line in _lines(here.order_by("-battle__created", "-battle", "seat").values_list(*_COLUMNS), campaign.slug):
        if line.state != BattleState.CANCELLED:
            yield line


def first_lines(
    campaign: Campaign,
    states: tuple[BattleState, ...],
    *,
    order: tuple[str, ...],
    most: int,
    mine: Collection[int] = (),
    of_round: int | None = None,
) -> list[BattleLine]:
    """Return the first ``most`` battles of a campaign in these states, in this order (fields, "-" for descending).

    Battles of the warbands ``mine`` come before all others; ``of_round`` leaves out those of other rounds. One query.
    """
    battles = Battle.objects.filter(campaign=campaign, state__in=states)
    if of_round is not None:
        battles = battles.filter(round=of_round)
    fought = BattleSide.objects.filter(battle=OuterRef("pk"), warband__in=mine)
    first = battles.annotate(mine=Exists(fought)).order_by("-mine", *order) if mine else battles.order_by(*order)
    ordered = [f"-battle__{name[1:]}" if name.startswith("-") else f"battle__{name}" for name in order]
    sides = BattleSide.objects.filter(battle__in=first[:most].values("pk")).order_by(*ordered, "seat")
    return sorted(_lines(sides.values_list(*_COLUMNS), campaign.slug), key=lambda line: not line.is_of(mine))


_BATTLE = (
    "battle",
    "battle__title",
    "battle__state",
    "battle__date",
    "battle__place",
    "battle__winner",
    "battle__confirms_at",
    "battle__round__number",
    "battle__round__name",
    "battle__spot__place__name",
    "battle__spot__name",
    "battle__played__state",
)


_COLUMNS = (*_BATTLE, "warband", "warband__name", "victory_points", "agreed")


def _lines(rows: Iterable[tuple[Any, ...]], slug: str) -> Iterator[BattleLine]:
    for battle, seats in groupby(rows, key=lambda row: row[: len(_BATTLE)]):
        pk, title, state, date, place, winner, confirms_at, number, name, hall, table, played = battle
        round = str(Round(number=number, name=name)) if number is not None else ""
        where = whereabouts(hall, table, place)
        fought, playing = tuple(_sides(seats, winner)), played == PlayState.RUNNING
        yield BattleLine(slug, pk, title, state, date, where, fought, confirms_at, round, playing)


def _sides(rows: Iterable[tuple[object, ...]], winner: int | None) -> Iterator[SideLine]:
    for row in rows:
        warband, name, points, agreed = row[len(_BATTLE) :]
        won = winner is not None and warband == winner
        yield SideLine(str(name), int(str(points)), won, bool(agreed), int(str(warband)))
