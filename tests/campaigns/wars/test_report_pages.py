"""The report's form on a phone, and what the others answer, for every kind of reader."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.league.models import Membership, Role
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.models.battle import BattleState
from campaigns.wars.reports import operations as reports
from club.models import Member
from club.visibility import Visibility
from engines.musg.report import Down, Report, Who
from tests.clients import client_of
from tests.factories.battles import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    MERCENARY,
    SECOND_HENCHMAN,
    Field,
    another_battle,
    as_told,
    field,
)
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def address(name: str, fight: Field) -> str:
    return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk])


def filled(fight: Field, **changes: Any) -> dict[str, Any]:
    """The untouched form as the browser sends it, with some changes: ``fate_1_3="out"`` by side and figure."""
    data: dict[str, Any] = {"version": fight.stored().version, "winner": "", "reason": "", "action": "send"}
    for key in fight.keys:
        data[f"bonus-{key}"] = "0"
        for number in (LEADER, LIEUTENANT, HENCHMAN, SECOND_HENCHMAN):
            data |= {f"fate-{key}-{number}": "stood", f"by-{key}-{number}": ""}
    for name, value in changes.items():
        match = re.fullmatch(r"(fate|by|die|bonus|guarded)_(\d)(?:_(\d+))?", name)
        if match is None:
            data[name] = value
        else:
            kind, side, number = match.groups()
            data[f"{kind}-{fight.keys[int(side)]}" + (f"-{number}" if number else "")] = value
    return data


def who(fight: Field, side: int, number: int) -> str:
    return f"{fight.keys[side]}:{number}"


# Sending


def test_the_form_has_a_choice_for_every_figure_of_both_sides(fight: Field) -> None:
    page = client_of(fight.players[0]).get(address("report", fight))
    html = page.content.decode()
    assert page.status_code == 200
    for key in fight.keys:
        for number in (LEADER, LIEUTENANT, HENCHMAN, SECOND_HENCHMAN):
            assert f'name="fate-{key}-{number}"' in html
            assert f'name="by-{key}-{number}"' in html
    assert "guarded-" not in html


def test_a_report_is_read_into_the_engines_words(fight: Field) -> None:
    a, b = fight.keys
    data = filled(
        fight,
        fate_1_1="out",
        by_1_1=who(fight, 0, LEADER),
        fate_1_3="killed",
        by_1_3=who(fight, 0, LIEUTENANT),
        fate_0_3="out",
        by_0_3="accident",
        fate_0_4="fled",
        fate_1_4="absent",
        bonus_1="7",
    )
    answer = client_of(fight.players[0]).post(address("report", fight), data)
    assert answer.status_code == 302
    assert answer["Location"] == fight.battle.get_absolute_url()
    assert fight.stored().state == BattleState.REPORTED
    assert as_told(fight.battle.reports.get().report) == Report(
        downs=(
            Down(Who(a, HENCHMAN)),
            Down(Who(b, LEADER), Who(a, LEADER)),
            Down(Who(b, HENCHMAN), Who(a, LIEUTENANT), True),
        ),
        fled=(Who(a, SECOND_HENCHMAN),),
        absent=(Who(b, SECOND_HENCHMAN),),
        bonus={b: 7},
    )


def test_who_did_it_counts_only_for_those_who_fell(fight: Field) -> None:
    """Somebody chose "out of action", named the enemy, then thought better of it."""
    client_of(fight.players[0]).post(address("report", fight), filled(fight, by_1_1=who(fight, 0, LEADER)))
    assert as_told(fight.battle.reports.get().report) == Report()


def test_errors_stand_beside_the_figure_and_nothing_typed_is_lost(fight: Field) -> None:
    data = filled(
        fight,
        fate_1_1="out",  # by nobody: has to be said
        fate_0_3="absent",
        fate_1_3="out",
        by_1_3=who(fight, 0, HENCHMAN),  # who sat the battle out
        bonus_0="5000",
        winner="draw",
        reason="",
    )
    answer = client_of(fight.players[0]).post(address("report", fight), data)
    assert answer.status_code == 422
    form = answer.context["form"]
    a, b = fight.keys
    assert set(form.errors) == {f"by-{b}-{LEADER}", f"fate-{a}-{HENCHMAN}", f"bonus-{a}", "reason"}
    html = answer.content.decode()
    assert "Who put B Leader out of action?" in html
    assert "A Henchman 1 did not take part in this battle." in html
    assert f'name="by-{b}-{HENCHMAN}" value="{who(fight, 0, HENCHMAN)}" checked>' in html
    assert 'value="5000"' in html
    assert '<option value="absent" selected>' in html
    assert fight.stored().state == BattleState.SCHEDULED


def test_a_figure_that_is_not_offered_cannot_be_named(fight: Field) -> None:
    """A page made by hand: a friend, a figure that does not exist, a fate that does not exist."""
    data = filled(fight, fate_1_1="out", by_1_1=who(fight, 1, LIEUTENANT), fate_0_1="flown", bonus_0="many")
    answer = client_of(fight.players[0]).post(address("report", fight), data)
    a, b = fight.keys
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {f"by-{b}-{LEADER}", f"fate-{a}-{LEADER}", f"bonus-{a}"}


def test_who_cannot_take_part_is_shown_locked_with_the_reason() -> None:
    fight = field(mercenaries=(None, "orc_hunter"))
    fight.fight(Report())  # uses up the mercenary's pay
    fight.battle = another_battle(fight.campaign, fight.warbands)
    html = client_of(fight.players[0]).get(address("report", fight)).content.decode()
    assert "is not paid for this battle" in html
    assert f'name="fate-{fight.keys[1]}-{MERCENARY}"' not in html


def test_an_erratic_figures_die_is_asked_for(fight: Field) -> None:
    """Musg, Activité aléatoire: a die before the battle, on a 1 the figure sits it out."""
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)),)))
    recovery = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode="typed", member=fight.players[1])
    aftermath.enter_faces(recovery=recovery, faces=[3, 2], member=fight.players[1], version=recovery.version)
    fight.battle = another_battle(fight.campaign, fight.warbands)
    client = client_of(fight.players[1])
    answer = client.post(address("report", fight), filled(fight))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [f"die-{b}-{LEADER}"]
    answer = client.post(address("report", fight), filled(fight, die_1_1="1"))
    assert answer.status_code == 302
    assert fight.battle.reports.get().report.activity == {f"{b}:{LEADER}": 1}


def test_the_troll_may_be_said_to_have_guarded_the_leader() -> None:
    fight = field(mercenaries=("troll_bodyguard", None))
    data = filled(fight, fate_0_1="out", by_0_1=who(fight, 1, LEADER), guarded_0="on")
    data |= {f"fate-{fight.keys[0]}-{MERCENARY}": "stood", f"by-{fight.keys[0]}-{MERCENARY}": ""}
    client_of(fight.players[0]).post(address("report", fight), data)
    assert fight.battle.reports.get().report.guarded == (fight.keys[0],)


def test_counting_the_points_stores_nothing(fight: Field) -> None:
    data = filled(fight, fate_1_1="out", by_1_1=who(fight, 0, LEADER), action="count")
    answer = client_of(fight.players[0]).post(address("report", fight), data)
    assert answer.status_code == 200
    assert answer.context["points"] == [("Axes", 10), ("Blades", 0)]
    assert not fight.battle.reports.exists()


def test_htmx_counts_along(fight: Field) -> None:
    data = filled(fight, fate_1_1="out", by_1_1=who(fight, 0, LEADER), fate_1_2="out")
    client = client_of(fight.players[0])
    answer = client.post(address("report_tally", fight), data, headers={"hx-request": "true"})
    html = answer.content.decode()
    assert "<html" not in html
    assert counted(html) == [("Axes", 10), ("Blades", 0)]  # nobody is named for the lieutenant yet
    assert "1 entry is not possible yet" in html


def counted(html: str) -> list[tuple[str, int]]:
    """The running victory points, in the order they are shown."""
    found = re.findall(r'tally__name">(.*?)</span> <strong>(-?\d+)</strong>', html)
    return [(name, int(points)) for name, points in found]


def test_ones_own_side_comes_first_and_the_counting_follows(fight: Field) -> None:
    for member, names in ((fight.players[0], ["Axes", "Blades"]), (fight.players[1], ["Blades", "Axes"])):
        html = client_of(member).get(address("report", fight)).content.decode()
        assert [name for name, _points in counted(html)] == names
        assert html.index(f">{names[0]}</h2>") < html.index(f">{names[1]}</h2>")
    referee = client_of(fight.referee).get(address("report", fight)).content.decode()
    assert [name for name, _points in counted(referee)] == ["Axes", "Blades"]


def test_a_tap_alone_gives_the_enemy_its_points_and_nobody_the_experience(fight: Field) -> None:
    """Victory points are the side's for an enemy put out (M157), experience belongs to the last blow (M240)."""
    a, b = fight.keys
    data = filled(fight, fate_1_1=["out", ""], by_1_1=f"{a}:0")
    assert client_of(fight.players[0]).post(address("report", fight), data).status_code == 302
    assert fight.battle.reports.get().report.downs == (Down(Who(b, LEADER), Who(a, 0)),)
    assert reports.confirm_report(battle=fight.battle, member=fight.players[1]) is True
    assert (fight.side(0).victory_points, fight.side(0).takedowns, fight.side(0).outcome) == (10, 1, "won")
    engagement = fight.side(1).warband.roster.engagement
    assert engagement is not None
    assert [casualty.by.name for casualty in engagement.casualties if casualty.by] == ["Axes"]
    shown = client_of(fight.players[0]).get(fight.battle.get_absolute_url()).content.decode()
    assert "B Leader (Blades) was put out of action by Axes." in shown


def test_the_enemy_nobody_knows_is_chosen_beforehand_only_where_there_is_one_enemy(fight: Field) -> None:
    a, b = fight.keys
    html = client_of(fight.players[0]).get(address("report", fight)).content.decode()
    assert f'name="by-{b}-{LEADER}" value="{a}:0" checked>not known who' in html
    three = field(sides=3, names=("Elks", "Foxes", "Goats"))
    html = client_of(three.players[0]).get(address("report", three)).content.decode()
    for foe in three.keys[1:]:
        assert f'name="by-{three.keys[0]}-{LEADER}" value="{foe}:0">not known who' in html


def test_what_the_list_says_goes_before_the_tap(fight: Field) -> None:
    a, b = fight.keys
    data = filled(fight, fate_1_1=["out", "fled"], fate_1_2=["out", "killed"], by_1_2=f"{a}:0", fate_0_1=[""])
    client_of(fight.players[0]).post(address("report", fight), data)
    sent = fight.battle.reports.get().report
    assert sent.fled == (Who(b, LEADER),)
    assert sent.downs == (Down(Who(b, LIEUTENANT), Who(a, 0), True),)


def test_what_counts_is_said_where_one_wonders(fight: Field) -> None:
    """Musg, Gain d'expérience: a leader put out brings a henchman 2, a lieutenant or a leader 1 (M238)."""
    html = client_of(fight.players[0]).get(address("report", fight)).content.decode()
    assert html.count("Leader · 10 VP") == html.count("Lieutenant · 8 VP") == 2
    assert html.count("Henchman · 5 VP") == 4
    assert html.count("Experience for the figure that did it: leader 1, lieutenant 1, henchman 2.") == 2
    assert html.count("Experience for the figure that did it: henchman 1.") == 2
    assert html.count("Nobody gains experience from it.") == 4


def test_a_report_can_be_changed_until_it_is_confirmed(fight: Field) -> None:
    client = client_of(fight.players[0])
    client.post(address("report", fight), filled(fight, fate_1_1="out", by_1_1=who(fight, 0, LEADER), bonus_1="3"))
    html = client.get(address("report", fight)).content.decode()
    assert f'name="by-{fight.keys[1]}-{LEADER}" value="{who(fight, 0, LEADER)}" checked>' in html
    assert 'value="3"' in html
    client.post(address("report", fight), filled(fight))
    assert fight.battle.reports.count() == 2
    assert reports.confirm_report(battle=fight.battle, member=fight.players[1]) is True
    assert client.get(address("report", fight)).status_code == 302
    assert client.post(address("report", fight), filled(fight)).status_code == 302
    assert fight.battle.reports.count() == 2


def test_a_page_out_of_date_keeps_what_was_typed_and_can_be_sent_again(fight: Field) -> None:
    data = filled(fight, fate_1_1="fled")
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[1])
    client = client_of(fight.players[0])
    answer = client.post(address("report", fight), data)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "This battle has changed since you opened it" in html
    assert '<option value="fled" selected>' in html
    assert '<input type="hidden" name="version" value="1">' in html
    assert client.post(address("report", fight), {**data, "version": "1"}).status_code == 302


def test_a_referee_reports_and_settles_in_one_step(fight: Field) -> None:
    client = client_of(fight.referee)
    client.post(address("report", fight), filled(fight, action="settle"))
    assert fight.stored().state == BattleState.CONFIRMED


def test_a_player_cannot_settle_by_the_back_door(fight: Field) -> None:
    client_of(fight.players[0]).post(address("report", fight), filled(fight, action="settle"))
    assert fight.stored().state == BattleState.REPORTED


# Answering


def test_confirming_disputing_and_settling_by_the_pages(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    other = client_of(fight.players[1])
    shown = other.get(fight.battle.get_absolute_url()).content.decode()
    assert address("confirm", fight) in shown
    assert address("dispute", fight) in shown
    assert address("settle", fight) not in shown
    empty = other.post(address("dispute", fight), {"version": 1, "text": " "})
    assert empty.status_code == 422
    assert other.get(address("dispute", fight)).status_code == 200
    other.post(address("dispute", fight), {"version": 1, "text": "We fled, all of us."})
    assert fight.stored().state == BattleState.DISPUTED
    assert "We fled, all of us." in client_of(fight.referee).get(fight.battle.get_absolute_url()).content.decode()
    client_of(fight.referee).post(address("settle", fight), {"version": 2})
    assert fight.stored().state == BattleState.DISPUTED, "a referee says why he settles a dispute"
    client_of(fight.referee).post(address("settle", fight), {"version": 2, "because": "He stood."})
    assert fight.stored().state == BattleState.CONFIRMED


def test_a_dispute_that_comes_too_late_keeps_its_words(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    answer = client_of(fight.players[1]).post(address("dispute", fight), {"version": 0, "text": "Not so."})
    assert answer.status_code == 422
    assert "Not so." in answer.content.decode()
    assert fight.stored().state == BattleState.REPORTED


def test_pages_out_of_date_confirm_and_settle_nothing(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    for member, name in ((fight.players[1], "confirm"), (fight.referee, "settle")):
        for data in ({"version": 0}, {}):
            answer = client_of(member).post(address(name, fight), data, follow=True)
            assert "changed since you opened it" in answer.content.decode()
    assert fight.stored().state == BattleState.REPORTED


def test_the_refusal_names_the_warband_whose_aftermath_waits(fight: Field) -> None:
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)),)))
    fight.battle = another_battle(fight.campaign, fight.warbands, "At the mill")
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    answer = client_of(fight.players[1]).post(address("confirm", fight), {"version": 1}, follow=True)
    assert "Blades must first roll the aftermath of “At the ford”" in answer.content.decode()


# Access: stranger 404, reader without the right 403, visitor of a public battle to the log-in page

ROLES = ("visitor", "stranger", "teammate", "owner", "opponent", "referee")


@pytest.mark.parametrize(
    ("name", "method", "expected"),
    [
        ("report", "get", {"teammate": 403, "owner": 200, "opponent": 200, "referee": 200}),
        ("report", "post", {"teammate": 403, "owner": 422, "opponent": 422, "referee": 422}),
        ("report_tally", "post", {"teammate": 403, "owner": 200, "opponent": 200, "referee": 200}),
        ("report_tally", "get", {"teammate": 405, "owner": 405, "opponent": 405, "referee": 405}),
        ("confirm", "post", {"teammate": 403, "owner": 302, "opponent": 302, "referee": 403}),
        ("dispute", "get", {"teammate": 403, "owner": 200, "opponent": 200, "referee": 403}),
        ("dispute", "post", {"teammate": 403, "owner": 422, "opponent": 422, "referee": 403}),
        ("settle", "post", {"teammate": 403, "owner": 403, "opponent": 403, "referee": 302}),
    ],
)
@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.PUBLIC])
def test_who_may_do_what(name: str, method: str, expected: dict[str, int], visibility: str) -> None:
    fight = field(sides=2, visibility=visibility)
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    people = {
        "visitor": None,
        "stranger": MemberFactory.create(),
        "teammate": _teammate(fight),
        "owner": fight.players[0],
        "opponent": fight.players[1],
        "referee": fight.referee,
    }
    hidden = visibility == Visibility.PRIVATE
    everybody = {
        "visitor": 405 if expected["owner"] == 405 else 404 if hidden else 302,
        "stranger": 405 if expected["owner"] == 405 else 404 if hidden else 403,
        **expected,
    }
    for role in ROLES:
        data = {"version": "x"} if method == "post" else {}
        answer = getattr(client_of(people[role]), method)(address(name, fight), data)
        assert answer.status_code == everybody[role], role
        if role == "visitor" and answer.status_code == 302:
            assert answer["Location"].startswith("/accounts/login/")
    assert fight.stored().state == BattleState.REPORTED


def _teammate(fight: Field) -> Member:
    member = MemberFactory.create()
    Membership.objects.create(campaign=fight.campaign, member=member, role=Role.PLAYER)
    return member


# Queries


@pytest.mark.parametrize("henchmen", [2, 9])
def test_the_pages_ask_the_database_little_whatever_the_number_of_figures(
    henchmen: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    fight = field(henchmen=henchmen)
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    client = client_of(fight.players[1])
    client.get(address("report", fight))
    with django_assert_max_num_queries(10):
        client.get(address("report", fight))
    with django_assert_max_num_queries(14):
        client.get(fight.battle.get_absolute_url())
