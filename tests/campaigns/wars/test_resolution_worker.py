"""A battle resolved by real workers over a real broker; one killed with -9 in the middle loses and doubles nothing."""

from __future__ import annotations

import signal
from collections.abc import Callable

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from campaigns.jobs.models import Job, JobState
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import BattleReport, BattleSide, BattleState
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from engines.musg.battle.actions import Action
from engines.musg.battle.events import Event
from engines.musg.ground.ready_tables import ready_tables
from rosters.operations import roster_at
from tests.campaigns.jobs.workers import Site, wait_for
from tests.factories.battles import Field, as_told, field

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
SEED = "5a" * 32
TURNS = 6


@pytest.fixture
def fight() -> Field:
    """A battle ahead, its table laid out, both players willing, its dice always the same."""
    fight = field()
    row = ground.lay_out(battle=fight.battle, layout=ready_tables()["village"], turn_limit=TURNS)
    row.seed = SEED
    row.save()
    for player in fight.players:
        resolution.agree(battle=fight.battle, member=player, lets=True)
    return fight


def press_the_button(fight: Field) -> None:
    """A player has the engine resolve the battle, by the page."""
    client = Client()
    client.force_login(fight.players[0])
    tempers = [side.temper for side in BattleSide.objects.filter(battle=fight.battle).order_by("seat")]
    seen = resolution.seen_of(setup_of(fight.stored()), tempers)
    address = reverse("campaigns:resolve", args=[fight.campaign.slug, fight.battle.pk])
    assert client.post(address, {"seen": seen}).status_code == 302


def is_done() -> bool:
    return Resolution.objects.get().state == ResolutionState.DONE


def nothing_is_written(fight: Field) -> None:
    row = Resolution.objects.get()
    assert (row.state, row.log, row.events, row.report) == (ResolutionState.WAITING, [], [], None)
    assert fight.stored().state == BattleState.SCHEDULED
    assert not BattleReport.objects.exists()
    assert not Recovery.objects.exists()
    assert not any(fight.side(n).warband.journal.filter(kind="fight").exists() for n in (0, 1))


def nothing_lost_nothing_doubled(fight: Field, attempts: int) -> None:
    """The battle is the one that a single process fights with this seed, written once into everything."""
    job = Job.objects.get(kind=resolution.KIND)
    assert (job.state, job.attempts, job.progress) == (JobState.DONE, attempts, TURNS)
    row = Resolution.objects.get()
    alone = resolution.fight(resolution.setup_from(row), row.tempers, SEED)
    assert msgspec.convert(row.events, list[Event]) == alone.events
    assert msgspec.convert(row.log, list[Action]) == alone.log
    report = BattleReport.objects.get()
    assert (row.report, as_told(report.report)) == (report, alone.report())
    assert fight.stored().state == BattleState.REPORTED
    reports.confirm_report(battle=fight.battle, member=fight.players[1])
    assert fight.stored().state == BattleState.CONFIRMED
    assert Recovery.objects.count() == 2
    for number in (0, 1):
        warband = fight.side(number).warband
        assert warband.journal.filter(kind="fight").count() == 1
        assert warband.roster == roster_at(warband)


def test_from_the_button_to_the_journal(make_site: Callable[[str], Site], fight: Field) -> None:
    site = make_site("filesystem://")
    press_the_button(fight)
    worker = site.start_worker()
    wait_for(is_done, "the battle")
    nothing_lost_nothing_doubled(fight, attempts=1)
    site.end(worker, signal.SIGTERM)
    assert worker.returncode == 0


def killed(site: Site, fight: Field, *, at: str) -> None:
    """Kill a worker ``at`` the third turn of the battle or its report; another one takes the job over."""
    press_the_button(fight)
    site.environment["STUCK_AT"] = at
    stuck = site.start_worker("tests.campaigns.wars.stuck_resolver")
    wait_for(site.mark.exists, "the worker to be in the middle of it")
    site.end(stuck, signal.SIGKILL)
    assert stuck.returncode == -signal.SIGKILL
    job = Job.objects.get()
    assert (job.state, job.attempts, job.total) == (JobState.RUNNING, 1, TURNS)
    if at == "turn":
        assert job.progress == 3
    nothing_is_written(fight)
    site.start_worker()
    wait_for(is_done, "the battle by another worker")
    # A message that came back from the broker, or was sent twice, finds nothing to do.
    site.send_and_wait(job.pk)
    nothing_lost_nothing_doubled(fight, attempts=2)


def test_a_worker_killed_in_a_turn_with_the_broker_made_of_files(
    make_site: Callable[[str], Site], fight: Field
) -> None:
    """This broker has forgotten the message with the worker: the other one sends a new one."""
    killed(make_site("filesystem://"), fight, at="turn")


@pytest.mark.redis
def test_a_worker_killed_at_its_report_with_redis(
    make_site: Callable[[str], Site], fight: Field, redis_url: str
) -> None:
    killed(make_site(redis_url), fight, at="report")
