"""The rules reference: every table, in both languages, to search and to link to."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from engines.musg.catalogue.printed import CATALOGUE
from rosters import reference
from rosters.reference.people import skill_chains

pytestmark = pytest.mark.django_db
RULES = "/rules/"


def read(client: Client, query: str = "", language: str = "en", **headers: str) -> str:
    response = client.get(RULES + query, headers={"Accept-Language": language, **headers})
    assert response.status_code == 200
    return response.content.decode()


def anchors(page: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', page)


def row(page: str, anchor: str) -> list[str]:
    """The cells of one row, as text."""
    found = re.search(rf'<tr id="{anchor}">(.*?)</tr>', page, re.DOTALL)
    assert found is not None, anchor
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", found[1], re.DOTALL)
    return [re.sub(r"<[^>]+>", " ", cell).strip() for cell in cells]


class TestTables:
    def test_everything_has_an_address(self, client: Client) -> None:
        modules = [client.get(f"{RULES}modules/{code}/").content.decode() for code in CATALOGUE.modules]
        found = {anchor for page in (read(client), *modules) for anchor in anchors(page)}
        assert {f"module-{code}" for code in (*CATALOGUE.non_players, *CATALOGUE.civilians)} <= found
        assert {f"item-{code}" for code in CATALOGUE.items} <= found
        assert {f"skill-{code}" for code in CATALOGUE.skills} <= found
        assert {f"injury-{code}" for code in CATALOGUE.injuries_by_code} <= found
        assert {f"race-{code}" for code in CATALOGUE.races} <= found
        assert {f"mercenary-{code}" for code in CATALOGUE.mercenaries} <= found
        assert {f"toughness-{number}" for number in range(1, 13)} <= found

    def test_no_address_twice_and_every_link_leads_somewhere(self, client: Client) -> None:
        page = read(client)
        found = anchors(page)
        assert len(found) == len(set(found))
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(found)

    def test_rows_as_printed(self, client: Client) -> None:
        """Musg, Tableau des armes de tir; Tableau des armes de corps à corps; Profils; Tableau des dommages."""
        page = read(client)
        assert row(page, "item-machine_gun")[1:] == ["15 / 20 / 25", "5", "5", "fast", "2", "35"]
        assert row(page, "item-throwing_stars")[1:] == ["10 / 15 / 20", "S −1", "1", "fast", "1", "7"]
        assert row(page, "item-flamethrower")[1:3] == ["flame template", "8"]
        assert row(page, "item-halberd")[1:] == ["2", "2", "S +4", "8"]
        assert row(page, "item-tail_weapon")[1:4] == ["–", "1", "S"]
        assert row(page, "race-orc-leader") == ["Leader", "9", "10", "3+", "3+", "5", "6", "6", "40"]
        assert row(page, "rank-extra")[1:] == ["5", "5", "5+", "5+", "2", "1", "1", "4"]
        assert row(page, "toughness-5")[1:] == ["6+", "5+", "5+", "4+", "4+", "4+", "3+", "3+", *["2+"] * 4]
        assert row(page, "injury-full_recovery")[1] == "41–56"
        assert row(page, "victory-mercenary") == ["Mercenary", "10"]
        assert row(page, "experience-henchman-leader")[1] == "2"

    def test_sources(self, client: Client) -> None:
        page = read(client)
        for heading in ("Table of ranged weapons", "Return of the fallen", "Table of improvements"):
            assert f"Musg, {heading}" in page
        printed = read(client, language="fr")
        for heading in ("Tableau des armes de tir", "Retour des mis hors de combat", "Tableau des améliorations"):
            assert f"Musg, {heading}" in printed
        assert "M116" in row(page, "item-chainaxe")[0]

    def test_names_in_both_languages(self, client: Client) -> None:
        assert row(read(client, language="en"), "item-laser_sword")[0].startswith("Laser sword")
        assert row(read(client, language="fr"), "item-laser_sword")[0].startswith("Épée laser")

    def test_the_skill_tree_holds_every_skill(self) -> None:
        """Musg, Tableau des améliorations: vital points need weak points, which need two skills."""
        with translation.override("en"):
            chains = [[" + ".join(link.text for link in step) for step in chain] for chain in skill_chains()]
        assert ["Body of bronze", "Body of iron", "Body of steel", "Improved health", "Will to live"] in chains
        assert ["Eagle eye + Master of combat", "Weak points", "Vital points"] in chains
        shown = {name for chain in chains for step in chain for name in step.split(" + ")}
        assert shown == {skill.name.en for skill in CATALOGUE.skills.values()}

    def test_tables_scroll_within_a_region_one_can_reach_by_keyboard(self, client: Client) -> None:
        page = read(client)
        wraps = re.findall(r'<div class="table-wrap"([^>]*)>', page)
        assert len(wraps) == page.count("<table")
        assert all('tabindex="0"' in wrap and 'role="region"' in wrap for wrap in wraps)

    def test_few_queries(self, client: Client, django_assert_max_num_queries: Callable[..., Any]) -> None:
        with django_assert_max_num_queries(5):
            read(client)


class TestSearch:
    @pytest.mark.parametrize(
        ("words", "found", "left_out"),
        [
            ("laser", "item-laser_sword", "item-dagger"),
            ("epee laser", "item-laser_sword", "item-sword"),
            ("OEIL de lynx", "skill-lynx_eye", "skill-strider"),
            ("goblin", "race-goblin", "race-elf"),
            ("dwarf leader", "race-dwarf-leader", "race-dwarf-henchman"),
            ("skills bronze", "skill-bronze_fists", "item-dagger"),
            ("quack", "injury-quack", "injury-hobbled"),
            ("m116", "item-chainaxe", "item-power_axe"),
        ],
    )
    def test_words(self, client: Client, words: str, found: str, left_out: str) -> None:
        there = anchors(read(client, f"?q={words}"))
        assert found in there
        assert left_out not in there

    def test_a_word_is_found_where_a_word_begins(self) -> None:
        """ "orc" is not in "force"."""
        with translation.override("fr"):
            rows = [r.anchor for s in reference.matching(reference.sections(), "orc") for r in s.rows]
        assert "item-throwing_knife" not in rows

    def test_the_title_of_a_table_finds_all_of_it(self, client: Client) -> None:
        there = set(anchors(read(client, "?q=equipment")))
        assert {f"item-{code}" for code in CATALOGUE.equipment} <= there

    def test_nothing_found(self, client: Client) -> None:
        page = read(client, "?q=lightsabre")
        assert "No rule contains these words" in page
        assert "0 entries contain “lightsabre”" in page

    def test_the_words_are_kept_and_escaped(self, client: Client) -> None:
        page = read(client, "?q=%3Cscript%3E")
        assert "<script>" not in page.partition("<body")[2]
        assert 'value="&lt;script&gt;"' in page

    def test_htmx_gets_the_part_that_changes(self, client: Client) -> None:
        part = read(client, "?q=laser", **{"HX-Request": "true", "HX-Target": "reference"})
        assert "<html" not in part
        assert "item-laser_sword" in part
        assert re.search(r'id="reference-count"[^>]*hx-swap-oob="true"', part)

    def test_the_whole_page_has_one_count(self, client: Client) -> None:
        assert anchors(read(client, "?q=laser")).count("reference-count") == 1


class TestWoundRoll:
    @pytest.mark.parametrize(
        ("strength", "toughness", "lowest"),
        [(5, 3, 3), (1, 12, 6), (12, 1, 2), (4, 4, 4), (20, 18, 3), (30, 1, 2)],
    )
    def test_lookup(self, client: Client, strength: int, toughness: int, lowest: int) -> None:
        """Musg, Tableau des dommages; beyond 12 the difference alone counts (ruling M131)."""
        page = read(client, f"?strength={strength}&toughness={toughness}")
        assert f"Strength {strength} against toughness {toughness} wounds on {lowest}+" in page

    def test_htmx_gets_the_answer_only(self, client: Client) -> None:
        part = read(client, "?strength=5&toughness=3", **{"HX-Request": "true", "HX-Target": "wound-answer"})
        assert part.lstrip().startswith("<p>")
        assert part.count('<svg class="die') == 4

    @pytest.mark.parametrize("query", ["?strength=0&toughness=3", "?strength=x&toughness=3", "?strength=5"])
    def test_a_number_out_of_range_is_told(self, client: Client, query: str) -> None:
        page = read(client, query)
        assert "wounds on" not in page
        assert 'class="errors"' in page


def test_other_methods(client: Client) -> None:
    assert client.post(RULES).status_code == 405
