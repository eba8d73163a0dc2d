"""Two people at once, or two workers: one result, one aftermath, each face once. On SQLite files and PostgreSQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest
from django.db import connection

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.league.models import News
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.challenges import operations as challenges
from campaigns.wars.dates import deadlines, operations as dates
from campaigns.wars.dates.log import replayed as replayed_talk
from campaigns.wars.dates.talk import talk_from
from campaigns.wars.hire import operations as hireables
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.dates import DateTalk
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.models.round import Round
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds.operations import open_round
from club.models import Member
from club.operations import Refused
from engines.musg.entries import Succeed
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from rosters.models import JournalEntry
from rosters.operations import roster_at, take_step, undo_last
from tests.campaigns.overlap import overlapping
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, another_battle, field
from tests.factories.campaigns import Cast, campaign, cast, enlisted, fight as fought, join
from tests.factories.club import GameTableFactory

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], object]) -> Counter[str]:
    """Run all calls in threads of their own, let go at the same moment; count what became of them."""
    barrier = Barrier(len(calls), timeout=30)

    def one(call: Callable[[], object]) -> str:
        try:
            barrier.wait()
            return str(call())
        except Refused as refused:
            return ",".join(refused.codes)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return Counter(pool.map(one, calls))


def fallen(fight: Field) -> Report:
    a, b = fight.keys[:2]
    return Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)), Down(Who(b, HENCHMAN), Who(a, LIEUTENANT))))


def replayed(fight: Field) -> bool:
    """Whether what is stored is what the journals say."""
    sides = [fight.side(number) for number in range(len(fight.warbands))]
    return all(side.warband.roster == roster_at(side.warband) for side in sides)


def test_double_confirmation_applies_once() -> None:
    """The other player twice, the referee, and the sweeper, all at the same moment."""
    fight = field()
    reports.report_battle(battle=fight.battle, report=fallen(fight), author=fight.players[0])
    version = fight.stored().version
    treasury = fight.side(0).warband.treasury

    def confirm() -> object:
        battle = Battle.objects.get(pk=fight.battle.pk)
        return reports.confirm_report(battle=battle, member=fight.players[1], version=version)

    def settle() -> object:
        battle = Battle.objects.get(pk=fight.battle.pk)
        return reports.settle_report(battle=battle, referee=fight.referee, version=version)

    outcome = at_once(confirm, confirm, settle, settle)
    assert sum(outcome[done] for done in ("True", "None")) == 1
    assert outcome["stale"] + outcome["battle_confirmed"] == 3
    assert fight.stored().state == BattleState.CONFIRMED
    assert JournalEntry.objects.filter(kind="fight").count() == 2
    assert Recovery.objects.count() == 2
    # A leader 10 and a henchman 5, banked once.
    assert fight.side(0).warband.treasury == treasury + 15
    assert replayed(fight)


def test_two_battles_of_one_warband_are_not_applied_across_each_other() -> None:
    """Both report the same warband's losses; whichever comes second waits for the aftermath of the first."""
    fight = field(sides=3)
    first = another_battle(fight.campaign, [fight.warbands[0], fight.warbands[1]], "First")
    second = another_battle(fight.campaign, [fight.warbands[1], fight.warbands[2]], "Second")
    downs = (Down(Who(fight.keys[1], LEADER)),)
    for battle in (first, second):
        reports.report_battle(battle=battle, report=Report(downs=downs), author=fight.referee)
    outcome = at_once(
        *(lambda b=battle: reports.settle_report(battle=b, referee=fight.referee) for battle in (first, second))
    )
    assert outcome == Counter({"None": 1, "aftermath_waiting": 1})
    assert JournalEntry.objects.filter(kind="fight", warband=fight.warbands[1]).count() == 1


def test_two_people_choosing_the_dice_at_once_choose_once() -> None:
    fight = field()
    fight.fight(fallen(fight))
    version = fight.recovery(1).version

    def choose(mode: str) -> Callable[[], object]:
        return lambda: aftermath.begin(recovery=fight.recovery(1), mode=mode, member=fight.players[1], version=version)

    outcome = at_once(choose("site"), choose("typed"), choose("site"), choose("typed"))
    assert outcome["None"] == 1
    assert Job.objects.count() == (fight.recovery(1).mode == DiceMode.SITE)


def test_two_people_typing_the_same_roll_record_it_once() -> None:
    fight = field()
    fight.fight(fallen(fight))
    aftermath.begin(recovery=fight.recovery(1), mode=DiceMode.TYPED, member=fight.players[1])
    version = fight.recovery(1).version

    def enter(faces: list[int]) -> Callable[[], object]:
        return lambda: aftermath.enter_faces(
            recovery=fight.recovery(1), faces=faces, member=fight.players[1], version=version
        )

    outcome = at_once(enter([4, 1]), enter([4, 2]), enter([4, 3]), enter([4, 4]))
    assert outcome == Counter({"False": 1, "stale": 3})
    assert len(fight.recovery(1).faces) == 2


def test_the_last_roll_typed_twice_makes_one_aftermath() -> None:
    fight = field()
    fight.fight(fallen(fight))
    recovery = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=fight.players[1])
    aftermath.enter_faces(recovery=recovery, faces=[4, 1], member=fight.players[1], version=recovery.version)

    def last() -> object:
        return aftermath.enter_faces(
            recovery=fight.recovery(1), faces=[6], member=fight.players[1], version=recovery.version
        )

    assert at_once(last, last, last) == Counter({"True": 1, "stale": 2})
    assert JournalEntry.objects.filter(kind="recover", warband=fight.warbands[1]).count() == 1
    assert replayed(fight)


def test_the_same_job_given_to_many_workers_is_done_by_one() -> None:
    fight = field()
    fight.fight(fallen(fight))
    aftermath.begin(recovery=fight.recovery(1), mode=DiceMode.SITE, member=fight.players[1])
    job = Job.objects.get()
    outcome = at_once(*[lambda: jobs.run(job.pk)] * 4)
    assert outcome == Counter({"True": 1, "False": 3})
    assert (Job.objects.get().state, Job.objects.get().attempts) == (JobState.DONE, 1)
    assert fight.recovery(1).state == RecoveryState.DONE
    assert JournalEntry.objects.filter(kind="recover", warband=fight.warbands[1]).count() == 1
    assert replayed(fight)


def test_calling_off_and_claiming_at_once_end_one_way_or_the_other() -> None:
    fight = field()
    fight.fight(fallen(fight))
    aftermath.begin(recovery=fight.recovery(1), mode=DiceMode.SITE, member=fight.players[1])
    job = Job.objects.get()
    outcome = at_once(lambda: jobs.run(job.pk), lambda: aftermath.call_off(recovery=fight.recovery(1)))
    job.refresh_from_db()
    if job.state == JobState.CANCELLED:
        assert outcome == Counter({"False": 1, "None": 1})
        assert fight.recovery(1).state == RecoveryState.WAITING
    else:
        assert job.state == JobState.DONE
        assert fight.recovery(1).state == RecoveryState.DONE
        assert set(outcome) == {"True", "job_begun"} or set(outcome) == {"True", "nothing_to_call_off"}


@pytest.fixture
def for_hire(transactional_db: None) -> Cast:
    """The leader of the Axes has just been sent away."""
    who = cast(rules=Rules(leader_boxes=40, lieutenant_boxes=6, henchman_boxes=5))
    for _battle in range(3):
        fought(who.campaign, [who.warband, who.other], bonus={who.warband: 10})
    take_step(warband=who.warband, entry=Succeed(figure=LIEUTENANT), author=who.owner)
    return who


def hiring_and_taking_back(who: Cast) -> tuple[Callable[[], object], Callable[[], object]]:
    leader = Hireable.objects.get()

    def hire() -> str:
        hireables.hire(hireable=leader, warband=who.other, author=who.player)
        return "hired"

    def take_back() -> str:
        undo_last(warband=who.warband, author=who.owner)
        return "taken back"

    return hire, take_back


def test_who_is_being_hired_is_not_taken_back(for_hire: Cast) -> None:
    hire, take_back = hiring_and_taking_back(for_hire)
    assert overlapping(hire, take_back) == ("hired", "hired_meanwhile")
    assert Hireable.objects.count() == 1


def test_who_is_being_taken_back_is_not_hired(for_hire: Cast) -> None:
    hire, take_back = hiring_and_taking_back(for_hire)
    assert overlapping(take_back, hire) == ("taken back", "not_for_hire")
    assert not Hireable.objects.exists()
    assert not JournalEntry.objects.filter(kind="hire_character").exists()


def test_two_referees_put_one_table_to_use_once() -> None:
    """Two campaigns, one table, one hour: whoever is second is told."""
    table = GameTableFactory.create()
    first = cast()
    other = campaign(name="Elsewhere")
    players = [join(other), join(other)]
    bands = [enlisted(other, player, f"Band {player.pk}") for player in players]
    referee = other.memberships.get(role="referee").member
    grounds = [first, Cast(other, referee, *players, first.outsider, *bands)]

    def put(ground: Cast) -> Callable[[], object]:
        def plan() -> object:
            asked = Plan(title=ground.campaign.name, date=datetime(2095, 7, 7, 18, tzinfo=UTC), spot=table)
            sides = [ground.warband, ground.other]
            schedule.schedule_battle(campaign=ground.campaign, warbands=sides, plan=asked, author=ground.referee)
            return "put"

        return plan

    assert at_once(*map(put, grounds)) == {"put": 1, "clash": 1}
    assert Battle.objects.filter(spot=table).count() == 1


def test_a_challenge_accepted_and_declined_at_once_is_one_of_both() -> None:
    ground = cast()
    sent = challenges.challenge(
        campaign=ground.campaign, challenger=ground.warband, challenged=ground.other, member=ground.owner
    )

    def accept() -> object:
        challenges.accept(challenge=sent, member=ground.player)
        return "accepted"

    def decline() -> object:
        challenges.decline(challenge=sent, member=ground.player, reason="No")
        return "declined"

    outcome = at_once(accept, decline, accept, decline)
    assert outcome["answered"] == 3
    assert outcome["accepted"] + outcome["declined"] == 1
    assert Battle.objects.count() == outcome["accepted"]


def test_dates_accepted_at_once_are_all_in_the_log_and_one_is_the_battles() -> None:
    """Three players; two accept the same date of the third at one moment: neither answer is lost."""
    ground = cast()
    third = join(ground.campaign)
    bands = [ground.warband, ground.other, enlisted(ground.campaign, third, "Crows")]
    battle = schedule.schedule_battle(campaign=ground.campaign, warbands=bands, plan=Plan())
    date = datetime(2095, 7, 8, 18, tzinfo=UTC)
    dates.propose(battle=battle, member=ground.owner, moments=[("moment_0", date)])

    def accept(member: Member) -> Callable[[], object]:
        def say() -> object:
            dates.accept(battle=battle, member=member, offer=1, moment=date)
            return "said"

        return say

    assert at_once(accept(ground.player), accept(third)) == {"said": 2}
    assert Battle.objects.get(pk=battle.pk).date == date
    row = DateTalk.objects.get(battle=battle)
    assert replayed_talk(row) == talk_from(row.state)
    assert row.entries.count() == 3


def test_of_two_who_propose_at_once_over_the_same_page_one_looks_again() -> None:
    ground = cast()
    battle = schedule.schedule_battle(campaign=ground.campaign, warbands=[ground.warband, ground.other], plan=Plan())
    date = datetime(2095, 7, 8, 18, tzinfo=UTC)

    def propose(member: Member) -> Callable[[], object]:
        def say() -> object:
            dates.propose(battle=battle, member=member, moments=[("moment_0", date)], version=0)
            return "said"

        return say

    assert at_once(propose(ground.owner), propose(ground.player)) == {"said": 1, "stale": 1}


def test_a_deadline_passes_once_whoever_sweeps() -> None:
    ground = cast()
    opened = open_round(campaign=ground.campaign)
    schedule.schedule_battle(campaign=ground.campaign, warbands=[ground.warband, ground.other], plan=Plan(round=opened))
    Round.objects.filter(pk=opened.pk).update(agree_by=datetime(2025, 1, 1, tzinfo=UTC))
    assert sum(int(done) * count for done, count in at_once(*[deadlines.pass_due] * 4).items()) == 1
    assert News.objects.filter(code="date_lapsed").count() == 1
