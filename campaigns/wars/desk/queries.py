"""All that the desk shows, read in as many queries for a large campaign as for a small one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from msgspec import Struct

from campaigns.league.access import members
from campaigns.league.models import Campaign, Membership, Role
from campaigns.wars.civilians.operations import kept
from campaigns.wars.failing import Failure, failures_in
from campaigns.wars.models.abducted import AbductedCivilian
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from campaigns.wars.models.forecast import Forecast, ForecastState, PairForecast
from campaigns.wars.models.play import PlayedBattle, PlayState
from campaigns.wars.models.recovery import DiceMode, RecoveryState
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.models.round import Round
from campaigns.wars.modules import is_rescue
from club.models import Member, naming
from engines.pairing import meeting
from rosters.models import JournalEntry, Warband


class Seat(NamedTuple):
    """One warband's part of a battle and how far its aftermath is; ``owner`` is a member's key."""

    battle: int
    seat: int
    warband: int
    name: str
    owner: int
    agreed: bool
    lets_engine: bool
    asked_anew: bool
    outcome: str
    points: int
    recovery: int | None
    recovery_state: str | None
    mode: str | None
    recovered: datetime | None

    @property
    def is_rolled_here(self) -> bool:
        """Whether the site is about to roll."""
        return self.recovery_state == RecoveryState.ROLLING and self.mode == DiceMode.SITE

    @property
    def not_begun(self) -> bool:
        """Whether nobody has chosen yet whose dice are rolled."""
        return self.recovery_state == RecoveryState.WAITING


class Odds(NamedTuple):
    """The latest forecast of a battle, by the order of its seats; no ``wins`` while it is being reckoned."""

    battle: int
    wins: tuple[float, ...]
    made: datetime


class PairOdds(NamedTuple):
    """A forecast between two warbands; ``wins`` are empty while it is being reckoned, ``done`` of ``total`` battles in.

    ``basis`` is what it was made of (see ``PairForecast``).
    """

    pk: int
    one: int
    other: int
    one_name: str
    other_name: str
    basis: str
    wins: tuple[float, ...]
    made: datetime
    state: str
    total: int
    done: int

    @property
    def is_running(self) -> bool:
        """Whether workers are at it, or should be."""
        return self.state == ForecastState.RUNNING


SEAT: Final = (
    "battle",
    "seat",
    "warband",
    "warband__name",
    "warband__owner",
    "agreed",
    "lets_engine_resolve",
    "asked_anew",
    "outcome",
    "victory_points",
    "recovery__pk",
    "recovery__state",
    "recovery__mode",
    "recovery__finished",
)


class Desk(Struct, frozen=True, dict=True):
    """A campaign as its referee sees it."""

    campaign: Campaign
    people: tuple[Membership, ...]
    enlistments: tuple[Enlistment, ...]
    battles: tuple[Battle, ...]
    seats: Mapping[int, tuple[Seat, ...]]
    last_round: Round | None
    requests: tuple[EnlistmentRequest, ...]
    failures: tuple[Failure, ...]
    odds: Mapping[int, Odds]
    pair_odds: tuple[PairOdds, ...]
    nest: tuple[AbductedCivilian, ...]

    @cached_property
    def warbands(self) -> tuple[Warband, ...]:
        """The warbands that serve, with their owners, by name."""
        return tuple(sorted((e.warband for e in self.enlistments), key=lambda warband: warband.name.casefold()))

    @property
    def resting(self) -> set[int]:
        """Return the warbands that rest until a referee decides, by their keys."""
        return {enlistment.warband_id for enlistment in self.enlistments if enlistment.resting}

    @cached_property
    def acted(self) -> Mapping[int, datetime]:
        """When each warband's owner last did something for it, if ever."""
        found = ((e.warband_id, getattr(e, "acted_at", None)) for e in self.enlistments)
        return {warband: at for warband, at in found if at is not None}

    @cached_property
    def members(self) -> Mapping[int, Member]:
        """Everybody concerned, by key."""
        known = {warband.owner_id: warband.owner for warband in self.warbands}
        return known | {membership.member_id: membership.member for membership in self.people}

    @cached_property
    def by_key(self) -> Mapping[str, Battle]:
        """The battles by what journals call them."""
        return {battle.key: battle for battle in self.battles}

    @cached_property
    def rescuing(self) -> frozenset[int]:
        """The warbands whose rescue game is scheduled."""
        games = (b for b in self.battles if b.state in OPEN_STATES and is_rescue(b.modules))
        return frozenset(seat.warband for game in games for seat in self.seats.get(game.pk, ()))

    @cached_property
    def by_pair(self) -> Mapping[frozenset[int], tuple[PairOdds, ...]]:
        """The forecasts between any two warbands, by the key of their meeting."""
        found: dict[frozenset[int], tuple[PairOdds, ...]] = {}
        for odds in self.pair_odds:
            key = meeting(odds.one, odds.other)
            found[key] = (*found.get(key, ()), odds)
        return found

    @cached_property
    def failed_pairs(self) -> frozenset[int]:
        """The forecasts between two warbands of which a part failed for good."""
        return frozenset(failure.pair for failure in self.failures if failure.pair is not None)

    @cached_property
    def applicants(self) -> tuple[Membership, ...]:
        """Who waits to be let in."""
        return tuple(membership for membership in self.people if membership.role == Role.APPLICANT)

    @cached_property
    def came_home(self) -> Mapping[int, datetime]:
        """When each warband had its last aftermath: what there is to choose and to pay waits since then."""
        found: dict[int, datetime] = {}
        for seat in (seat for seats in self.seats.values() for seat in seats):
            if seat.recovered is not None:
                found[seat.warband] = max(seat.recovered, found.get(seat.warband, seat.recovered))
        return found

    def in_state(self, *states: str) -> list[Battle]:
        """Return the battles in these states, the nearest date first."""
        return [battle for battle in self.battles if battle.state in states]

    def fought(self) -> dict[int, tuple[int, ...]]:
        """Return who fought in each confirmed battle."""
        return {
            battle.pk: tuple(seat.warband for seat in self.seats.get(battle.pk, ()))
            for battle in self.in_state(BattleState.CONFIRMED)
        }

    def live(self) -> dict[int, tuple[int, ...]]:
        """Return who fought or is to fight in each battle that was not called off."""
        return {
            battle.pk: tuple(seat.warband for seat in self.seats.get(battle.pk, ()))
            for battle in self.battles
            if battle.state != BattleState.CANCELLED
        }


def desk_of(campaign: Campaign) -> Desk:
    """Read everything. Ten queries."""
    return Desk(
        campaign=campaign,
        people=tuple(members(campaign)),
        enlistments=tuple(_serving(campaign)),
        battles=tuple(_battles(campaign)),
        seats=_seats(campaign),
        last_round=campaign.rounds.order_by("-number").first(),
        requests=tuple(
            campaign.enlistment_requests.select_related("warband__owner").only(
                "since", "warband__name", *naming("warband__owner")
            )
        ),
        failures=tuple(failures_in([campaign.pk])),
        odds=_odds(campaign),
        pair_odds=tuple(_pair_odds(campaign)),
        nest=tuple(kept(campaign)),
    )


def _battles(campaign: Campaign) -> list[Battle]:
    reports = BattleReport.objects.filter(battle=OuterRef("pk")).order_by("-pk")
    found = (
        Battle.objects.filter(campaign=campaign)
        .select_related("round", "spot__place", "talk")
        .defer("scenario", "override_reason")
        .annotate(
            reported_at=Subquery(reports.values("at")[:1]),
            disputed_at=Subquery(reports.values("disputed_at")[:1]),
            table=F("ground__pk"),
            chosen=F("ground__version"),
            playing=Exists(PlayedBattle.objects.filter(battle=OuterRef("pk"), state=PlayState.RUNNING)),
            resolving=Exists(Resolution.objects.filter(battle=OuterRef("pk"), state=ResolutionState.WAITING)),
        )
        .order_by("date", "pk")
    )
    battles: list[Battle] = list(found)
    for battle in battles:
        battle.campaign = campaign
    return battles


def _seats(campaign: Campaign) -> dict[int, tuple[Seat, ...]]:
    seats: dict[int, list[Seat]] = defaultdict(list)
    for row in BattleSide.objects.filter(battle__campaign=campaign).order_by("battle", "seat").values_list(*SEAT):
        seats[row[0]].append(Seat(*row))
    return {battle: tuple(rows) for battle, rows in seats.items()}


def _serving(campaign: Campaign) -> QuerySet[Enlistment]:
    own = JournalEntry.objects.filter(warband=OuterRef("warband"), author=OuterRef("warband__owner"))
    serving = campaign.enlistments.filter(withdrawn=False).select_related("warband__owner").defer("warband__setup")
    return serving.annotate(acted_at=Subquery(own.order_by("-number").values("at")[:1]))


def _odds(campaign: Campaign) -> dict[int, Odds]:
    """Return the latest forecast of each battle that came to something, or else the one under way."""
    found = Forecast.objects.filter(battle__campaign=campaign).order_by("pk")
    odds: dict[int, Odds] = {}
    for battle, wins, made, state in found.values_list("battle", "summary__wins", "created", "state"):
        if wins is not None or (state == ForecastState.RUNNING and battle not in odds):
            odds[battle] = Odds(battle, tuple(share["value"] for share in wins or ()), made)
    return odds


def _pair_odds(campaign: Campaign) -> list[PairOdds]:
    """Return the forecasts between two warbands, the oldest first."""
    return [
        PairOdds(*row[:6], tuple(share["value"] for share in row[6] or ()), *row[7:10], row[10] or 0)
        for row in PairForecast.objects.filter(campaign=campaign)
        .order_by("pk")
        .annotate(done=Sum("parts__count", filter=Q(parts__result__isnull=False)))
        .values_list(
            "pk",
            "one",
            "other",
            "one__name",
            "other__name",
            "basis",
            "summary__wins",
            "created",
            "state",
            "count",
            "done",
        )
    ]
