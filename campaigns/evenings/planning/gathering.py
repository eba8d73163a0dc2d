"""What the engine needs to plan an evening: who comes, what they wish for, what campaigns owe, what was before."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import combinations
from typing import Final

from django.db.models import Count, Q
from django.utils import timezone

from campaigns.evenings.forms import battles_for, tables_at
from campaigns.evenings.games import BATTLE
from campaigns.evenings.minutes import minute_of
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningSeat, SeatRole, SeatState
from campaigns.evenings.operations.book import plan_of
from campaigns.evenings.people import key_of_member, members_among
from campaigns.evenings.planning.pairing import in_thousand, next_pairs
from campaigns.league.games import CARD_GAMES, MUSG, game_of
from campaigns.matches.models.match import MatchSeat
from campaigns.tables import rules
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.forecast import Forecast
from club.models import Member
from engines.core.dice import Dice
from engines.evenings import Plan
from engines.evenings.planner import Comer, Fixed, Kind, Owed, PlanDraw, PlannerSetup, Spot

GROUP: Final = (3, 6)
"""Whole groups of card games."""
CARDS: Final = 60
BATTLES: Final = 150
"""How long games take, in minutes."""
QUARTER: Final = 15
KNOWS: Final = 5
"""Who has played a game so often explains it."""
REMEMBERED: Final = timedelta(days=365)
SEATS_MOST: Final = 5000
"""How far back, and how many seats at most, it is looked at who met and who sat where."""


def seed_of(evening: ClubEvening, ask: int) -> bytes:
    """Return the seed of the evening's proposal number ``ask`` as it stands now: nobody can choose it.

    The key was drawn when the evening was announced, before anybody had answered.
    """
    return hashlib.sha256(f"{evening.key}:{evening.version}:{ask}".encode()).digest()


def drawn(evening: ClubEvening, organiser: Member, games: Sequence[str], ask: int) -> PlanDraw:
    """Return a plan for what is still open of an evening. ``games`` are the card games that may be played."""
    seed = seed_of(evening, ask)
    return PlanDraw.new(setup_for(evening, organiser, games, seed), dice=Dice.of(seed))


def setup_for(evening: ClubEvening, organiser: Member, games: Sequence[str], seed: bytes) -> PlannerSetup:
    """Return what a plan for the evening is made of. A dozen queries, however many come."""
    plan = plan_of(evening)
    played = dict(evening.games.filter(removed=False).values_list("number", "kind"))
    begins = max(plan.begins, _next_quarter(minute_of(timezone.now())))
    ends = max(plan.ends, begins + 1)
    spots = [Spot(one.pk, one.seats, one.width or 0, one.depth or 0) for one in tables_at(evening)]
    sized = int(any(spot.width for spot in spots))
    owed = list(_owed(evening, organiser, plan, ends - begins, sized))
    owed += _paired(organiser, plan, ends - begins, sized, seed, owed)
    met, sat = _history(plan.coming, evening)
    return PlannerSetup(
        begins=begins,
        ends=ends,
        people=tuple(_comers(evening, plan, played, games)),
        kinds=tuple(_kind(code, ends - begins) for code in games),
        owed=tuple(owed),
        spots=tuple(spots),
        fixed=tuple(_fixed(plan, played)),
        met=tuple(sorted((min(both), max(both), times) for both, times in met.items())),
        sat=tuple(sorted((person, spot, times) for (person, spot), times in sat.items())),
    )


def _next_quarter(minute: int) -> int:
    """Return when a game may begin once the evening is under way; the plan stays the same till then."""
    return minute + QUARTER - minute % QUARTER


def _kind(code: str, length: int) -> Kind:
    allowed = rules.of(code)
    return Kind(code, max(GROUP[0], allowed.least), min(GROUP[1], allowed.most), min(CARDS, length))


def _comers(evening: ClubEvening, plan: Plan, played: Mapping[int, str], games: Sequence[str]) -> Iterable[Comer]:
    """Yield who comes; ``played`` are the kinds of the games that are planned, by their numbers."""
    sought = {row.person: row.seeks.casefold() for row in evening.attendances.exclude(seeks="")}
    waits = {p: played.get(g.number, "") for g in plan.games.values() for place in g.waiting for p in place.people}
    known = _known(plan.coming, games)
    taught = {game for found in known.values() for game in found[1]}
    for person in plan.coming:
        knows, explains = known.get(person, (frozenset(), frozenset()))
        wants = [code for code in games if game_of(code).name.casefold() in sought.get(person, "")]
        wants = list(dict.fromkeys([waits[person]] if waits.get(person) in games else [])) or wants
        # What nobody who comes could explain, nobody need be new to.
        new_to = [code for code in games if code in taught and code not in knows and code not in explains]
        yield Comer(person, tuple(wants), tuple(new_to), tuple(sorted(explains)))


def _known(people: Sequence[str], games: Sequence[str]) -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Return of members which games they have played, and which they can explain."""
    members = members_among(people)
    seats = MatchSeat.objects.filter(player__member__in=members, counts=True, game__in=games)
    times = seats.values_list("player__member", "game").annotate(times=Count("pk"))
    explained = EveningSeat.objects.filter(member__in=members, role=SeatRole.EXPLAINS, game__kind__in=games)
    played: dict[str, set[str]] = defaultdict(set)
    explains: dict[str, set[str]] = defaultdict(set)
    for member, game, count in times:
        played[key_of_member(member)].add(game)
        if count >= KNOWS:
            explains[key_of_member(member)].add(game)
    for member, game in explained.values_list("member", "game__kind"):
        explains[key_of_member(member)].add(game)
    return {person: (frozenset(played[person]), frozenset(explains[person])) for person in people}


def _owed(evening: ClubEvening, organiser: Member, plan: Plan, length: int, side: int) -> Iterable[Owed]:
    """Yield the battles of campaigns whose players all come, unless they are to be fought on another day.

    ``side``: how long at least, in paces, each side of their tables is; 0 where no table is known to be for Musg.
    """
    coming = set(plan.coming)
    battles = [battle for battle in battles_for(organiser) if _may_be_fought(battle, evening)]
    odds = _odds(battles)
    for rank, battle in enumerate(battles):
        sides = list(battle.sides.all())
        people = tuple(key_of_member(side.warband.owner_id) for side in sides)
        if len(set(people)) == len(people) > 1 and coming.issuperset(people):
            yield Owed(
                str(battle.pk),
                MUSG.code,
                people,
                min(BATTLES, length),
                tuple(side.warband_id for side in sides),
                width=side,
                depth=side,
                rank=0 if battle.date is not None else 1 + rank,
                odds=odds.get(battle.pk),
                begins=minute_of(battle.date) if battle.date is not None else None,
            )


def _paired(organiser: Member, plan: Plan, length: int, side: int, seed: bytes, owed: Sequence[Owed]) -> Iterable[Owed]:
    """Yield whom the organiser's campaigns would pair next, of those who come and have no battle scheduled."""
    fighting = {person for one in owed for person in one.people}
    taken = {person for game in plan.games.values() for person in (seat.person for seat in game.seated)}
    for rank, pair in enumerate(next_pairs(organiser, set(plan.coming) - fighting - taken, seed)):
        yield Owed(
            pair.key,
            MUSG.code,
            pair.people,
            min(BATTLES, length),
            (pair.one.pk, pair.other.pk),
            width=side,
            depth=side,
            due=False,
            rank=rank,
            odds=pair.odds,
        )


def _may_be_fought(battle: Battle, evening: ClubEvening) -> bool:
    day = timezone.localtime(evening.begins).date()
    return battle.date is None or timezone.localtime(battle.date).date() == day


def _odds(battles: Sequence[Battle]) -> dict[int, int]:
    """Return the odds of the first side of each battle, in a thousand, from its latest forecast."""
    rows = Forecast.objects.filter(battle__in=battles, summary__wins__isnull=False).order_by("pk")
    return {pk: in_thousand(wins[0]["value"]) for pk, wins in rows.values_list("battle", "summary__wins") if wins}


def _fixed(plan: Plan, played: Mapping[int, str]) -> Iterable[Fixed]:
    """Yield what is planned already: it stays; seats that are free and that nobody waits for may be given."""
    for game in plan.games.values():
        kind = MUSG.code if played.get(game.number) == BATTLE else played.get(game.number, "")
        people = tuple(seat.person for seat in game.seated)
        room = 0 if game.locked or game.waiting or kind == MUSG.code else max(0, game.free)
        yield Fixed(str(game.number), kind, people, game.begins, game.ends, game.spot, game.warbands, room)


def _history(people: Sequence[str], evening: ClubEvening) -> tuple[Counter[frozenset[str]], Counter[tuple[str, int]]]:
    """Return how often any two who come sat at a game together, and each at a table, in the year before."""
    since = evening.begins - REMEMBERED
    rows = EveningSeat.objects.filter(
        Q(member__in=members_among(people)),
        state=SeatState.SEATED,
        game__removed=False,
        game__evening__cancelled=False,
        game__ends__lte=evening.begins,
        game__ends__gt=since,
    )
    met: Counter[frozenset[str]] = Counter()
    sat: Counter[tuple[str, int]] = Counter()
    there: dict[int, list[str]] = defaultdict(list)
    found = rows.order_by("-game__ends", "pk").values_list("game", "game__spot", "member")[:SEATS_MOST]
    for game, spot, member in found:
        person = key_of_member(member)
        there[game].append(person)
        if spot is not None:
            sat[person, spot] += 1
    for seated in there.values():
        met.update(map(frozenset, combinations(seated, 2)))
    return met, sat


def codes_among(sent: Iterable[str]) -> tuple[str, ...]:
    """Return the card games among what was sent, in the club's order; all of them if there are none."""
    wanted = set(sent)
    codes = tuple(game.code for game in CARD_GAMES)
    return tuple(code for code in codes if code in wanted) or codes
