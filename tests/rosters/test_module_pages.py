"""The modules' pages of the rules reference: every table of them, cell by cell, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from club.rulings import find
from engines.musg.catalogue.printed import CATALOGUE

pytestmark = pytest.mark.django_db
PAGES = ["pulp", "zombies", "aliens", "civilians", "regroup_team", "vehicles"]


def read(client: Client, code: str, language: str = "en") -> str:
    response = client.get(reverse("rosters:module", args=[code]), headers={"Accept-Language": language})
    assert response.status_code == 200
    return response.content.decode()


def anchors(page: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', page)


def row(page: str, anchor: str) -> list[str]:
    """The cells of one row, as text."""
    found = re.search(rf'<tr id="{anchor}">(.*?)</tr>', page, re.DOTALL)
    assert found is not None, anchor
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", found[1], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]


def test_the_reference_leads_to_each_page_and_each_page_to_the_others(client: Client) -> None:
    assert list(CATALOGUE.modules) == PAGES
    for page in (client.get("/rules/").content.decode(), read(client, "pulp")):
        for code in PAGES:
            assert f'href="/rules/modules/{code}/"' in page


@pytest.mark.parametrize("code", PAGES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_says_every_rule_in_the_readers_language(client: Client, code: str, language: str) -> None:
    page = re.sub(r"</?a[^>]*>", "", read(client, code, language))
    module = CATALOGUE.modules[code]
    assert escape(module.name.in_language(language)) in page
    for rule in module.rules.values():
        assert escape(rule.name.in_language(language)) in page
        assert escape(rule.effect.in_language(language)) in page


@pytest.mark.parametrize("code", PAGES)
def test_citations_are_links_and_no_address_stands_twice(client: Client, code: str) -> None:
    page = read(client, code)
    found = anchors(page)
    assert len(found) == len(set(found))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(found)
    cited = set(re.findall(r"\bM[1-9]\d{0,2}\b", re.sub(r"<[^>]+>", " ", page.partition("<main")[2])))
    assert cited
    for number in cited:
        assert find(number) is not None
        assert f'href="/rules/rulings/musg/{number}/"' in page


def test_tables_scroll_within_a_region_one_can_reach_by_keyboard(client: Client) -> None:
    for code in PAGES:
        page = read(client, code)
        wraps = re.findall(r'<div class="table-wrap"([^>]*)>', page)
        assert len(wraps) == page.count("<table") > 0
        assert all('tabindex="0"' in wrap and 'role="region"' in wrap for wrap in wraps)


# Musg, Invasion de Zombies and Invasion Alien, Mauvaises rencontres; a row a line
ZOMBIES = """
11|1|Zombie: 1d3 + 3
12–13|1|Zombie: 1d3 + 1
14–15|1|Zombie: 1d3
16|1|Civilian: 1
21|1|Zombie: 3
22–23|1|Zombie: 2
24–25|1|Zombie: 1
26|1|Civilian: 2
31|2|Zombie: 1d3 + 3
32–33|2|Zombie: 1d3 + 1
34–35|2|Zombie: 1d3
36|2|Civilian: 1
41|2|Zombie: 3
42–43|2|Zombie: 2
44–45|2|Zombie: 1
46|2|Civilian: 2
51|3|Zombie: 1d3 + 3
52–53|3|Zombie: 1d3 + 1
54–55|3|Zombie: 1d3
56|3|Civilian: 1
61|3|Zombie: 3
62–63|3|Zombie: 2
64–65|3|Zombie: 1
66|3|Civilian: 2
"""


def printed(table: str) -> list[list[str]]:
    return [line.split("|") for line in table.strip().splitlines()]


@pytest.mark.parametrize("line", printed(ZOMBIES), ids=lambda line: line[0])
def test_the_zombies_encounters(client: Client, line: list[str]) -> None:
    assert row(read(client, "zombies"), f"encounter-zombies-{line[0][:2]}") == line


ALIENS = """
11|1|Alien CC : 1d3, Alien tir : 3
12–13|1|Alien CC : 1d3, Alien tir : 1
14–15|1|Alien CC : 1d3
16|1|Civil : 1
21|1|Alien CC : 3
22–23|1|Alien CC : 2
24–25|1|Alien CC : 1
26|1|Civil : 2
31|2|Alien CC : 1d3, Alien tir : 3
32–33|2|Alien CC : 1d3, Alien tir : 1
34–35|2|Alien CC : 1d3
36|2|Civil : 1
41|2|Alien CC : 3
42–43|2|Alien CC : 2
44–45|2|Alien CC : 1
46|2|Civil : 2
51|3|Alien CC : 1d3, Alien tir : 3
52–53|3|Alien CC : 1d3, Alien tir : 1
54–55|3|Alien CC : 1d3
56|3|Civil : 1
61|3|Alien CC : 3
62–63|3|Alien CC : 2
64–65|3|Alien CC : 1
66|3|Civil : 2
"""


def test_the_aliens_encounters(client: Client) -> None:
    page = read(client, "aliens", "fr")
    for line in printed(ALIENS):
        assert row(page, f"encounter-aliens-{line[0][:2]}") == line


@pytest.mark.parametrize(
    ("code", "anchor", "cells"),
    [
        ("zombies", "module-zombie", ["6", "–", "–", "4+", "3", "3", "2", "4"]),  # Musg, Profil des zombies
        ("aliens", "module-invader_melee", ["10", "8", "–", "3+", "5", "3", "2", "5"]),  # Musg, Profil des aliens
        ("aliens", "module-invader_shooting", ["8", "8", "3+", "5+", "3", "3", "2", "10"]),
        ("civilians", "module-civilian_ashlee", ["6", "6", "5+", "5+", "3", "2", "3"]),  # Musg, Rencontre de civils
        ("civilians", "module-civilian_suzy_q", ["6", "6", "5+", "5+", "3", "2", "3"]),
        ("civilians", "module-civilian_three", ["6", "6", "5+", "5+", "3", "2", "3"]),
        ("civilians", "module-civilian_shaun", ["6", "7", "4+", "5+", "3", "2", "3"]),
        ("civilians", "module-civilian_marvin", ["8", "8", "4+", "4+", "4", "3", "4"]),
        ("pulp", "module-voodoo_zombie", ["6", "–", "–", "5+", "3", "2", "3", "4"]),  # Exception de composition
        ("regroup_team", "module-hostage", ["5", "5", "–", "–", "–", "1", "1"]),  # ruling M340
        # Tableau des véhicules de base, then the greatest total (M218, M220), passengers (M234), base (M344), cost
        ("vehicles", "vehicle-light", ["3", "10", "6", "4", "2", "3", "3", "12", "23", "2", "2 × 4", "40"]),
        ("vehicles", "vehicle-medium", ["6", "8", "5", "7", "5", "6", "6", "24", "36", "4", "2.5 × 5", "50"]),
        ("vehicles", "vehicle-heavy", ["9", "6", "4", "10", "8", "9", "9", "36", "–", "8", "3 × 6", "60"]),
    ],
)
def test_profiles_as_printed(client: Client, code: str, anchor: str, cells: list[str]) -> None:
    assert row(read(client, code), anchor)[1:] == cells


@pytest.mark.parametrize(
    ("civilian", "weapons"),
    [
        ("ashlee", ["Pistol: 6 / 12 / 18 paces, strength 3, 3 targets.", "Small chainsaw: 2 dice, strength S +3."]),
        ("suzy_q", ["Machine pistol: 6 / 12 / 18 paces, strength 3, 3 targets."]),
        ("three", ["Pistol: 6 / 12 / 18 paces, strength 3, 3 targets."]),
        ("shaun", ["Pump shotgun: flame template, strength 4.", "Club: 1 die, strength S +1."]),
        ("marvin", ["Pistol “Gladys”: 6 / 12 / 18 paces, strength 4, 1 target."]),
    ],
)
def test_civilians_weapons(client: Client, civilian: str, weapons: list[str]) -> None:
    """Musg, Rencontre de civils; the third carries two pistols."""
    told = row(read(client, "civilians"), f"module-civilian_{civilian}")[0]
    for weapon in weapons:
        assert told.count(weapon) == (2 if civilian == "three" else 1)


def test_points_of_pulp(client: Client) -> None:
    """Musg, Le pulp, c'est le panache."""
    page = read(client, "pulp")
    assert [row(page, f"pulp-points-{number}")[1] for number in range(1, 5)] == ["3", "3", "1", "1"]


def test_what_a_tribe_buys_and_shoots_with(client: Client) -> None:
    """Musg, Exception de composition (poison 10); ruling M312; Tableau des armes de tir (7, 15, 7, 8)."""
    page = read(client, "pulp")
    costs = {code: row(page, f"tribe-{code}")[1] for code in re.findall(r'id="tribe-(\w+)"', page)}
    assert costs == {"poison": "10", "bow": "7", "crossbow": "15", "throwing_stars": "7", "throwing_knife": "8"}


def test_setbacks(client: Client) -> None:
    """Ruling M310."""
    page = read(client, "pulp")
    codes = ["movement", "leadership", "shooting", "melee", "strength", "toughness", "hit_points", "again"]
    faces = ["11–15", "16–24", "25–33", "34–42", "43–51", "52–56", "61–65", "66"]
    assert [row(page, f"injury-setback_{code}")[1] for code in codes] == faces


def test_figures_of_the_anti_terrorists_game(client: Client) -> None:
    """Musg, Regroup team !; rulings M207-M213, M335, M340, M341."""
    page = read(client, "regroup_team")
    expected = {
        "lieutenants": 4, "terrorist_lieutenants": 1, "alert": 6, "leash": 2, "detector_zone": 3, "bomb_sites": 2,
        "place": 1, "defuse": 2, "defuse_with_kit": 1, "kit": 20, "fuse": 3, "blast": 20, "follows": 2, "saved": 5,
        "penalty": 20,
    }  # fmt: skip
    for code, value in expected.items():
        assert row(page, f"regroup_team-figure-{code}")[1] == str(value)


def test_improvements_and_booster_problems(client: Client) -> None:
    """Musg, Coût des améliorations; Tableau des problèmes de booster."""
    page = read(client, "vehicles")
    assert [row(page, f"improvement-{code}")[2] for code in ("armour", "speed", "spikes")] == ["5", "10", "3"]
    assert "4 points take a pace" in row(page, "improvement-armour")[1]
    assert "strength +1" in row(page, "improvement-spikes")[1]
    codes = ["skid", "advance_and_skid", "swerve", "advance"]
    assert [row(page, f"mishap-{code}")[1] for code in codes] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("words", "anchor"),
    [
        ("infection", "rule-zombies-infection"),
        ("eperonner", "rule-vehicles-ramming"),
        ("gladys", "module-civilian_marvin"),
        ("otage", "rule-regroup_team-hostages"),
        ("m310", "rule-pulp-setback"),
        ("problemes de booster", "mishap-skid"),
        ("poison", "tribe-poison"),
        ("invasion alien", "encounter-aliens-11"),
        ("alien invasion", "encounter-aliens-66"),
    ],
)
def test_the_search_of_the_rules_finds_the_modules(client: Client, words: str, anchor: str) -> None:
    page = client.get("/rules/", {"q": words}).content.decode()
    found = anchors(page)
    assert anchor in found
    assert len(found) == len(set(found))
    assert re.search(r'href="/rules/modules/\w+/#[\w-]+"', page)


def test_an_unknown_module_is_not_found(client: Client) -> None:
    assert client.get("/rules/modules/dragons/").status_code == 404


def test_few_queries(client: Client, django_assert_max_num_queries: Callable[..., Any]) -> None:
    with django_assert_max_num_queries(5):
        read(client, "vehicles")
