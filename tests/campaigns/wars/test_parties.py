"""A referee who plays in a battle decides it only with a reason, marked as a party's word and told to the others."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.league import news
from campaigns.league.models import Membership, RefereeAct, Role
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.corrections import drafting, operations as corrections
from campaigns.wars.corrections.past import ref_of, ref_of_battle
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import BattleSide, BattleState
from campaigns.wars.powers import operations as powers
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from club.models import Member
from club.operations import Refused
from engines.musg.corrections.timeline import Insert, ReplaceReport
from engines.musg.entries import Buy, Grant
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.report import Down, Report, Who
from rosters.operations import take_step
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, SECOND_HENCHMAN, Field, another_battle, field

pytestmark = pytest.mark.django_db
WHY = "Nobody answered for a month"


@pytest.fixture
def fight() -> Field:
    """A battle between Ann, who referees the campaign as well, and Ben."""
    made = field()
    for member, name in zip(made.players, ("Ann", "Ben"), strict=True):
        Member.objects.filter(pk=member.pk).update(display_name=name)
        member.display_name = name
    Membership.objects.filter(member=made.players[0]).update(role=Role.REFEREE)
    return made


def told(member: Member) -> list[str]:
    with translation.override("en"):
        return [line.sentence for line in news.lines_of(news.news_of(member))]


def refused(attempt: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as found:
        attempt()
    assert found.value.problems[0].field == "because"  # type: ignore[union-attr]
    return list(found.value.codes)


def marked(code: str) -> None:
    act = RefereeAct.objects.get(code=code)
    assert (act.reason, act.params["party"]) == (WHY, True)


def test_a_party_settles_the_report_only_with_a_reason(fight: Field) -> None:
    ann, ben = fight.players
    reports.report_battle(battle=fight.battle, report=Report(), author=ann)
    assert refused(lambda: reports.settle_report(battle=fight.battle, referee=ann, reason=" ")) == ["party_reason"]
    assert fight.stored().state == BattleState.REPORTED
    reports.settle_report(battle=fight.battle, referee=ann, reason=WHY)
    assert fight.stored().state == BattleState.CONFIRMED
    marked("report_settled")
    assert any(f"Ann, a party to it, settled “At the ford” as the referee ({WHY})." in line for line in told(ben))
    page = client_of(ben).get(reverse("campaigns:acts", args=[fight.campaign.slug]), headers={"accept-language": "en"})
    assert "party to it" in page.content.decode()
    assert "settled before everybody had answered" in page.content.decode()


def test_the_pages_ask_a_party_why(fight: Field) -> None:
    """No button that settles in one tap: on the battle's page, on the form, on the desk."""
    ann = client_of(fight.players[0])
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    page = ann.get(fight.battle.get_absolute_url()).content.decode()
    settle = reverse("campaigns:settle", args=[fight.campaign.slug, fight.battle.pk])
    assert re.search(rf'action="{settle}">(?:(?!</form>).)*name="because"[^>]* required', page, re.DOTALL)
    ann.post(settle, {"version": fight.stored().version})
    assert fight.stored().state == BattleState.REPORTED
    cancel = reverse("campaigns:cancel", args=[fight.campaign.slug, fight.battle.pk])
    assert re.search(rf'action="{cancel}">(?:(?!</form>).)*name="because"[^>]* required', page, re.DOTALL)
    report = reverse("campaigns:report", args=[fight.campaign.slug, fight.battle.pk])
    assert 'name="because"' in ann.get(report).content.decode()
    assert 'name="because"' not in client_of(fight.players[1]).get(report).content.decode()
    desk = ann.get(reverse("campaigns:dashboard", args=[fight.campaign.slug])).content.decode()
    assert 'name="because"' in desk
    ann.post(settle, {"version": fight.stored().version, "because": WHY})
    assert fight.stored().state == BattleState.CONFIRMED


def test_a_referee_without_a_part_needs_no_word(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    reports.settle_report(battle=fight.battle, referee=fight.referee)
    assert fight.stored().state == BattleState.CONFIRMED


def test_a_party_calls_a_reported_battle_off_only_with_a_reason(fight: Field) -> None:
    ann, ben = fight.players
    reports.report_battle(battle=fight.battle, report=Report(), author=ben)
    assert refused(lambda: schedule.cancel_battle(battle=fight.battle, author=ann)) == ["party_reason"]
    schedule.cancel_battle(battle=fight.battle, author=ann, because=WHY)
    marked("battle_called_off")
    assert f"Ann, a party to it, called “At the ford” off as the referee ({WHY})." in told(ben)


def test_a_referees_power_says_that_a_party_used_it(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[1])
    powers.call_off(battle=fight.battle, referee=fight.players[0], reason=WHY)
    marked("battle_called_off")
    assert len([line for line in told(fight.players[1]) if "off" in line]) == 1


def without_henchmen(fight: Field) -> Field:
    """Ann's warband has lost its henchmen, and fights again."""
    a, b = fight.keys
    downs = tuple(Down(Who(a, n), Who(b, LEADER), killed=True) for n in (HENCHMAN, SECOND_HENCHMAN))
    fight.fight(Report(downs=downs))
    ahead = another_battle(fight.campaign, fight.warbands, "Without henchmen")
    return Field(fight.campaign, fight.referee, fight.players, fight.warbands, ahead)


def test_a_party_lets_its_own_warband_fight_without_henchmen_only_with_a_reason(fight: Field) -> None:
    """Ruling M297: the referee's leave, on the record."""
    ahead, ann = without_henchmen(fight), fight.players[0]
    assert refused(lambda: reports.report_battle(battle=ahead.battle, report=Report(), author=ann)) == ["party_reason"]
    reports.report_battle(battle=ahead.battle, report=Report(), author=ann, because=WHY)
    assert ahead.battle.reports.get().report.leave == (fight.keys[0],)
    marked("leave_given")
    said = f"Ann, a party to it, lets Axes fight “Without henchmen” without a leader or henchmen ({WHY})."
    assert said in told(fight.players[1])


@pytest.mark.parametrize("lacks", [False, True])
def test_a_party_has_the_engine_fight_for_absentees_only_with_a_reason(fight: Field, lacks: bool) -> None:
    ann, ben = fight.players
    ahead = without_henchmen(fight) if lacks else fight
    ground.lay_out(battle=ahead.battle, layout=ready_tables()["village"], turn_limit=6)
    if lacks:
        resolution.agree(battle=ahead.battle, member=ben, lets=True)
    tempers = list(BattleSide.objects.filter(battle=ahead.battle).values_list("temper", flat=True))
    seen = resolution.seen_of(setup_of(ahead.stored()), tempers)
    page = client_of(ann).get(ahead.battle.get_absolute_url()).content.decode()
    assert 'id="why-resolve"' in page
    assert refused(lambda: resolution.resolve(battle=ahead.battle, member=ann, seen=seen)) == ["party_reason"]
    resolution.resolve(battle=ahead.battle, member=ann, seen=seen, because=WHY)
    marked("leave_given" if lacks else "engine_decided")
    assert any("Ann, a party to it," in line and WHY in line for line in told(ben))


def test_what_a_referee_does_to_a_warband_of_his_own_is_told_to_all(fight: Field) -> None:
    ann, ben = fight.players
    take_step(warband=fight.warbands[0], entry=Grant(points=50, reason=WHY), author=ann)
    assert any("Ann, a party to it, did this as the referee" in line and WHY in line for line in told(ben))
    assert told(ann) == []
    take_step(warband=fight.warbands[1], entry=Grant(points=50, reason=WHY), author=ann)
    assert f"Ann granted Blades 50 points: {WHY}." in told(ben)


def test_a_correction_by_a_party_says_so_and_is_told_to_the_other_side(fight: Field) -> None:
    """Only Ann's own warband comes out otherwise, and Ben, who fought against it, is told all the same."""
    ann, ben = fight.players
    fight.fight(Report())
    muster = fight.warbands[0].journal.get(kind="muster")
    edits = [
        ReplaceReport(ref_of_battle(fight.battle), Report(absent=(Who(fight.keys[0], HENCHMAN),))),
        Insert("rope", ref_of(muster), fight.keys[0], Buy(item="rope")),
    ]
    draft = drafting.correct(campaign=fight.campaign, author=ann, edits=edits)
    corrections.confirm(correction=draft, member=ann, reason=WHY, seen=drafting.look(draft).fingerprint)
    assert any(line.startswith(f"Ann, a party to it, corrected the past of Axes: {WHY}") for line in told(ben))
    page = client_of(ben).get(draft.get_absolute_url(), headers={"accept-language": "en"}).content.decode()
    assert "party to it" in page
