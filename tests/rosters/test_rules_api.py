"""The rules for programs: what the pages print, in both languages, with the numbers of the rulebook."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.club import MemberFactory
from tests.programs import Program

pytestmark = pytest.mark.django_db


def page(address: str, language: str) -> str:
    markup = Client(headers={"accept-language": language}).get(address).content.decode()
    return flat(html.unescape(re.sub(r"<[^>]+>", "", markup)))


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_tables_as_the_page_prints_them(language: str) -> None:
    shown = page(reverse("rosters:catalogue"), language)
    told = Program(language=language).told("rules")
    assert told["rulings"] == []
    rows = 0
    for table in told["tables"]:
        assert flat(table["title"]) in shown
        for row in (*table["rows"], *(row for group in table["groups"] for row in group["rows"])):
            rows += 1
            assert flat(row["name"]) in shown
            assert all(flat(cell["text"]) in shown for cell in row["cells"])
            assert all(flat(note) in shown for note in row["notes"])
    assert rows > 150


@pytest.mark.parametrize(("language", "query"), [("en", "sword"), ("fr", "épée"), ("en", "zombie"), ("fr", "bouclier")])
def test_a_search_finds_what_the_page_finds(language: str, query: str) -> None:
    markup = Client(headers={"accept-language": language}).get(reverse("rosters:catalogue"), {"q": query})
    told = Program(language=language).told(f"rules?q={query}")
    sections = markup.context["sections"]
    assert [table["anchor"] for table in told["tables"]] == [one.anchor for one in sections]
    found = [row.anchor for one in sections for row in one.rows]
    grouped = [row.anchor for one in sections for group in one.groups for row in group.rows]
    assert [row["anchor"] for table in told["tables"] for row in table["rows"]] == found
    groups = (group for table in told["tables"] for group in table["groups"])
    assert [row["anchor"] for group in groups for row in group["rows"]] == grouped
    assert [one["number"] for one in told["rulings"]] == [one.number for one in markup.context["rulings"]]


def test_words_without_end() -> None:
    answer = Program().get(f"rules?q={'x' * 81}")
    assert (answer.status_code, answer.json()["problems"][0]["field"]) == (422, "query.q")


def test_a_rulebook_in_numbers() -> None:
    """Musg, Profils: a human leader; Tableau des armes de tir; Tableau des armes de corps à corps."""
    told = Program().told("rules/races")
    human = next(one for one in told["races"] if one["code"] == "human")
    assert [profile["rank"] for profile in human["profiles"]] == ["leader", "lieutenant", "henchman"]
    shown = page(reverse("rosters:catalogue"), "en")
    assert human["name"] in shown
    items = Program().told("rules/items")
    rifle = next(one for one in items["ranged"] if one["code"] == "rifle")
    assert (rifle["short"], rifle["medium"], rifle["long"]) == (10, 20, 30)
    assert rifle["force"] == {"own": 4, "adds_bearer": False}
    sword = next(one for one in items["melee"] if one["code"] == "sword")
    assert (sword["hands"], sword["dice"], sword["force"]) == (1, 2, {"own": 2, "adds_bearer": True})
    flamer = next(one for one in items["ranged"] if one["code"] == "flamethrower")
    assert (flamer["template"], flamer["targets"]) == ("flame", None)


def test_skills_lead_to_each_other() -> None:
    """Musg, Tableau des améliorations: 23 of them."""
    told = Program().told("rules/skills")
    assert [one["number"] for one in told] == list(range(1, 24))
    known = {one["code"]: one for one in told}
    for one in told:
        for needed in one["requires"]:
            assert one["code"] in known[needed]["opens"]


def test_six_mercenaries_with_both_prices() -> None:
    told = Program().told("rules/mercenaries")
    assert len(told) == 6
    assert all(one["engagement"] == one["profile"]["cost"] and one["fee"] > 0 for one in told)


@pytest.mark.parametrize("name", ["races", "items", "skills", "mercenaries", "worth"])
def test_names_are_in_the_reader_s_language(name: str) -> None:
    english, french = (Program(language=language).get(f"rules/{name}") for language in ("en", "fr"))
    assert english.content != french.content
    assert "Accept-Language" in english["Vary"]


def test_a_ruling_as_its_page_has_it() -> None:
    for language in ("en", "fr"):
        shown = page(reverse("club:ruling", args=["musg", "M33"]), language)
        told = Program(language=language).told("rules/rulings/musg/M33")
        for text in (told["title"], told["heading"], told["printed"], told["followed"], *told["others"], told["why"]):
            assert flat(text) in shown
    rows = Program().told("rules/rulings/bebop")
    assert rows
    assert {row["number"][0] for row in rows} == {"C"}
    assert [row["number"] for row in Program().told("rules/rulings/musg?q=M330")] == ["M330"]


@pytest.mark.parametrize("address", ["musg/M999", "bagarre/M33", "chess", "chess/M33"])
def test_no_such_ruling(address: str) -> None:
    assert Program().get(f"rules/rulings/{address}").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr"])
def test_prices_as_they_were_weighed(language: str) -> None:
    shown = page(reverse("rosters:worth"), language)
    told = Program(language=language).told("rules/worth")
    assert len(told["things"]) > 50
    for one in told["things"]:
        assert one["name"] in shown
        assert one["verdict_words"] in shown
        if one["fair"] is not None:
            printed = f"{one['fair']:.1f}"
            assert (printed.replace(".", ",") if language == "fr" else printed) in shown


def test_a_token_for_something_else_does_not_read() -> None:
    program = Program(MemberFactory.create(), "play")
    assert program.get("rules/races").status_code == 403
