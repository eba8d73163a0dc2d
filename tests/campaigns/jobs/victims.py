"""One job of each kind to be killed in the middle, and what must have come of it: all of it, once."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from django.db import transaction

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.league import push
from campaigns.league.models import News
from campaigns.matches.models.match import Match
from campaigns.seasons.operations import ratings
from campaigns.seasons.operations.books import locked_book
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_balance import BalancePart, BalanceRun
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.forecast import operations as forecasts, pairs
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import BattleReport, BattleSide, BattleState
from campaigns.wars.models.booklet import Booklet, BookletContent, BookletState
from campaigns.wars.models.forecast import Forecast, ForecastPart, PairForecast, PairForecastPart
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.paper.booklet import operations as booklets
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from club.models import PushDelivery, PushNotice, PushState
from club.paper import press
from club.paper.choices import PaperChoices
from engines.musg.battle.actions import Action
from engines.musg.battle.events import Event
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.report import Down, Report, Who
from engines.musg.trials import playout
from rosters.models import Warband
from rosters.operations import roster_at
from tests.campaigns.seasons.history import played, ratings as all_ratings
from tests.campaigns.wars.forecasting import quick
from tests.club.channels.browsers import Browser, rings
from tests.club.channels.test_push import asks
from tests.club.outward.servers import Receiver, receiving
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, as_told, field
from tests.factories.club import MemberFactory

DEVICES = 6
"""How many are told of each thing that is pushed."""
TURNS = 6
GAMES = ("badass_force", "bebop")
EACH = 2
"""How many jobs of each kind are asked for at once: as many as there are games with ratings."""
BATTLES, PART_OF_GAMES = 6, 50

_numbers = itertools.count(1)
_open = ExitStack()
"""What stays until this process ends: the push service."""


@dataclass(frozen=True)
class Victims:
    """Some jobs of one kind; ``check`` raises ``AssertionError`` unless their effect is there once and whole."""

    name: str
    jobs: list[int]
    check: Callable[[], None]


def prepare() -> None:
    """Once for each site: the matches whose ratings are reckoned, and small parts of simulations."""
    forecasts.PART, forecasts.LEAST = BATTLES // EACH, BATTLES  # type: ignore[misc]
    pairs.PART, pairs.COUNT = BATTLES // EACH, BATTLES  # type: ignore[misc]
    type(balance.rules.of("bagarre")).simulation_parts = {"random": PART_OF_GAMES}
    people = MemberFactory.create_batch(4)
    dice = random.Random(1)
    for game in GAMES:
        for day in range(10):
            played(dice.sample(people, 2), [16, dice.randint(0, 15)], day, game=game)


def all_kinds() -> Iterator[Victims]:
    """Ask for ``EACH`` new jobs of every kind, as the site does."""
    yield _resolutions()
    yield _forecast()
    yield _pair_forecast()
    yield _ratings()
    yield _aftermaths()
    yield _balance()
    yield _booklets()
    yield _messages()


def _named(kind: str, subjects: list[int]) -> list[int]:
    return list(Job.objects.filter(kind=kind, subject__in=subjects).order_by("pk").values_list("pk", flat=True))


def _field() -> Field:
    number = next(_numbers)
    return field(names=(f"Axes {number}", f"Blades {number}"))


def _is_true_to_its_journal(warband: Warband) -> None:
    assert warband.roster == roster_at(warband), "the roster is not what the journal says"


def _resolutions() -> Victims:
    fights, rows = [_field() for _ in range(EACH)], []
    for fight in fights:
        ground.lay_out(battle=fight.battle, layout=ready_tables()["village"], turn_limit=TURNS)
        for player in fight.players:
            resolution.agree(battle=fight.battle, member=player, lets=True)
        tempers = [side.temper for side in BattleSide.objects.filter(battle=fight.battle).order_by("seat")]
        seen = resolution.seen_of(setup_of(fight.stored()), tempers)
        rows.append(resolution.resolve(battle=fight.battle, member=fight.players[0], seen=seen))

    def check() -> None:
        for fight, asked in zip(fights, rows, strict=True):
            row = Resolution.objects.get(pk=asked.pk)
            alone = resolution.fight(resolution.setup_from(row), row.tempers, row.seed)
            assert msgspec.convert(row.events, list[Event]) == alone.events, "another battle was fought"
            assert msgspec.convert(row.log, list[Action]) == alone.log, "another battle was fought"
            report = BattleReport.objects.get(battle=fight.battle)
            assert (row.report, as_told(report.report)) == (report, alone.report()), "another report"
            for player in fight.players[1:]:
                reports.confirm_report(battle=fight.battle, member=player)
            assert fight.stored().state == BattleState.CONFIRMED
            assert Recovery.objects.filter(side__battle=fight.battle).count() == len(fight.warbands)
            for number in range(len(fight.warbands)):
                warband = fight.side(number).warband
                assert warband.journal.filter(kind="fight").count() == 1, "not fought once"
                _is_true_to_its_journal(warband)

    return Victims("resolution", _named(resolution.KIND, [row.pk for row in rows]), check)


def _forecast() -> Victims:
    number = next(_numbers)
    fight = quick(names=(f"Crows {number}", f"Drakes {number}"))
    tempers = ("bold", "cautious")
    asked = forecasts.start(battle=fight.battle, count=BATTLES, tempers=tempers, member=fight.players[0])
    parts = ForecastPart.objects.filter(forecast=asked)
    jobs_ = _named(forecasts.KIND, list(parts.values_list("pk", flat=True)))
    return Victims("forecast", jobs_, lambda: _is_summed_up(asked))


def _pair_forecast() -> Victims:
    number = next(_numbers)
    fight = field(names=(f"Crows {number}", f"Drakes {number}"), henchmen=1)
    asked = pairs.start(campaign=fight.campaign, warbands=fight.warbands, member=fight.referee)
    parts = PairForecastPart.objects.filter(forecast=asked)
    jobs_ = _named(pairs.KIND, list(parts.values_list("pk", flat=True)))
    return Victims("pair odds", jobs_, lambda: _is_summed_up(asked))


def _is_summed_up(asked: Forecast | PairForecast) -> None:
    asked.refresh_from_db()
    setup = forecasts.engine_setup(asked)
    tally = playout.simulate(setup, tuple(asked.tempers), battles=BATTLES, seed=int(asked.seed, 16))
    alone = msgspec.json.decode(msgspec.json.encode(playout.summary(tally)))
    assert asked.summary == alone, "not the battles of one process, each once"


def _ratings() -> Victims:
    with transaction.atomic():
        books = [locked_book(game) for game in GAMES]
        for book in books:
            ratings._mark(book, ratings.BEGINNING)
        rows = [jobs.enqueue(kind=ratings.KIND, subject=book.pk, asked_by=None) for book in books]

    def check() -> None:
        kept = all_ratings()
        steps = Match.objects.filter(game__in=GAMES).count() * 2
        assert len(kept) > steps, "ratings are missing"
        for game in GAMES:
            ratings.rebuild_ratings(game)
        assert all_ratings() == kept, "not what reckoning all anew comes to"

    return Victims("ratings", [row.pk for row in rows], check)


def _aftermaths() -> Victims:
    fights, recoveries = [_field() for _ in range(EACH)], []
    for fight in fights:
        a, b = fight.keys
        fight.fight(Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)), Down(Who(b, HENCHMAN), Who(a, LIEUTENANT)))))
        recoveries.append(fight.recovery(1))
        aftermath.begin(recovery=recoveries[-1], mode=DiceMode.SITE, member=fight.players[1])

    def check() -> None:
        for fight in fights:
            assert fight.recovery(1).state == RecoveryState.DONE
            warband = fight.side(1).warband
            assert warband.journal.filter(kind="recover").count() == 1, "not recovered once"
            assert warband.roster.engagement is None
            _is_true_to_its_journal(warband)

    return Victims("aftermath", _named(aftermath.KIND, [row.pk for row in recoveries]), check)


def _balance() -> Victims:
    terms: dict[str, Any] = {"game": "bagarre", "players": 2, "variant": "heroes", "options": {}, "bot": "random"}
    run = balance.start(**terms, count=EACH * PART_OF_GAMES, member=None)

    def check() -> None:
        found = BalanceRun.objects.get(pk=run.pk)
        rules = balance.rules.of(found.game)
        alone = rules.simulate(found, first=0, count=found.count, tell=lambda done: True)
        assert balance.tally_of(found.summary) == balance.tally_of(msgspec.to_builtins(alone, str_keys=True)), (
            "other games"
        )

    parts = BalancePart.objects.filter(run=run)
    return Victims("balance", _named(balance.KIND, list(parts.values_list("pk", flat=True))), check)


def _booklets() -> Victims:
    campaigns = [_field() for _ in range(EACH)]
    asked = [
        booklets.ask(campaign=one.campaign, member=one.referee, choices=PaperChoices(language="en"))
        for one in campaigns
    ]

    def check() -> None:
        for one, row in zip(campaigns, asked, strict=True):
            found = Booklet.objects.get(pk=row.pk)
            assert found.state == BookletState.DONE
            content = bytes(BookletContent.objects.get(booklet=found).pdf)
            assert (found.size, found.pages) == (len(content), press.page_count(content))
            assert sorted(found.warbands) == sorted(warband.pk for warband in one.warbands)
            assert News.objects.filter(code="booklet", member=one.referee).count() == 1, "not told once"

    return Victims("booklet", _named(booklets.KIND, [row.pk for row in asked]), check)


@cache
def _push_service() -> Receiver:
    return _open.enter_context(receiving(lambda handler, _asked: handler.reply(201)))


def _messages() -> Victims:
    service, browsers, notices = _push_service(), dict[str, Browser](), list[int]()
    for _one in range(EACH):
        number = next(_numbers)
        members = MemberFactory.create_batch(DEVICES, language="en")
        for place, member in enumerate(members):
            browsers[f"/push/{number}/{place}"] = rings(member, service, f"/push/{number}/{place}")[0]
        with transaction.atomic():
            asks(*members, address=f"/{number}/")
        notices.append(PushNotice.objects.latest("pk").pk)

    def check() -> None:
        rows = PushDelivery.objects.filter(notice__in=notices)
        assert set(rows.values_list("state", flat=True)) == {PushState.SENT}, "not everybody was told"
        for path, browser in browsers.items():
            read = [browser.reads(asked.body) for asked in service.asked if asked.path == path]
            assert len({(one["tag"], one["data"]["id"]) for one in read}) == 1, "a device would show it twice, or never"
            assert len(read) <= 2, "handed over more often than the worker was killed"

    return Victims("push", _named(push.KIND, notices), check)
