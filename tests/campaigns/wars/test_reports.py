"""Reporting a battle: every impossible entry, victory points by hand, and how a report comes to stand."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.sides import sides_of
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.reports import operations as reports
from club.operations import Refused, Stale
from engines.musg.entries import Fight, Hire
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from rosters.operations import take_step
from tests.clients import client_of
from tests.factories.battles import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    MERCENARY,
    SECOND_HENCHMAN,
    Field,
    another_battle,
    field,
    warband,
)
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def refusal(fight: Field, report: Report) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as refused:
        reports.report_battle(battle=fight.battle, report=report, author=fight.players[0])
    assert fight.stored().state == BattleState.SCHEDULED
    assert not fight.battle.reports.exists()
    return [(problem.code, problem.field) for problem in refused.value.problems]


# Every impossible entry is named, beside the figure it is about


def test_a_figure_cannot_be_put_out_of_action_twice(fight: Field) -> None:
    a, b = fight.keys
    victim = Who(b, HENCHMAN)
    downs = (Down(victim, Who(a, LEADER)), Down(victim, Who(a, LIEUTENANT)))
    assert refusal(fight, Report(downs=downs)) == [("out_twice", f"fate-{b}-{HENCHMAN}")]


def test_a_figure_that_does_not_exist_is_not_in_the_battle(fight: Field) -> None:
    a, b = fight.keys
    assert refusal(fight, Report(downs=(Down(Who(b, 99), Who(a, LEADER)),))) == [("not_in_battle", f"fate-{b}-99")]


def test_a_figure_of_a_warband_elsewhere_is_not_in_the_battle(fight: Field) -> None:
    elsewhere = warband(MemberFactory.create(), "Elsewhere")
    found = refusal(fight, Report(downs=(Down(Who(elsewhere.key, LEADER)),)))
    assert found == [("not_in_battle", f"fate-{elsewhere.key}-{LEADER}")]


def test_who_sat_the_battle_out_neither_falls_nor_fells(fight: Field) -> None:
    a, b = fight.keys
    report = Report(absent=(Who(a, HENCHMAN),), downs=(Down(Who(b, HENCHMAN), Who(a, HENCHMAN)),))
    assert refusal(fight, report) == [("not_present", f"fate-{a}-{HENCHMAN}")]
    report = Report(absent=(Who(b, HENCHMAN),), downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)),))
    assert refusal(fight, report) == [("not_present", f"fate-{b}-{HENCHMAN}")]


def test_nobody_puts_a_friend_out_of_action(fight: Field) -> None:
    a, _b = fight.keys
    report = Report(downs=(Down(Who(a, HENCHMAN), Who(a, LEADER)),))
    assert refusal(fight, report) == [("own_side", f"fate-{a}-{LEADER}")]


def test_who_fell_did_not_flee(fight: Field) -> None:
    a, b = fight.keys
    report = Report(downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)),), fled=(Who(b, HENCHMAN),))
    assert refusal(fight, report) == [("fled_and_out", f"fate-{b}-{HENCHMAN}")]


def test_a_warband_cannot_stay_away_altogether(fight: Field) -> None:
    a, _b = fight.keys
    absent = tuple(Who(a, number) for number in (LEADER, LIEUTENANT, HENCHMAN, SECOND_HENCHMAN))
    assert refusal(fight, Report(absent=absent)) == [("nobody_present", None)]


def test_bonus_points_have_limits_and_an_owner(fight: Field) -> None:
    a, _b = fight.keys
    assert refusal(fight, Report(bonus={a: 1001})) == [("bonus_points", f"bonus-{a}")]
    assert refusal(fight, Report(bonus={"nobody": 5})) == [("bonus_points", "bonus-nobody")]


def test_a_leader_is_guarded_only_by_a_troll(fight: Field) -> None:
    a, b = fight.keys
    report = Report(downs=(Down(Who(a, LEADER), Who(b, LEADER)),), guarded=(a,))
    assert refusal(fight, report) == [("not_guarded", f"guarded-{a}")]


def test_another_winner_needs_a_reason(fight: Field) -> None:
    a, b = fight.keys
    downs = (Down(Who(b, HENCHMAN), Who(a, LEADER)),)
    assert refusal(fight, Report(downs=downs, winner=b)) == [("reason_missing", "reason")]
    assert refusal(fight, Report(downs=downs, winner="draw")) == [("reason_missing", "reason")]
    assert refusal(fight, Report(winner="nobody")) == [("winner_not_in_battle", "winner")]


def test_an_unpaid_mercenary_and_an_unmustered_warband_cannot_fight() -> None:
    fight = field(mercenaries=(None, "orc_hunter"))
    a, b = fight.keys
    fight.fight(Report())  # uses up the fee paid with the engagement
    fight.battle = another_battle(fight.campaign, fight.warbands)
    report = Report(downs=(Down(Who(a, HENCHMAN), Who(b, MERCENARY)),))
    assert refusal(fight, report) == [("not_present", f"fate-{b}-{MERCENARY}")]


def test_all_impossible_entries_come_at_once_and_name_the_figure(fight: Field) -> None:
    a, b = fight.keys
    report = Report(
        absent=(Who(a, HENCHMAN),),
        downs=(Down(Who(b, HENCHMAN), Who(a, HENCHMAN)),),
        fled=(Who(b, HENCHMAN),),
        bonus={a: -2000},
        winner=b,
    )
    with pytest.raises(Refused) as refused:
        reports.report_battle(battle=fight.battle, report=report, author=fight.players[0])
    assert set(refused.value.codes) == {"not_present", "fled_and_out", "bonus_points"}
    assert "A Henchman 1" in str(refused.value)
    assert "B Henchman 1" in str(refused.value)


# Victory points, by hand: leader 10, lieutenant 8, henchman 5 (Musg, Fin du tour); mercenary 10 (ruling M156);
# nothing for accidents or for figures that fled (ruling M157)


def test_victory_points_and_results_are_those_of_the_rulebook() -> None:
    fight = field(mercenaries=(None, "orc_hunter"))
    a, b = fight.keys
    report = Report(
        downs=(
            Down(Who(b, LEADER), Who(a, LEADER)),  # 10 for a
            Down(Who(b, LIEUTENANT), Who(a, LEADER), killed=True),  # 8 for a
            Down(Who(b, MERCENARY), Who(a, LIEUTENANT)),  # 10 for a
            Down(Who(b, HENCHMAN)),  # an accident: nothing
            Down(Who(a, HENCHMAN), Who(b, LEADER)),  # 5 for b
        ),
        fled=(Who(b, SECOND_HENCHMAN),),  # nothing
        bonus={b: 7},  # 5 + 7 = 12 for b
    )
    fight.fight(report)
    first, second = fight.side(0), fight.side(1)
    assert (first.victory_points, first.outcome, first.takedowns, first.losses) == (28, "won", 3, 1)
    assert (second.victory_points, second.outcome, second.takedowns, second.losses) == (12, "lost", 1, 4)
    assert fight.stored().winner == fight.warbands[0]


def test_equal_points_are_a_draw(fight: Field) -> None:
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)),), bonus={b: 5}))
    assert [fight.side(n).outcome for n in (0, 1)] == ["drew", "drew"]
    assert fight.stored().winner is None


def test_a_scenario_may_decide_otherwise_with_its_reason(fight: Field) -> None:
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)),), winner=b, reason="They held the ford."))
    stored = fight.stored()
    assert (stored.winner, stored.override_reason) == (fight.warbands[1], "They held the ford.")
    assert [fight.side(n).outcome for n in (0, 1)] == ["lost", "won"]


# Confirm, dispute, settle, or nobody answers


def test_the_other_side_confirms_and_the_battle_is_applied_to_all(fight: Field) -> None:
    a, b = fight.keys
    report = Report(downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)),))
    reports.report_battle(battle=fight.battle, report=report, author=fight.players[0], version=0)
    assert fight.battle.state == BattleState.REPORTED
    assert [fight.side(n).agreed for n in (0, 1)] == [True, False]
    assert reports.confirm_report(battle=fight.battle, member=fight.players[1], version=1) is True
    stored = fight.stored()
    assert stored.state == BattleState.CONFIRMED
    assert stored.confirmed_at is not None
    for side in (fight.side(0), fight.side(1)):
        assert side.warband.journal.filter(kind="fight").count() == 1
        assert side.agreed
    # Nothing to roll for the first: done at once. The second has a fallen henchman and waits.
    assert [fight.recovery(n).state for n in (0, 1)] == [RecoveryState.DONE, RecoveryState.WAITING]
    assert fight.side(1).warband.roster.engagement is not None


def test_with_three_warbands_all_the_others_must_agree() -> None:
    fight = field(sides=3)
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    assert reports.confirm_report(battle=fight.battle, member=fight.players[2]) is False
    assert fight.stored().state == BattleState.REPORTED
    assert reports.confirm_report(battle=fight.battle, member=fight.players[1]) is True
    assert fight.stored().state == BattleState.CONFIRMED


def test_a_referees_report_waits_for_both_sides(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.referee)
    assert [fight.side(n).agreed for n in (0, 1)] == [False, False]
    assert reports.confirm_report(battle=fight.battle, member=fight.players[0]) is False
    with pytest.raises(Refused, match="already"):
        reports.confirm_report(battle=fight.battle, member=fight.players[0])
    assert reports.confirm_report(battle=fight.battle, member=fight.players[1]) is True


def test_a_dispute_stops_the_clock_until_the_referee_settles(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    with pytest.raises(Refused, match="Say what is wrong"):
        reports.dispute_report(battle=fight.battle, member=fight.players[1], text="  ")
    reports.dispute_report(battle=fight.battle, member=fight.players[1], text="My henchman stood to the end.")
    stored = fight.stored()
    assert (stored.state, stored.confirms_at) == (BattleState.DISPUTED, None)
    row = fight.battle.reports.get()
    assert (row.dispute, row.disputed_by) == ("My henchman stood to the end.", fight.players[1])
    with pytest.raises(Refused):
        reports.confirm_report(battle=fight.battle, member=fight.players[1])
    Battle.objects.update(confirms_at=timezone.now() - timedelta(hours=1))
    assert reports.confirm_due() == 0
    with pytest.raises(Refused, match="reason"):
        reports.settle_report(battle=fight.battle, referee=fight.referee, reason=" ")
    reports.settle_report(battle=fight.battle, referee=fight.referee, reason="I saw him run")
    assert fight.stored().state == BattleState.CONFIRMED
    act = fight.campaign.referee_acts.get()
    assert (act.code, act.by, act.reason) == ("report_settled", fight.referee, "I saw him run")


def test_a_report_that_nobody_disputes_is_settled_without_a_word(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    reports.settle_report(battle=fight.battle, referee=fight.referee)
    assert not fight.campaign.referee_acts.exists()


def test_the_battles_page_asks_the_referee_why(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    reports.dispute_report(battle=fight.battle, member=fight.players[1], text="No!")
    client, page = client_of(fight.referee), fight.battle.get_absolute_url()
    assert 'name="because"' in client.get(page).content.decode()
    sent = {"version": fight.stored().version}
    address = reverse("campaigns:settle", args=[fight.campaign.slug, fight.battle.pk])
    client.post(address, {**sent, "because": ""})
    assert fight.stored().state == BattleState.DISPUTED
    client.post(address, {**sent, "because": "I saw him run"})
    assert fight.stored().state == BattleState.CONFIRMED


def test_a_disputed_report_may_be_replaced_and_agreed_to(fight: Field) -> None:
    a, b = fight.keys
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    reports.dispute_report(battle=fight.battle, member=fight.players[1], text="You lost a henchman.")
    other = Report(downs=(Down(Who(a, HENCHMAN), Who(b, LEADER)),))
    reports.report_battle(battle=fight.battle, report=other, author=fight.players[1])
    assert [fight.side(n).agreed for n in (0, 1)] == [False, True]
    reports.confirm_report(battle=fight.battle, member=fight.players[0])
    assert fight.side(1).victory_points == 5


def test_an_unanswered_report_confirms_itself_when_its_time_has_come(fight: Field) -> None:
    before = timezone.now()
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    due = fight.stored().confirms_at
    assert due is not None
    assert timedelta(hours=72) <= due - before < timedelta(hours=72, minutes=1)
    assert reports.confirm_due() == 0
    Battle.objects.update(confirms_at=timezone.now() - timedelta(seconds=1))
    assert reports.confirm_due() == 1
    assert fight.stored().state == BattleState.CONFIRMED
    assert fight.side(1).warband.journal.filter(kind="fight").get().author == fight.players[0]
    assert reports.confirm_due() == 0


def test_a_page_out_of_date_is_refused(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0], version=0)
    with pytest.raises(Stale):
        reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[1], version=0)
    with pytest.raises(Stale):
        reports.confirm_report(battle=fight.battle, member=fight.players[1], version=0)


def test_a_battle_called_off_or_confirmed_takes_no_report(fight: Field) -> None:
    schedule.cancel_battle(battle=fight.battle, author=fight.referee)
    assert fight.stored().state == BattleState.CANCELLED
    with pytest.raises(Refused, match="called off"):
        reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    other = Field(
        fight.campaign,
        fight.referee,
        fight.players,
        fight.warbands,
        another_battle(fight.campaign, fight.warbands),
    )
    other.fight(Report())
    for call in (
        lambda: reports.report_battle(battle=other.battle, report=Report(), author=other.players[0]),
        lambda: reports.settle_report(battle=other.battle, referee=other.referee),
        lambda: schedule.cancel_battle(battle=other.battle, author=other.referee),
    ):
        with pytest.raises(Refused, match="confirmed"):
            call()
    assert other.side(0).warband.journal.filter(kind="fight").count() == 1


def test_a_campaign_that_is_over_takes_no_report_but_what_is_reported_is_settled(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    fight.campaign.closed = True
    fight.campaign.save()
    with pytest.raises(Refused, match="over"):
        reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[1])
    assert reports.confirm_report(battle=fight.battle, member=fight.players[1]) is True


def test_somebody_without_a_warband_in_the_battle_cannot_agree(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    with pytest.raises(Refused, match="None of the warbands"):
        reports.confirm_report(battle=fight.battle, member=fight.referee)


# All or nothing


def waiting_aftermath(fight: Field) -> Battle:
    """Another battle, fought while the second warband's aftermath of the first is still waiting."""
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)),)))
    return another_battle(fight.campaign, fight.warbands, "At the mill")


def test_a_warband_with_an_aftermath_waiting_cannot_take_a_second_battle(fight: Field) -> None:
    second = waiting_aftermath(fight)
    reports.report_battle(battle=second, report=Report(), author=fight.players[0])
    with pytest.raises(Refused, match="Blades must first roll the aftermath of “At the ford”"):
        reports.confirm_report(battle=second, member=fight.players[1])
    second.refresh_from_db()
    assert second.state == BattleState.REPORTED
    assert not Recovery.objects.filter(side__battle=second).exists()
    assert fight.side(0).warband.journal.filter(kind="fight").count() == 1
    Battle.objects.filter(pk=second.pk).update(confirms_at=timezone.now())
    assert reports.confirm_due() == 0
    recovery = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode="typed", member=fight.players[1])
    aftermath.enter_faces(recovery=recovery, faces=[6], member=fight.players[1], version=recovery.version)
    assert reports.confirm_due() == 1
    second.refresh_from_db()
    assert second.state == BattleState.CONFIRMED


def test_a_report_that_no_longer_fits_the_rosters_is_applied_to_none(fight: Field) -> None:
    """The henchman reported to have felled somebody dies in the aftermath of the battle before."""
    a, b = fight.keys
    second = waiting_aftermath(fight)
    report = Report(downs=(Down(Who(a, HENCHMAN), Who(b, HENCHMAN)),))
    reports.report_battle(battle=second, report=report, author=fight.players[0])
    recovery = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode="typed", member=fight.players[1])
    aftermath.enter_faces(recovery=recovery, faces=[1], member=fight.players[1], version=recovery.version)
    versions = [fight.side(n).warband.version for n in (0, 1)]
    with pytest.raises(Refused) as refused:
        reports.settle_report(battle=second, referee=fight.referee)
    assert refused.value.codes == ["not_present"]
    second.refresh_from_db()
    assert second.state == BattleState.REPORTED
    assert [fight.side(n).warband.version for n in (0, 1)] == versions


def test_who_joins_before_a_report_is_confirmed_was_not_in_the_battle(fight: Field) -> None:
    """Hired the day after: neither survival nor victory; nor does an earlier report that is opened again say so."""
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    late = Hire(rank=Rank.HENCHMAN, race="human", name="Late")
    take_step(warband=fight.side(1).warband, entry=late, author=fight.players[1])
    page = client_of(fight.players[0]).get(reverse("campaigns:report", args=[fight.campaign.slug, fight.battle.pk]))
    assert page.context["form"][f"fate-{fight.keys[1]}-5"].value() == "absent"
    reports.confirm_report(battle=fight.battle, member=fight.players[1])
    entry = fight.side(1).warband.journal.get(kind="fight").entry
    assert isinstance(entry, Fight)
    assert set(entry.engagement.present) == {LEADER, LIEUTENANT, HENCHMAN, SECOND_HENCHMAN}


def test_a_player_of_both_warbands_needs_nobodys_answer(fight: Field) -> None:
    again = another_battle(fight.campaign, [fight.warbands[0], warband(fight.players[0], "Second")])
    reports.report_battle(battle=again, report=Report(), author=fight.players[0])
    again.refresh_from_db()
    assert again.state == BattleState.CONFIRMED


def without_henchmen(fight: Field) -> Battle:
    """The henchmen of the first side were killed in the battle behind it; another is ahead."""
    a, b = fight.keys
    fight.fight(Report(downs=tuple(Down(Who(a, n), Who(b, LEADER), killed=True) for n in (HENCHMAN, SECOND_HENCHMAN))))
    return another_battle(fight.campaign, fight.warbands, "Without henchmen")


def test_a_warband_without_henchman_fights_by_the_referees_leave_only(fight: Field) -> None:
    """Ruling M297: it is told so before, refused when it reports itself, and what the referee allows is on record."""
    ahead = without_henchmen(fight)
    told = get_battle_for_reader(fight.referee, fight.campaign.slug, ahead.pk)
    with override("en"):
        (said,) = sides_of(told)[0].effects
    assert said.startswith("Axes has no henchman: it may only fight if the referee allows it")
    claimed = Report(leave=tuple(fight.keys))  # a player gives no leave, whatever the report says
    with pytest.raises(Refused) as refused:
        reports.report_battle(battle=ahead, report=claimed, author=fight.players[0])
    assert refused.value.codes == ["needs_leave"]
    row = reports.report_battle(battle=ahead, report=Report(), author=fight.referee)
    assert row.report.leave == (fight.keys[0],)
    reports.settle_report(battle=ahead, referee=fight.referee)
    ahead.refresh_from_db()
    assert ahead.state == BattleState.CONFIRMED


def test_a_referee_who_settles_gives_leave_to_what_was_reported_before(fight: Field) -> None:
    """Ruling M297: the players agreed to nothing that the referee has not seen."""
    ahead = another_battle(fight.campaign, fight.warbands, "Reported in time")
    reports.report_battle(battle=ahead, report=Report(), author=fight.players[0])
    without_henchmen(fight)
    with pytest.raises(Refused) as refused:
        reports.confirm_report(battle=ahead, member=fight.players[1])
    assert refused.value.codes == ["needs_leave"]
    reports.settle_report(battle=ahead, referee=fight.referee)
    assert ahead.reports.get().report.leave == (fight.keys[0],)
