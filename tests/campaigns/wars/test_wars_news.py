"""What players and referees of a Musg campaign are told of."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone, translation

from campaigns.jobs import queue
from campaigns.league import news
from campaigns.league.models import News
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as battles
from campaigns.wars.battles.operations import Plan
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.recovery import DiceMode
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds import operations as rounds
from club.models import Member
from club.operations import Refused
from engines.musg.entries import Grant
from engines.musg.report import Down, Report, Who
from rosters.operations import take_step
from tests.factories.battles import LEADER, Field

pytestmark = pytest.mark.django_db
DATE = datetime(2031, 3, 4, 19, 30, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def named(fight: Field) -> Field:
    """A battle between Ann's and Ben's warbands in Rita's campaign; nobody has any news yet."""
    for member, name in ((fight.referee, "Rita"), (fight.players[0], "Ann"), (fight.players[1], "Ben")):
        Member.objects.filter(pk=member.pk).update(display_name=name)
        member.display_name = name
    fight.battle.title = "The Ford"
    fight.battle.save()
    News.objects.all().delete()
    return fight


def told(member: Member) -> list[str]:
    """What a member was told, in order; a mark shows what waits for them."""
    lines = reversed(news.lines_of(news.news_of(member)))
    return [f"{'! ' if line.waits else ''}{line.sentence}" for line in lines]


def test_a_battle_ahead(named: Field) -> None:
    ann, ben = named.players
    plan = Plan(title="The Mill", date=DATE)
    battle = battles.schedule_battle(campaign=named.campaign, warbands=named.warbands, plan=plan, author=ann)
    moved = Plan(title="The Mill", date=DATE + timedelta(days=1))
    battles.change_battle(battle=battle, warbands=named.warbands, plan=moved, author=ann)
    battles.change_battle(battle=battle, warbands=named.warbands, plan=Plan(title="The Mill"), author=ann)
    battles.change_battle(battle=battle, warbands=named.warbands, plan=Plan(title="The Hill"), author=ann)
    battles.change_battle(battle=battle, warbands=named.warbands, plan=Plan(title="The Hill"), author=ann)
    battles.cancel_battle(battle=battle, author=ann)
    assert told(ann) == []
    assert told(ben) == [
        "! Ann scheduled a battle of yours for 4 March 2031, 19:30: “The Mill”.",
        "! Ann moved “The Mill” to 5 March 2031, 19:30.",
        "Ann postponed “The Mill”: it no longer has a date.",
        "Ann changed what was agreed about “The Hill”.",
        "Ann called “The Hill” off.",
    ]
    assert {row.address for row in News.objects.all()} == {battle.get_absolute_url()}


def test_a_round_is_paired(named: Field) -> None:
    for name in ("", "Autumn"):
        round = rounds.open_round(campaign=named.campaign, name=name)
        rounds.pair_round(round=round, pairs=[named.warbands], plan=Plan(), author=named.referee)
    title = " – ".join(warband.name for warband in named.warbands)
    for player in named.players:
        assert told(player) == [f"You are paired: “{title}” (Round 1).", f"You are paired: “{title} (2)” (Autumn)."]
    with translation.override("fr"):
        assert told(named.players[0])[0] == f"Vous avez un adversaire\xa0: «\xa0{title}\xa0» (Manche 1)."


def test_a_report_waits_for_the_other_side_and_its_confirmation_leads_to_the_aftermath(named: Field) -> None:
    ann, ben = named.players
    report = Report(downs=(Down(Who(named.keys[1], LEADER), Who(named.keys[0], LEADER)),))
    reports.report_battle(battle=named.battle, report=report, author=ann)
    assert (told(ann), told(ben)) == ([], ["! Ann reported “The Ford”: confirm or dispute it."])
    reports.confirm_report(battle=named.battle, member=ben)
    (said,) = told(ann)
    assert said.startswith("Ben confirmed the report of “The Ford”. ")
    assert said.endswith((" has won.", " has drawn."))
    assert told(ben)[1:] == []


def test_a_report_is_disputed_and_settled(named: Field) -> None:
    ann, ben = named.players
    reports.report_battle(battle=named.battle, report=Report(), author=ann)
    reports.dispute_report(battle=named.battle, member=ben, text="No.")
    assert told(ann) == ["Ben disputes the report of “The Ford”."]
    assert told(named.referee) == ["! Ben disputes the report of “The Ford”: settle it."]
    reports.settle_report(battle=named.battle, referee=named.referee, reason="two saw it")
    name = named.warbands[1].name
    assert told(ben)[-1] == f"Rita settled “The Ford” as the referee (two saw it). {name} has drawn."


def test_the_clock_confirms_and_tells_both(named: Field) -> None:
    ann, ben = named.players
    reports.report_battle(battle=named.battle, report=Report(), author=ann)
    named.battle.refresh_from_db()
    named.battle.confirms_at = timezone.now()
    named.battle.save()
    assert reports.confirm_due() == 1
    for player in (ann, ben):
        assert "Nobody objected to the report of “The Ford” in time: it is confirmed." in told(player)[-1]


def test_a_report_that_is_refused_tells_nobody(named: Field) -> None:
    with pytest.raises(Refused):
        reports.report_battle(battle=named.battle, report=Report(bonus={"nobody": 1}), author=named.players[0])
    assert not News.objects.exists()


def test_who_was_rolled_for_reads_who_died(named: Field) -> None:
    """The leader is taken down and dies; the lieutenant follows. The player was away, the referee typed the dice."""
    ann, ben = named.players
    named.fight(Report(downs=(Down(Who(named.keys[1], LEADER), Who(named.keys[0], LEADER)),)))
    recovery = named.recovery(1)
    News.objects.all().delete()
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=named.referee, reason="Away")
    assert aftermath.enter_faces(recovery=recovery, faces=[1, 1], member=named.referee, version=recovery.version)
    (said,) = told(ben)
    name = named.warbands[1].name
    assert said.startswith(f"The aftermath of “The Ford” was rolled for {name}. Dead: ")
    assert said.endswith(" now leads it.")
    assert told(ann) == []


def test_who_rolled_his_own_dice_is_told_nothing(named: Field) -> None:
    named.fight(Report(downs=(Down(Who(named.keys[1], LEADER), Who(named.keys[0], LEADER)),)))
    recovery = named.recovery(1)
    News.objects.all().delete()
    aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=named.players[1])
    job = aftermath.job_of(recovery)
    assert job is not None
    assert queue.run(job.pk)
    assert named.recovery(1).state == "done"
    assert not News.objects.exists()


def test_points_given_and_taken_are_told_with_the_reason(named: Field) -> None:
    warband, owner = named.warbands[0], named.players[0]
    take_step(warband=warband, entry=Grant(points=20, reason="brought the cake"), author=named.referee)
    take_step(warband=warband, entry=Grant(points=-1, reason="ate it alone"), author=named.referee)
    take_step(warband=warband, entry=Grant(points=1, reason="own"), author=owner)
    assert told(owner) == [
        f"Rita granted {warband.name} 20 points: brought the cake.",
        f"Rita took 1 point from {warband.name}: ate it alone.",
    ]


def test_referees_are_told_who_enlists_and_withdraws(named: Field) -> None:
    ann = named.players[0]
    mustered = enlistment.muster_for(campaign=named.campaign, owner=ann, name="The New", race="human")
    enlistment.withdraw(enlistment=mustered.enlistment, author=ann)
    assert told(named.referee) == [
        f"Ann enlisted The New in “{named.campaign.name}”.",
        f"Ann took The New out of “{named.campaign.name}”.",
    ]
    assert told(ann) == []


def test_the_engine_is_agreed_to_once(named: Field) -> None:
    ann, ben = named.players
    resolution.agree(battle=named.battle, member=ann, lets=True)
    resolution.agree(battle=named.battle, member=ann, lets=True)
    resolution.agree(battle=named.battle, member=ben, lets=True)
    assert told(ben) == ["! Ann would like the engine to fight “The Ford”: do you agree?"]
    assert told(ann) == []


def test_news_of_a_transaction_that_fails_are_gone_with_it(named: Field) -> None:
    battles.cancel_battle(battle=named.battle, author=named.players[0])
    assert named.stored().state == BattleState.CANCELLED
    before = News.objects.count()
    with pytest.raises(Refused):
        battles.change_battle(battle=named.battle, warbands=named.warbands, plan=Plan(), author=named.players[0])
    assert News.objects.count() == before


def test_what_was_asked_of_somebody_is_read_once_it_is_answered(named: Field) -> None:
    """Ben confirms from the battle's page, without having opened what he was told; Ann's aftermath still waits."""
    ann, ben = named.players
    report = Report(downs=(Down(Who(named.keys[0], LEADER), Who(named.keys[1], LEADER)),))
    reports.report_battle(battle=named.battle, report=report, author=ann)
    assert news.unread_of(ben).count() == 1
    reports.confirm_report(battle=named.battle, member=ben)
    assert news.unread_of(ben).count() == 0
    (asked,) = news.unread_of(ann)
    assert asked.waits
    aftermath.begin(recovery=named.recovery(0), mode=DiceMode.TYPED, member=ann)
    recovery = named.recovery(0)
    assert aftermath.enter_faces(recovery=recovery, faces=[1, 1], member=ann, version=recovery.version)
    assert news.unread_of(ann).count() == 0
