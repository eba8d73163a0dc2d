"""The page “What a point buys”: every line is the stored weighing's, in the reader's language."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.weighing import Verdict, Weight
from engines.musg.weighing.price_list import printed
from rosters.wording.worth import difference_words, interval_words, price_words, verdict_words
from tests.rosters.test_module_pages import row

pytestmark = pytest.mark.django_db


def read(client: Client, language: str = "en") -> str:
    response = client.get(reverse("rosters:worth"), headers={"Accept-Language": language})
    assert response.status_code == 200
    return response.content.decode()


def weight_of(code: str) -> Weight:
    return next(line.weight for line in printed().lines if line.weight.plan.subject.code == code)


@pytest.mark.parametrize(("language", "name"), [("en", "Sword"), ("fr", "Épée")])
def test_a_line_has_the_price_the_fair_one_its_margin_and_a_verdict(client: Client, language: str, name: str) -> None:
    """The rulebook prints 5 points for a sword (Musg, Tableau des armes de corps à corps)."""
    page, found = read(client, language), weight_of("sword")
    with override(language):
        said = [
            verdict_words(found.verdict),
            price_words(found.fair),
            interval_words(found.fair),
            difference_words(found.overall),
        ]
    cells = row(page, "item-sword")
    assert name in cells[0]
    assert cells[1:] == ["5", *said, "item sword"]


def test_a_skill_has_no_price_to_judge(client: Client) -> None:
    cells = row(read(client), "skill-brawler")
    assert (cells[1], cells[2], cells[6]) == ("–", "no price printed", "skill brawler")
    assert weight_of("brawler").verdict is Verdict.UNPRICED


def test_everything_of_the_books_tables_stands_there_once(client: Client) -> None:
    found = re.findall(r'<tr id="([\w-]+)"', read(client))
    codes = [*CATALOGUE.ranged, *CATALOGUE.melee, *CATALOGUE.equipment]
    expected = [*(f"item-{code}" for code in codes), *(f"skill-{code}" for code in CATALOGUE.skills)]
    hired = [f"mercenary-{code}" for code in CATALOGUE.mercenaries]
    assert found == [*expected, "rank-lieutenant", "rank-henchman", "rank-extra", *hired]


@pytest.mark.parametrize(("language", "said"), [("en", "may be luck"), ("fr", "tenir à la chance")])
def test_margins_are_explained_to_who_never_heard_of_any(client: Client, language: str, said: str) -> None:
    """Before the exact words: that dice have a part in it."""
    page = re.sub(r"\s+", " ", read(client, language))
    assert 0 < page.index(said) < page.index("± 3")


def test_a_mercenarys_price_is_that_of_the_first_game(client: Client) -> None:
    """50 to engage it and 30 for each game, the first included (Musg, Mercenaires; M13)."""
    page = read(client)
    assert {row(page, f"mercenary-{code}")[1] for code in CATALOGUE.mercenaries} == {"80"}
    assert row(page, "mercenary-orc_hunter")[0].startswith("Orc hunter")


@pytest.mark.parametrize(
    ("language", "bots", "ground", "hold"),
    [
        ("en", "cautious, bold", "Open field", "hold all the same"),
        ("fr", "prudent, téméraire", "Rase campagne", "restent valables"),
    ],
)
def test_the_page_says_what_it_rests_on(client: Client, language: str, bots: str, ground: str, hold: str) -> None:
    """The axes and two men cost 4 × 5 + 2 × (8 + 5) = 46 points, four more such men 52."""
    page = re.sub(r"\s+", " ", read(client, language))
    for words in (bots, hold, str(printed().lines[0].weight.battles)):
        assert escape(words) in page
    assert ground in page
    assert re.search(r"points[^()]{0,3}: 46\).*points[^()]{0,3}: 52\)", page)
    command = f"weigh item pistol --battles {printed().lines[0].weight.battles} --seed {printed().seed}"
    assert command in page


def test_the_reference_leads_to_it(client: Client) -> None:
    assert 'href="/rules/worth/"' in client.get("/rules/").content.decode()
