"""A battle's page as a scoreboard, and the battle, leader and deadline that a campaign's page leads with."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.wars.models.battle import Battle
from campaigns.wars.reports import operations as reports
from club.models import Member
from engines.musg.report import Down, Report, Who
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field, another_battle, field

pytestmark = pytest.mark.django_db


def page(fight: Field, member: Member | None) -> str:
    return client_of(member).get(fight.battle.get_absolute_url()).content.decode()


def overview(fight: Field, member: Member | None) -> str:
    return client_of(member).get(fight.campaign.get_absolute_url()).content.decode()


def points(html: str) -> list[str]:
    """What the scoreboard shows for each side, in order."""
    return [re.sub("<[^>]*>", " ", shown).split()[0] for shown in re.findall(r'duel__points">(.*?)</span>', html)]


def heading(html: str, which: str = "next-title") -> str:
    found = re.search(rf'id="{which}">(.*?)</h2>', html, re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())


def told(fight: Field) -> Report:
    a, b = fight.keys[:2]
    return Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)), Down(Who(a, HENCHMAN), Who(b, LEADER))))


def test_points_are_unknown_before_a_report_and_never_nought(fight: Field) -> None:
    html = page(fight, fight.players[0])
    assert points(html) == ["–", "–"]
    assert heading(html) == "The battle is to be fought"
    assert f'href="{fight.battle.get_absolute_url()}report/"' in html


def test_each_state_says_what_happens_next_to_whom(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=told(fight), author=fight.players[0])
    author, asked = page(fight, fight.players[0]), page(fight, fight.players[1])
    assert points(author) == points(asked) == ["10", "5"]
    assert heading(author) == "The report waits for an answer"
    assert heading(asked) == "Is this report right?"
    assert asked.index("The report is right") < asked.index("Something is wrong")
    reports.dispute_report(battle=fight.battle, member=fight.players[1], text="He stood.")
    assert heading(page(fight, fight.players[0])) == "The report is disputed"
    reports.settle_report(battle=fight.battle, referee=fight.referee, reason="He stood.")
    html = page(fight, fight.players[0])
    assert points(html) == ["10", "5"]
    assert heading(html) == "Now the aftermath"
    assert "put out 1, own put out 1" in html
    assert html.index("duel__side--won") < html.index("Blades</a>")


def test_three_warbands_have_a_line_and_a_colour_each() -> None:
    fight = field(sides=3)
    html = page(fight, fight.players[2])
    assert points(html) == ["–", "–", "–"]
    assert "duel--two" not in html
    for seat, name in enumerate(("Axes", "Blades", "Crows")):
        assert re.search(rf'duel__side side-{seat}">\s*<a class="duel__name" href="[^"]*">{name}</a>', html)


def test_hashes_are_folded_away(fight: Field) -> None:
    fight.fight(told(fight))
    html = client_of(fight.players[1]).get(f"{fight.battle.get_absolute_url()}aftermath/{fight.warbands[1].pk}/")
    shown = html.content.decode()
    proof = shown.index(fight.recovery(1).commitment)
    assert shown.rindex("<details", 0, proof) > shown.rindex("</details>", 0, proof)


def test_ones_own_battle_leads_and_what_waits_for_an_answer_before_what_is_to_be_fought() -> None:
    fight = field(sides=4)
    a, b, c, d = fight.warbands
    Battle.objects.filter(pk=fight.battle.pk).update(state="cancelled")
    soon = another_battle(fight.campaign, [c, d], "At the mill")
    later = another_battle(fight.campaign, [a, c], "On the bridge")
    for battle, days in ((soon, 1), (later, 9)):
        Battle.objects.filter(pk=battle.pk).update(date=timezone.now() + timedelta(days=days))
    assert re.search("The next battle.*At the mill", overview(fight, fight.referee), re.DOTALL)
    html = overview(fight, fight.players[0])
    assert heading(html, "leading-title") == "Your next battle"
    assert html.index("On the bridge") < html.index("At the mill")
    assert f'href="{later.get_absolute_url()}report/"' in html
    asking = another_battle(fight.campaign, [a, b], "In the wood")
    reports.report_battle(battle=asking, report=Report(), author=fight.players[1])
    html = overview(fight, fight.players[0])
    assert heading(html, "leading-title") == "A report waits for your answer"
    assert html.index("In the wood") < html.index("On the bridge")
    assert "the report of “In the wood” confirms itself" in html


def test_the_leader_of_the_standings_is_unknown_before_the_first_result(fight: Field) -> None:
    assert re.search(r"At the top</dt>\s*<dd>\s*–\s*</dd>", overview(fight, fight.players[0]))
    fight.fight(told(fight))
    html = overview(fight, fight.players[0])
    assert re.search(r'At the top</dt>\s*<dd>\s*<a href="[^"]*">Axes</a>', html)
    assert "1 victory" in html
    assert heading(html, "leading-title") == "No battle is scheduled."


def test_the_referees_desk_stands_at_the_head(fight: Field) -> None:
    desk = f"{fight.campaign.get_absolute_url()}referee/"
    html = overview(fight, fight.referee)
    assert html.index(f'class="button" href="{desk}"') < html.index('class="tabs')
    assert desk not in overview(fight, fight.players[0])


@pytest.mark.parametrize("battles", [1, 8])
def test_the_campaigns_page_asks_little_however_many_battles(
    battles: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    fight = field(sides=4)
    for number in range(battles):
        another_battle(fight.campaign, fight.warbands[:2], f"Battle {number}")
    client = client_of(fight.players[0])
    client.get(fight.campaign.get_absolute_url())
    with django_assert_max_num_queries(18):  # one of them for the club's next evening
        client.get(fight.campaign.get_absolute_url())
