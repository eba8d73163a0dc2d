"""The referee's desk: what waits for whom and since when, the steps taken there, the round, and what it all costs."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.jobs.models import Job, JobState
from campaigns.league.models import Campaign, JoinMode
from campaigns.league.operations import people
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.desk import glance, waiting
from campaigns.wars.desk.queries import desk_of
from campaigns.wars.desk.waiting import Waiting
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.forecast import Forecast, ForecastState
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds import operations as rounds
from club.models import Member
from engines.musg.entries import Grant
from engines.musg.report import Down, Report, Who
from rosters.operations import take_step
from tests.factories.battles import HENCHMAN, LEADER, Field, field
from tests.factories.campaigns import Cast, cast, enlisted, fight, join, membership
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
MOST_QUERIES = 15


@pytest.fixture
def battle() -> Field:
    return field()


def client_of(member: Member) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(member, backend="club.auth.MemberBackend")
    return client


def at(campaign: Campaign, step: str = "") -> str:
    if step:
        return reverse("campaigns:desk_step", args=[campaign.slug, step])
    return reverse("campaigns:dashboard", args=[campaign.slug])


def waits(campaign: Campaign, kind: str) -> list[Waiting]:
    return [one for group in waiting.groups(desk_of(campaign)) if group.kind.code == kind for one in group.items]


def felled(fight: Field) -> Report:
    """Each has somebody out of action: both have an aftermath to roll."""
    one, other = fight.keys
    return Report(downs=(Down(Who(other, LEADER), Who(one, LEADER)), Down(Who(one, HENCHMAN), Who(other, HENCHMAN))))


# What waits


def test_a_report_waits_for_the_other_side_since_it_was_made(battle: Field) -> None:
    assert waits(battle.campaign, "report") == []
    made = reports.report_battle(battle=battle.battle, report=Report(), author=battle.players[0])
    (one,) = waits(battle.campaign, "report")
    assert (one.subject, one.since, one.who) == (battle.battle.title, made.at, (battle.players[1].name,))
    assert one.address == battle.battle.get_absolute_url()


def test_a_dispute_waits_for_the_referee_and_stands_first(battle: Field) -> None:
    reports.report_battle(battle=battle.battle, report=Report(), author=battle.players[0])
    reports.dispute_report(battle=battle.battle, member=battle.players[1], text="No!")
    Battle.objects.create(campaign=battle.campaign, title="Of old", date=timezone.now() - timedelta(days=9))
    made = battle.battle.reports.get()
    (one,) = waits(battle.campaign, "dispute")
    assert (one.since, one.who) == (made.disputed_at, ())
    assert one.since is not None
    assert one.since > made.at
    assert waiting.groups(desk_of(battle.campaign))[0].kind.code == "dispute"


def test_dice_wait_for_the_player_since_the_result_was_settled(battle: Field) -> None:
    battle.fight(felled(battle))
    items = waits(battle.campaign, "aftermath")
    assert [one.subject for one in items] == ["Axes", "Blades"]
    assert {one.since for one in items} == {battle.stored().confirmed_at}
    assert [one.who for one in items] == [(player.name,) for player in battle.players]
    assert [[action.step for action in one.actions] for one in items] == [["roll"], ["roll"]]
    aftermath.begin(recovery=battle.recovery(1), mode=DiceMode.TYPED, member=battle.players[1])
    assert [[action.step for action in one.actions] for one in waits(battle.campaign, "aftermath")] == [["roll"], []]
    aftermath.begin(recovery=battle.recovery(0), mode=DiceMode.SITE, member=battle.players[0])
    assert [one.who for one in waits(battle.campaign, "aftermath")] == [("the site",), (battle.players[1].name,)]


def test_a_battle_whose_day_has_passed_waits_for_its_report(battle: Field) -> None:
    Battle.objects.update(date=timezone.now() + timedelta(hours=1))
    assert waits(battle.campaign, "unreported") == []
    passed = timezone.now() - timedelta(hours=1)
    Battle.objects.update(date=passed)
    (one,) = waits(battle.campaign, "unreported")
    assert (one.since, one.who) == (passed, tuple(player.name for player in battle.players))


def test_failed_work_waits_for_the_referee_instead_of_the_player(battle: Field) -> None:
    battle.fight(felled(battle))
    recovery = battle.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=battle.players[1])
    at_last = timezone.now()
    Job.objects.filter(kind=aftermath.KIND).update(state=JobState.FAILED, finished=at_last)
    (failed,) = waits(battle.campaign, "failed")
    assert (failed.since, failed.who) == (at_last, ())
    assert [one.subject for one in waits(battle.campaign, "aftermath")] == ["Axes"]
    answer = client_of(battle.referee).post(at(battle.campaign, "retry"), failed.actions[0].values)
    assert answer.headers["Location"] == at(battle.campaign)
    assert waits(battle.campaign, "failed") == []
    assert Job.objects.get(kind=aftermath.KIND).state == JobState.WAITING


def test_the_oldest_of_a_kind_comes_first(battle: Field) -> None:
    young, old = battle.battle, Battle.objects.create(campaign=battle.campaign, title="Of old")
    Battle.objects.filter(pk=young.pk).update(date=timezone.now() - timedelta(days=1))
    Battle.objects.filter(pk=old.pk).update(date=timezone.now() - timedelta(days=9))
    assert [one.subject for one in waits(battle.campaign, "unreported")] == [old.title, young.title]


def test_what_is_too_much_to_read_at_once_is_folded_kind_by_kind(battle: Field) -> None:
    """Five are read at once, kinds stay whole, and the first kind is never folded, however long it is."""

    def at_once(disputes: int) -> dict[str, bool]:
        for number in range(disputes):
            Battle.objects.create(campaign=battle.campaign, title=f"No. {number}", state=BattleState.DISPUTED)
        return {group.kind.code: group.at_once for group in waiting.groups(desk_of(battle.campaign))}

    reports.report_battle(battle=battle.battle, report=Report(), author=battle.players[0])
    assert at_once(4) == {"dispute": True, "report": True}, "four and one"
    assert at_once(1) == {"dispute": True, "report": False}, "five and one"
    assert at_once(4) == {"dispute": True, "report": False}, "nine and one"


def test_a_quiet_campaign_is_one_line() -> None:
    who = cast()
    page = client_of(who.referee).get(at(who.campaign)).content.decode()
    assert "All quiet." in page
    assert "Rosters against the rules" not in page


# Steps


def test_a_dispute_is_settled_on_the_desk_for_a_reason(battle: Field) -> None:
    reports.report_battle(battle=battle.battle, report=Report(), author=battle.players[0])
    reports.dispute_report(battle=battle.battle, member=battle.players[1], text="No!")
    (action,) = waits(battle.campaign, "dispute")[0].actions
    client = client_of(battle.referee)
    assert 'name="because"' in client.get(at(battle.campaign)).content.decode()
    client.post(at(battle.campaign, "settle"), action.values)
    assert battle.stored().state == BattleState.DISPUTED
    client.post(at(battle.campaign, "settle"), {**action.values, "because": "Two saw it"})
    assert battle.stored().state == BattleState.CONFIRMED
    assert battle.campaign.referee_acts.get().reason == "Two saw it"


def test_a_report_is_settled_on_the_desk_as_it_was_seen(battle: Field) -> None:
    reports.report_battle(battle=battle.battle, report=Report(), author=battle.players[0])
    (action,) = waits(battle.campaign, "report")[0].actions
    client = client_of(battle.referee)
    client.post(at(battle.campaign, "settle"), {**action.values, "version": 0})
    assert battle.stored().state == BattleState.REPORTED
    client.post(at(battle.campaign, "settle"), action.values)
    assert battle.stored().state == BattleState.CONFIRMED


@pytest.mark.parametrize("step", ["roll", "roll_all"])
def test_the_site_rolls_for_who_has_not_begun(step: str, battle: Field) -> None:
    battle.fight(felled(battle))
    sent = {"recovery": battle.recovery(1).pk, "because": "Away"}
    client_of(battle.referee).post(at(battle.campaign, step), sent)
    begun = {recovery.side.seat for recovery in Recovery.objects.exclude(state=RecoveryState.WAITING)}
    assert begun == ({1} if step == "roll" else {0, 1})


def test_applicants_are_let_in_and_turned_away() -> None:
    who = cast(join_mode=JoinMode.APPROVAL)
    client, asked = client_of(who.referee), [who.outsider, MemberFactory.create()]
    for member in asked:
        people.join(campaign=who.campaign, member=member)
    for member, step in zip(asked, ("approve", "refuse"), strict=True):
        client.post(at(who.campaign, step), {"membership": membership(who.campaign, member).pk})
    assert membership(who.campaign, who.outsider).role == "player"
    assert not who.campaign.memberships.filter(member=asked[1]).exists()
    playing = membership(who.campaign, who.player)
    assert client.post(at(who.campaign, "refuse"), {"membership": playing.pk}).status_code == 404


def test_no_step_reaches_into_another_campaign(battle: Field) -> None:
    reports.report_battle(battle=battle.battle, report=Report(), author=battle.players[0])
    elsewhere = cast()
    client = client_of(elsewhere.referee)
    sent = {"battle": battle.battle.pk, "version": battle.stored().version, "kind": resolution.KIND}
    asked = reverse("campaigns:desk", args=[battle.campaign.slug])
    assert client.get(f"{asked}?mark=", headers=HTMX).status_code == 403
    for step in ("settle", "retry", "roll", "approve"):
        assert client.post(at(elsewhere.campaign, step), sent).status_code == 404
    assert client.post(at(elsewhere.campaign, "nonsense"), sent).status_code == 404
    assert client.post(at(battle.campaign, "settle"), sent).status_code == 403
    assert battle.stored().state == BattleState.REPORTED


def four() -> tuple[Cast, list[str]]:
    who = cast()
    for name in ("Crows", "Drakes"):
        enlisted(who.campaign, join(who.campaign), name)
    return who, ["Axes", "Blades", "Crows", "Drakes"]


def test_suggested_pairs_are_scheduled_as_shown_with_their_odds() -> None:
    who, names = four()
    fight(who.campaign, [who.warband, who.other], round=rounds.open_round(campaign=who.campaign))
    met = who.campaign.battles.get()
    Forecast.objects.create(
        battle=met, setup={}, seed="1", state=ForecastState.DONE, summary={"wins": [{"value": 0.25}, {"value": 0.7}]}
    )
    opened = rounds.open_round(campaign=who.campaign)
    client = client_of(who.referee)
    panel = client.get(at(who.campaign)).context["round"]
    pairs = [{pair.one.name, pair.other.name} for pair in panel.suggestions]
    assert sorted(name for pair in pairs for name in pair) == names
    assert {"Axes", "Blades"} not in pairs
    sent = [f"{pair.one.pk}-{pair.other.pk}" for pair in panel.suggestions]
    client.post(at(who.campaign, "pair"), {"round": 1, "pair": sent})
    assert opened.battles.count() == 0
    client.post(at(who.campaign, "pair"), {"round": opened.number, "pair": sent})
    assert {frozenset(s.warband.name for s in b.sides.all()) for b in opened.battles.all()} == {*map(frozenset, pairs)}
    assert client.get(at(who.campaign)).context["round"].forecasts_missing == 2
    client.post(at(who.campaign, "forecast"))
    assert Forecast.objects.filter(battle__round=opened, state=ForecastState.RUNNING).count() == 2
    assert client.get(at(who.campaign)).context["round"].forecasts_missing == 0


def test_the_last_forecast_between_two_stands_beside_their_pair() -> None:
    who = cast()
    met = fight(who.campaign, [who.warband, who.other], round=rounds.open_round(campaign=who.campaign))
    Forecast.objects.create(
        battle=met, setup={}, seed="1", state=ForecastState.DONE, summary={"wins": [{"value": 0.25}, {"value": 0.7}]}
    )
    rounds.open_round(campaign=who.campaign)
    (pair,) = client_of(who.referee).get(at(who.campaign)).context["round"].suggestions
    assert pair.met == 1
    assert pair.line.odds.shares == (("Axes", "25.0\N{NO-BREAK SPACE}%"), ("Blades", "70.0\N{NO-BREAK SPACE}%"))


# Warbands at a glance, fairness


def test_a_warband_at_a_glance() -> None:
    who = cast()
    crows = enlisted(who.campaign, who.referee, "Crows", mercenary="troll_bodyguard")
    fight(who.campaign, [crows, who.warband], bonus={crows: 3})
    lines = {line.warband.name: line for line in client_of(who.referee).get(at(who.campaign)).context["warbands"]}
    assert (lines["Crows"].able, lines["Crows"].missing) == (4, ("C Mercenary (not paid)",))
    assert [(line.won, line.drawn, line.lost) for line in lines.values()] == [(0, 0, 1), (0, 0, 0), (1, 0, 0)]
    assert lines["Crows"].seen == Member.objects.get(pk=who.referee.pk).last_login
    assert lines["Axes"].seen == who.warband.journal.filter(author=who.owner).latest("at").at


def test_fairness_counts_who_met_whom() -> None:
    met = {frozenset((1, 2)): 2, frozenset((1, 3)): 1}
    found = glance.count_meetings([1, 2, 3, 4], [(1, 2), (2, 1), (1, 3)], met)
    assert [(one.player, one.played, one.met, one.unmet) for one in found] == [
        (1, 3, ((2, 2), (3, 1)), (4,)),
        (2, 2, ((1, 2),), (3, 4)),
        (3, 1, ((1, 1),), (2, 4)),
        (4, 0, (), (1, 2, 3)),
    ]
    assert glance.spread([500, 480, 620]) == glance.Spread(480, 500, 620)


# What it costs


def played(warbands: int, of_rounds: int) -> Cast:
    """A campaign in which something of everything waits."""
    who = cast(join_mode=JoinMode.APPROVAL)
    bands = [who.warband, who.other]
    bands += [enlisted(who.campaign, join(who.campaign), f"Band {n}") for n in range(warbands - 2)]
    people.join(campaign=who.campaign, member=who.outsider)
    for _round in range(of_rounds):
        opened = rounds.open_round(campaign=who.campaign)
        for one, other in zip(bands[::2], bands[1::2], strict=False):
            fight(who.campaign, [one, other], round=opened)
    last = rounds.open_round(campaign=who.campaign)
    plan = Plan(round=last, date=timezone.now() - timedelta(days=1))
    schedule.schedule_battle(campaign=who.campaign, warbands=bands[:2], plan=plan)
    downed = Down(Who(bands[0].key, HENCHMAN), Who(bands[1].key, LEADER))
    fight(who.campaign, bands[:2], downs=[downed], round=opened)
    return who


def test_the_desk_asks_as_little_of_a_large_campaign_as_of_a_small_one() -> None:
    asked = []
    for who in (played(3, 1), _renamed(lambda: played(10, 3))):
        client = client_of(who.referee)
        client.get(at(who.campaign))
        with CaptureQueriesContext(connection) as queries:
            page = client.get(at(who.campaign))
        assert {group.kind.code for group in page.context["groups"]} >= {"aftermath", "unreported", "applicant"}
        asked.append(len(queries))
    assert asked[0] == asked[1] <= MOST_QUERIES


def _renamed(make: Callable[[], Cast]) -> Cast:
    """Another cast beside the first."""
    for member in Member.objects.all():
        Member.objects.filter(pk=member.pk).update(username=f"{member.username}-before")
    return make()


CHANGES: list[Callable[[Cast], object]] = [
    lambda who: take_step(
        warband=who.campaign.warbands.get(name="Band 0"), entry=Grant(points=5, reason="x"), author=who.referee
    ),
    lambda who: people.refuse(membership=membership(who.campaign, who.outsider)),
    lambda who: rounds.open_round(campaign=who.campaign),
    lambda who: schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan()),
    lambda who: Battle.objects.filter(date=None).update(date=timezone.now() - timedelta(hours=1), state="scheduled"),
    lambda who: aftermath.begin(recovery=_waiting(who), mode=DiceMode.TYPED, member=who.referee, reason="Away"),
    lambda who: Job.objects.create(kind=aftermath.KIND, subject=_waiting(who).pk, state=JobState.FAILED),
    lambda who: resolution.agree(battle=_ahead(who), member=who.owner, lets=True),
    lambda who: Forecast.objects.create(battle=_ahead(who), setup={}, seed="1"),
]


def _waiting(who: Cast) -> Recovery:
    found = Recovery.objects.filter(side__battle__campaign=who.campaign, state=RecoveryState.WAITING).first()
    assert found is not None
    return found


def _ahead(who: Cast) -> Battle:
    return who.campaign.battles.filter(state=BattleState.SCHEDULED).latest("pk")


def asked_by(page: str) -> str:
    """What an open page asks for."""
    found = re.search(r'data-live hx-get="([^"]+)"', page)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("change", CHANGES)
def test_an_open_desk_is_told_of_a_change(change: Callable[[Cast], object]) -> None:
    who = played(3, 1)
    client = client_of(who.referee)
    asked = asked_by(client.get(at(who.campaign)).content.decode())
    assert client.get(asked, headers=HTMX).status_code == 204
    change(who)
    assert client.get(asked, headers=HTMX).status_code == 200


def test_a_refresh_that_finds_nothing_new_is_cheap() -> None:
    who = played(10, 3)
    client = client_of(who.referee)
    asked = asked_by(client.get(at(who.campaign)).content.decode())
    with CaptureQueriesContext(connection) as queries:
        assert client.get(asked, headers=HTMX).status_code == 204
    assert len(queries) <= 2, "the session with its member, and the mark"
