"""How the rules are read: every ruling that the site cites has its page, and every citation leads there."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from campaigns.tables.bagarre.options import OptionsForm
from campaigns.wars.settings import rule_options
from campaigns.wars.settings.forms import CampaignForm
from club import rulings
from club.rulings import GAMES, Ruling, WrongRuling, all_rulings, find, rulings_of
from club.rulings.citations import cited
from engines.musg.rules import Rules
from engines.registry import SCORES

ROOT = Path(settings.BASE_DIR)
ROOMS = ("engines", "campaigns", "rosters", "club")
CITED = re.compile(r"\bM[1-9]\d{0,2}\b|(?<=\bruling )[ABCF][1-9]\d?\b")
"""Musg's numbers wherever they stand; those of the card games after the word, for F3 may be a strength."""


def strings(path: Path) -> Iterator[str]:
    """The strings of a Python file that may be shown and may cite a ruling: all but docstrings."""
    source = path.read_text(encoding="utf-8")
    if not CITED.search(source):
        return
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def values(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict | list):
        for inner in found.values() if isinstance(found, dict) else found:
            yield from values(inner)


def shown() -> Iterator[tuple[str, str]]:
    """Every text of the code that a page may show, with its file: strings, tables, templates."""
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            yield from ((str(path.relative_to(ROOT)), text) for text in strings(path))
        for path in (ROOT / room).rglob("*.toml"):
            texts = values(tomllib.loads(path.read_text(encoding="utf-8")))
            yield from ((str(path.relative_to(ROOT)), text) for text in texts)
    for path in (ROOT / "templates").rglob("*.html"):
        drawn = re.sub(r'\bd="[^"]*"', "", path.read_text(encoding="utf-8"))  # the way of a pen: d="M6 18"
        yield str(path.relative_to(ROOT)), drawn


def test_every_ruling_that_is_cited_has_a_page() -> None:
    found = [(number, where) for where, text in shown() for number in CITED.findall(text)]
    assert len({number for number, _where in found}) > 150
    assert sorted({(number, where) for number, where in found if find(number) is None}) == []


def test_every_ruling_is_cited_somewhere_in_the_code() -> None:
    sources = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in {".py", ".toml"}]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources if ROOT / "club/rulings" not in path.parents)
    known = set(re.findall(r"\b[MABCF][1-9]\d{0,2}\b", text))
    assert sorted(set(all_rulings()) - known) == []


RANGE = re.compile(r"\b([ABCF])([1-9]\d{0,2})(?: to \1([1-9]\d{0,2}))?\b")
"""A number, or the first and the last of several (rulings F14 to F18)."""


def test_every_ruling_of_a_card_game_is_cited_by_a_test() -> None:
    """Whoever changes how the rules are read finds what holds them to it."""
    found = set()
    for path in (ROOT / "tests").rglob("*.py"):
        if path != Path(__file__):
            for letter, first, last in RANGE.findall(path.read_text(encoding="utf-8")):
                found |= {f"{letter}{number}" for number in range(int(first), int(last or first) + 1)}
    wanted = {number for number in all_rulings() if all_rulings()[number].game.code in SCORES}
    assert len(wanted) > 100
    assert sorted(wanted - found) == []


def test_each_game_has_rulings_and_each_ruling_its_game() -> None:
    assert {game.code for game in GAMES} == {"musg", *SCORES}
    for game in GAMES:
        own = rulings_of(game)
        assert len(own) >= 7
        assert {ruling.number[0] for ruling in own} == {game.letter}
    assert sum(len(rulings_of(game)) for game in GAMES) == len(all_rulings())


def everything(ruling: Ruling) -> list[rulings.Wording]:
    return [ruling.subject, ruling.heading, ruling.title, ruling.printed, *ruling.readings, ruling.why]


@pytest.mark.parametrize("number", sorted(all_rulings()))
def test_a_ruling_says_all_it_has_to(number: str) -> None:
    ruling = all_rulings()[number]
    for text in everything(ruling):
        assert text.fr == text.fr.strip()
        assert text.en == text.en.strip()
    for text in (ruling.printed, *ruling.readings, ruling.why):
        assert text.fr.endswith((".", "?"))
        assert text.en.endswith((".", "?"))
    for text in (ruling.title, ruling.subject, ruling.heading):
        assert not text.fr.endswith(".")
        assert not text.en.endswith(".")
    assert len({reading.fr for reading in ruling.readings}) == len(ruling.readings) >= 2
    assert ruling.printed.fr != ruling.printed.en
    assert "L" not in re.findall(r"\b(L)\d+", ruling.printed.fr), "the heading is named, no line"


def test_rulings_about_one_thing_bear_different_titles() -> None:
    titles = [(ruling.game.code, language(ruling)) for ruling in all_rulings().values() for language in (_fr, _en)]
    assert len(titles) == len(set(titles))


def _fr(ruling: Ruling) -> str:
    return f"fr {ruling.title.fr}"


def _en(ruling: Ruling) -> str:
    return f"en {ruling.title.en}"


SHEET = """
game = "musg"
place = 1
subject = { fr = "Un", en = "One" }
[rulings.%s]
heading = { fr = "Un", en = "One" }
title = { fr = "Un", en = "One" }
printed = { fr = "Un.", en = "One." }
readings = [%s]
why = { fr = "Un.", en = "One." }
%s
"""
READING = '{ fr = "Un.", en = "One." }'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SHEET % ("B1", READING, ""), "'B1' is no number of a ruling of Musg"),
        (SHEET % ("M0", READING, ""), "'M0' is no number"),
        (SHEET % ("M1", "", ""), "readings"),
        (SHEET % ("M1", '{ fr = "Un." }', ""), "`en`"),
        (SHEET % ("M1", '{ fr = "Un.", en = "" }', ""), "length >= 1"),
        (SHEET % ("M1", READING, "because = 1"), "`because`"),
        (SHEET.replace('"musg"', '"chess"') % ("M1", READING, ""), "'chess'"),
        ("game = ", "one.toml"),
    ],
)
def test_a_wrong_file_is_refused_by_name(text: str, told: str) -> None:
    with pytest.raises(WrongRuling, match=re.escape(told)) as refused:
        rulings.read_sheet("one.toml", text)
    assert "one.toml" in str(refused.value)


# Citations


def test_a_citation_is_a_link_and_all_else_is_escaped() -> None:
    link = '<a class="citation" href="/rules/rulings/musg/M33/">{}</a>'.format
    assert cited("ruling M33") == link("ruling M33")
    assert cited("décision\u00a0M33.") == link("décision\u00a0M33") + "."
    assert cited("<b>(M70, M71)</b>").count("<a ") == 2
    assert "&lt;b&gt;" in cited("<b>M33</b>")
    assert cited('"><script>ruling M33') == "&quot;&gt;&lt;script&gt;" + link("ruling M33")
    assert cited(cited("M33")) != ""


@pytest.mark.parametrize("text", ["M999", "ruling M999", "F3", "A5 paper", "M33b", "XM33", "M3.3", "", "M033"])
def test_what_is_no_citation_stays_as_it_is(text: str) -> None:
    assert cited(text) == escape(text)


def test_a_card_games_ruling_is_known_by_the_word_before_it() -> None:
    assert '"/rules/rulings/badass_force/F3/"' in cited("ruling F3")
    assert '"/rules/rulings/baf/A5/"' in cited("Pas assez (décision A5).")


# Pages


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("number", ["M33", "B41", "F24", "A2", "C40"])
@pytest.mark.django_db
def test_a_page_says_what_is_printed_how_it_is_read_and_why(client: Client, number: str, language: str) -> None:
    ruling = all_rulings()[number]
    html = client.get(ruling.get_absolute_url(), headers={"Accept-Language": language}).content.decode()
    with translation.override(language):
        plain = re.sub(r"</?a[^>]*>", "", html)
        for text in everything(ruling):
            assert escape(str(text)) in plain
    assert ruling.followed.en != ruling.others[0].en
    first = plain.index(escape(getattr(ruling.followed, language)))
    assert first < plain.index(escape(getattr(ruling.others[0], language)))


@pytest.mark.parametrize("where", ["musg/M999", "musg/B41", "bagarre/M33", "chess/M33", "musg/m33", "chess"])
@pytest.mark.django_db
def test_an_unknown_number_is_not_found(client: Client, where: str) -> None:
    assert client.get(f"/rules/rulings/{where}/").status_code == 404


@pytest.mark.django_db
def test_the_list_has_every_ruling_of_the_game_and_finds_them(client: Client) -> None:
    for game in GAMES:
        html = client.get(reverse("club:rulings", args=[game.code])).content.decode()
        for ruling in all_rulings().values():
            assert (f'href="{ruling.get_absolute_url()}"' in html) == (ruling.game == game)
    found = client.get("/rules/rulings/musg/?q=medikit+revives").content.decode()
    assert "/M39/" in found
    assert "/M33/" not in found
    part = client.get("/rules/rulings/musg/?q=m33", headers={"HX-Target": "rulings", "HX-Request": "true"})
    assert "/M33/" in part.content.decode()
    assert "<html" not in part.content.decode()
    assert "M33" in client.get("/rules/rulings/musg/?q=lightsabre").content.decode(), "an example of a number"


@pytest.mark.django_db
def test_the_rules_reference_finds_rulings_by_number_and_words(client: Client) -> None:
    page = reverse("rosters:catalogue")
    assert "/rules/rulings/musg/M253/" in client.get(f"{page}?q=m253").content.decode()
    assert "/rules/rulings/musg/M22/" in client.get(f"{page}?q=présent+bonus").content.decode()
    whole = client.get(page).content.decode()
    assert 'href="/rules/rulings/musg/"' in whole
    assert 'href="/rules/rulings/musg/M132/"' in whole, "a citation in a table's lead"
    assert 'href="/rules/rulings/musg/M123/"' in whole, "a citation in a cell"
    assert 'href="/rules/rulings/musg/M21/"' in whole, "a citation in a note"


# Switches


def test_every_option_of_a_campaign_that_follows_a_ruling_is_told_on_its_page() -> None:
    options = (*rule_options.BOXES, rule_options.ERA, *rule_options.SWITCHES)
    for option in options:
        assert option.rule.startswith("ruling ")
        ruling = all_rulings()[option.rule.removeprefix("ruling ")]
        assert ruling.switch is not None
        for language in ("fr", "en"):
            with translation.override(language):
                told, label = getattr(ruling.switch, language), str(option.label)
                assert label in told or ruling.number in {"M148", "M242"}, (language, label, told)


def test_every_switch_names_an_option_that_there_is() -> None:
    fields = {
        "musg": set(Rules.__struct_fields__),
        **{code: {field.name for field in game.setup_fields} for code, game in SCORES.items()},
    }
    fields["bagarre"] |= set(OptionsForm.base_fields)
    switched = [ruling for ruling in all_rulings().values() if ruling.switch]
    assert len(switched) >= 12
    for ruling in switched:
        assert ruling.switch is not None
        assert ruling.switch.option in fields[ruling.game.code], ruling.number


@pytest.mark.django_db
def test_a_campaigns_option_leads_to_its_ruling_and_the_ruling_to_the_option(client: Client) -> None:
    help_text = str(CampaignForm()["medikit_revives"].help_text)
    assert 'href="/rules/rulings/musg/M39/"' in help_text
    html = client.get("/rules/rulings/musg/M39/").content.decode()
    assert f'href="{reverse("campaigns:new")}?game=musg#id_medikit_revives"' in html
    assert CampaignForm()["medikit_revives"].auto_id == "id_medikit_revives"
