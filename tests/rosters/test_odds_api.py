"""Exact odds for programs: by hand from the rulebook, as the page prints them, and for whom."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.models import Member
from engines.musg.entries import Buy, Hire, Muster
from engines.musg.ranks import Rank
from rosters.models import Warband
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.rosters import ROOMY, WarbandFactory
from tests.programs import Program

pytestmark = pytest.mark.django_db
ADA, BO = 1, 2


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create()


@pytest.fixture
def armed(ann: Member) -> Warband:
    """Ada, leader (Me 3+, S 5), with sword and dagger; Bo, henchman (T 2, HP 3), in light armour."""
    entries = [
        Hire(rank=Rank.LEADER, race="human", name="Ada"),
        Hire(rank=Rank.HENCHMAN, race="human", name="Bo"),
        Buy(figure=ADA, item="sword"),
        Buy(figure=ADA, item="dagger"),
        Buy(figure=BO, item="light_armour"),
        Muster(),
    ]
    return WarbandFactory.create(owner=ann, name="The Armed", rules=ROOMY, entries=entries, visibility="private")


def told(query: str, program: Program | None = None) -> Any:
    return (program or Program()).told(f"odds?{query}")


def exactly(*chances: Fraction | int) -> Any:
    """What the dice come to, to the last digits that a program's numbers have."""
    return pytest.approx([float(one) for one in chances], rel=0, abs=1e-12)


def test_a_shot_by_hand() -> None:
    """A rifle at medium range hits on 4+; its strength 4 wounds toughness 3 on 4+: a half of a half."""
    found = told("weapon=rifle&shooting=4&toughness=3&hit_points=1")
    assert (found["to_hit"], found["strengths"], found["toughness"]) == (4, [4], 3)
    chances, half, quarter = found["chances"], Fraction(1, 2), Fraction(1, 4)
    assert [chances["out"], chances["dead"]] == exactly(quarter, 0)
    assert [chances["expected"][name] for name in ("hits", "wounds", "lost")] == exactly(half, quarter, quarter)
    rows = [[row[name] for name in ("hits", "wounds", "lost", "at_least")] for row in chances["rows"]]
    assert rows[0] == exactly(half, 3 * quarter, 3 * quarter, 1)
    assert rows[1:] == [exactly(half, quarter, quarter, quarter)]
    assert chances["own_blast"] is None


def test_five_dice_in_cover() -> None:
    """Cover 3+, hit 4+, strength 5 against toughness 3: 3+. Five dice of 2/9: out with two wounds or more."""
    chances = told("weapon=machine_gun&cover_short=1&hit_points=2")["chances"]
    assert [chances["out"]] == exactly(1 - Fraction(7, 9) ** 5 - 5 * Fraction(2, 9) * Fraction(7, 9) ** 4)


def test_a_grenade_and_who_throws_it() -> None:
    """5/6 · 5/6; of the 18 cases of scatter at 3 paces 13 catch the thrower. A cannon bursts on two 1s: 1/36."""
    chances = told("weapon=grenade&distance=3")["chances"]
    assert [chances["out"], chances["own_blast"]] == exactly(Fraction(25, 36), Fraction(13, 18))
    for weapon in ("cannon", "black_powder_rifle"):
        assert [told(f"weapon={weapon}")["chances"]["burst"]] == exactly(Fraction(1, 36))
    assert told("weapon=bow&line=2")["chances"]["line"] == exactly(Fraction(1, 36), Fraction(5, 216))


def test_figure_against_figure(ann: Member, armed: Warband) -> None:
    """Ada 3+; sword 7, dagger 6 against 2 + 1: 2+ and 3+. Two dice of 5/9, one of 4/9; all three take Bo's 3 HP."""
    query = f"attacker={armed.pk}-{ADA}&target={armed.pk}-{BO}&weapon=sword.dagger"
    found = told(query, Program(ann))
    chances = found["chances"]
    assert [chances["out"], chances["expected"]["lost"]] == exactly(Fraction(100, 729), Fraction(14, 9))
    assert found["query"] == query


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "query", ["", "weapon=sword&second=dagger&charge=on", "weapon=bow&line=1", "weapon=rifle&shooting=6&band=long"]
)
def test_numbers_and_reasons_as_on_the_page(language: str, query: str) -> None:
    client = Client(headers={"accept-language": language})
    page = client.get(f"/odds/?{query}")
    shown = " ".join(html.unescape(re.sub(r"<[^>]+>", "", page.content.decode())).split())
    found = told(query, Program(language=language))
    assert found["weapon"] in shown
    for one in found["numbers"]:
        assert " ".join(one["title"].split()) in shown
        for step in one["steps"]:
            assert all(" ".join(step[name].split()) in shown for name in ("source", "change", "rule"))
    printed = page.context["answer"]
    assert (found["chances"] is None) is (printed.chart is None)
    if found["chances"] is not None:
        number = printed.out.split("\N{NO-BREAK SPACE}")[0].replace(",", ".")
        assert round(100 * found["chances"]["out"], 1) == float(number)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("toughness=99", "toughness"),
        ("weapon=catapult", "weapon"),
        ("weapon=rifle&distance=31", "distance"),
        ("weapon=rifle&band=short&cover_medium=1", "cover_medium"),
        ("attacker=nobody", "attacker_warband"),
    ],
)
def test_what_is_wrong_is_said_of_its_field(query: str, field: str) -> None:
    answer = Program().get(f"odds?{query}")
    page = Client().get(f"/odds/?{query}")
    assert answer.status_code == 422
    problems = {one["field"]: one["message"] for one in answer.json()["problems"]}
    assert field in problems
    assert sorted(problems) == sorted(page.context["form"].errors)


@pytest.mark.parametrize("name", ["attacker", "target", "attacker_warband", "target_warband"])
def test_a_stranger_to_a_warband_learns_nothing(armed: Warband, name: str) -> None:
    said = f"{armed.pk}" if name.endswith("warband") else f"{armed.pk}-{ADA}"
    for program in (Program(), Program(MemberFactory.create())):
        answer = program.get(f"odds?{name}={said}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert b"Armed" not in answer.content


def test_no_more_queries_than_the_page(ann: Member, armed: Warband) -> None:
    query = f"attacker={armed.pk}-{ADA}&target={armed.pk}-{BO}"
    client, program = client_of(ann), Program(ann)
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as page:
            client.get(f"/odds/?{query}")
        with CaptureQueriesContext(connection) as api:
            program.told(f"odds?{query}")
    assert len(api) <= len(page)
