"""The rules of typography and of wording that a machine can check, in every text of the site.

What is drawn on pages is looked at in ``test_translations.py``, where all pages are fetched anyway.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from club.dates import date_text, first_of_month
from engines.musg.catalogue.types import Force
from rosters.gear_lines import force_text
from rosters.wording import rule_name

ROOT = Path(settings.BASE_DIR)
FRENCH = ROOT / "locale/fr/LC_MESSAGES/django.po"
CATALOGUE = ROOT / "engines/musg/catalogue"
RULINGS = ROOT / "club/rulings"
MARKUP = re.compile(r"<[^>]*>")

_NUMBERS = """
amount base before change chance count each fee first from gap least left lifetime limit low lowest most need
needs number paces points price radius rate second since suit total treasury until value when date side at game
"""
NUMBERS = frozenset(_NUMBERS.split())
"""Placeholders for numbers, dates, suits of cards, our five games or "gauche" and "droite": nothing elides there."""


@cache
def catalogue() -> tuple[polib.POEntry, ...]:
    """All texts, read once: the file is long, and many rules look at it."""
    return tuple(polib.pofile(str(FRENCH)))


def said_in_french() -> Iterator[str]:
    for entry in catalogue():
        yield from entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]


def said_in_english() -> Iterator[str]:
    for entry in catalogue():
        yield from (text for text in (entry.msgid, entry.msgid_plural) if text)


def printed(language: str) -> Iterator[str]:
    """The texts of the catalogue of rules and of the rulings."""

    def inside(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get(language), str):
                yield value[language]
            for inner in value.values():
                yield from inside(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from inside(inner)

    for path in sorted([*CATALOGUE.glob("*.toml"), *RULINGS.rglob("*.toml")]):
        yield from inside(tomllib.loads(path.read_text(encoding="utf-8")))


@cache
def all_french() -> tuple[str, ...]:
    return tuple([MARKUP.sub("", text) for text in (*said_in_french(), *printed("fr"))])


@cache
def all_english() -> tuple[str, ...]:
    return tuple([MARKUP.sub("", text) for text in (*said_in_english(), *printed("en"))])


SIGNS = {
    "one apostrophe, typographic quotes": r"['\"]",
    "the ellipsis is one sign": r"\.\.\.",
    "no double space": r"\S  ",
    "a minus is no hyphen": r"(?:^|[ (])-(?=\d|%\()",
}
FRENCH_SIGNS = {
    **SIGNS,
    "no English quotes": "[“”]",
    "a narrow no-break space before ; ? !": r"(?:[^\u202f\w;?!]|(?<=\w))[;?!](?!\w)",
    "a no-break space before a colon": r"(?<![\u00a0\d]):(?=\s|$)",
    "no-break spaces inside « »": r"«(?!\u00a0)|(?<!\u00a0)»",
    "a no-break space before the percent sign": r"(?<=[\d\w)]) ?%(?:%|(?=[ ,.;)]|$))",
    "thousands are kept together": r"\d[ \u00a0]\d{3}\b",
    "a unit stays with its number": r"(?:\d|%\(\w+\)s) (?:PV|PA|min|pts?)\b",
    "no letter without its accent": r"\b(?:Etat|Etape|Elimin|Equip|Egalit|Epoque|Evénement|A (?:vous|la|qui)\b)",
}
ENGLISH_SIGNS = {
    **SIGNS,
    "no French quotes": "[«»]",
    "no space before an ellipsis": r"\w …(?! or)",
    "no space before punctuation": r"\w [:;!?](?:\s|$)",
}


def broken(texts: Sequence[str], rule: str) -> list[str]:
    return sorted({text for text in texts if re.search(rule, text)})


@pytest.mark.parametrize("rule", FRENCH_SIGNS)
def test_french_signs(rule: str) -> None:
    assert broken(all_french(), FRENCH_SIGNS[rule]) == []


@pytest.mark.parametrize("rule", ENGLISH_SIGNS)
def test_english_signs(rule: str) -> None:
    assert broken(all_english(), ENGLISH_SIGNS[rule]) == []


WRONG_SIGNS = {
    "one apostrophe, typographic quotes": ["l'ami", 'dit "non"'],
    "the ellipsis is one sign": ["Attendez..."],
    "no double space": ["deux  espaces"],
    "a minus is no hyphen": ["Mvt -1 pas", "entre -%(most)s et"],
    "no English quotes": ["“Non”"],
    "a narrow no-break space before ; ? !": ["Quoi ?", "Quoi?", "Quoi\u00a0!", "un ; deux", "%(name)s; deux"],
    "a no-break space before a colon": ["Motif : ", "Motif:", "Motif\u202f:", "%(name)s :"],
    "no-break spaces inside « »": ["« non »", "«\u202fnon\u202f»", "«non»"],
    "a no-break space before the percent sign": ["95 %%", "95%", "(%(rate)s %%)", "%(rate)s%%"],
    "thousands are kept together": ["1 440", "5\u00a0000"],
    "a unit stays with its number": ["3 PV", "%(count)s PV", "%(value)s pts"],
    "no letter without its accent": ["A vous de jouer", "Etat du jeu"],
    "no French quotes": ["« no »"],
    "no space before an ellipsis": ["The dice are rolling …"],
    "no space before punctuation": ["Reason : none"],
}


@pytest.mark.parametrize("rule", WRONG_SIGNS)
def test_the_rules_find_what_they_forbid(rule: str) -> None:
    """A rule that finds nothing anywhere would pass for a rule that is kept."""
    pattern = {**ENGLISH_SIGNS, **FRENCH_SIGNS}[rule]
    assert [text for text in WRONG_SIGNS[rule] if not re.search(pattern, text)] == []


def test_every_rule_is_tried() -> None:
    assert set(WRONG_SIGNS) == {*FRENCH_SIGNS, *ENGLISH_SIGNS}


def test_both_forms_of_every_plural_are_there() -> None:
    wrong = [
        entry.msgid
        for entry in catalogue()
        if entry.msgid_plural and (set(entry.msgstr_plural) != {0, 1} or not all(entry.msgstr_plural.values()))
    ]
    assert wrong == []


# Names and numbers that are put in


ELIDED = re.compile(r"\b(?:[Dd]e|[Qq]ue|[Ll][ea]|[Ss]i|[Jj]usque|[Ll]orsque|[Pp]uisque|[Dd]u) [%]?[({](\w+)")


def told_in_stories() -> set[str]:
    """The texts of the chronicle and of battles played, whose grammar elides and contracts (``club/grammar.py``)."""
    folders = ("campaigns/wars/chronicle/telling", "campaigns/wars/play/wording")
    sources = [path for folder in folders for path in (ROOT / folder).glob("*.py")]
    nodes = (
        node
        for path in [*sources, ROOT / "campaigns/wars/play/board.py"]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_no_name_follows_a_word_that_elides() -> None:
    """« de %(name)s » would read « de Aline »: the sentence is built around the name, whoever bears it."""
    story = told_in_stories()
    wrong = {
        text
        for entry in catalogue()
        if entry.msgid not in story
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if any(name not in NUMBERS for name in ELIDED.findall(text))
    }
    assert wrong == set()
    assert len(story) > 50
    assert ELIDED.findall("le trésor de %(name)s, que {warband}") == ["name", "warband"]


COUNTED = re.compile(
    r"%\((?:value|values|total|ammo|cards|short|treasury|done|behind|given|turns)\)s\u00a0?[ ]?"
    r"(?:cases|munitions|jetons|cartes|parties jouées|batailles jouées|restent|parties|tours|points)\b"
)


def test_no_counted_noun_is_always_plural() -> None:
    """« 1 cases », « 1 munitions »: a noun that varies has a plural of its own, or the number follows a colon."""
    alone = [entry.msgstr_plural[0] if entry.msgid_plural else entry.msgstr for entry in catalogue()]
    assert [text for text in alone if COUNTED.search(text) and not re.search("entre|au plus", text)] == []
    assert COUNTED.search("%(total)s cases sur %(boxes)s")


# Words


REJECTED = {
    "saisir": r"\b[Tt]ap(?:er|ez|ent)\b",
    "annuler, importer": r"\b[Rr]epren(?:dre|ez|d)\b|\b[Rr]eprise?\b",
    "Voir, Aller à": r"^Vers ",
    "demande": r"\b[Rr]éclamation",
    "étape": r"\bécritures?\b",
    "administration du club": r"\b(?:[Aa]dmins|[Aa]dministrateurs?)\b",
    "code d’accès": r"code d’entrée",
    "jouer une bataille": r"\b[Ll]ivr(?:er|ez|é|ée)\b",
    "qui tient le score": r"\b[Mm]arqueur",
    "terrain dégagé": r"terrain normal",
    "égalité": r"^[Nn]ulles?$",
    "relire, non regarder": r"[Rr]egardez(?:-l[ae])? (?:de nouveau|à nouveau)",
}


@pytest.mark.parametrize("instead", REJECTED)
def test_one_word_for_one_thing(instead: str) -> None:
    assert broken(all_french(), REJECTED[instead]) == []


def test_no_statement_begins_with_a_bare_qui() -> None:
    """« Qui tue rejoue aussitôt. » is a proverb; questions and labels may ask."""
    wrong = [text for text in all_french() if re.match(r"Qui (?!touche qui|a fini devant qui)[^?:]*\.$", text)]
    assert wrong == []


NAMES = re.compile(r"(?<=\w) (?:Elfique|Naine?|Gobeline?|Orque|Troll|Fer|Queue|Tir|Complète|Multiples|Snotling)\b")


def test_names_of_the_rulebook_have_one_capital() -> None:
    assert [text for text in printed("fr") if len(text) < 60 and NAMES.search(text)] == []
    assert NAMES.search("Poings de Fer")


def test_templates_keep_the_percent_sign_with_its_number() -> None:
    wrong = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "templates").rglob("*.html"))
        if re.search(r"\}\} %[<)]", path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


# What sentences are made with


@pytest.mark.parametrize(
    ("force", "shown"),
    [
        (Force(own=2, adds_bearer=True), "+2"),
        (Force(own=-1, adds_bearer=True), "−1"),
        (Force(own=4, adds_bearer=False), "4"),
    ],
)
def test_a_force_has_one_sign(force: Force, shown: str) -> None:
    assert force_text(force) == shown


@pytest.mark.parametrize(
    ("language", "heading", "told"),
    [
        ("fr", "Musg, Gain d'expérience", "Musg, Gain d’expérience"),
        ("fr", "Musg, Composition d'une Bande", "Musg, Composition d’une bande"),
        ("en", "Musg, Gain d'expérience", "Musg, Gaining experience"),
        ("en", "Musg, Composition d’une bande", "Musg, Composition of a warband"),
        ("en", "Musg, Une page inconnue", "Musg, Une page inconnue"),
        ("fr", "ruling M16", "décision M16"),
    ],
)
def test_sources_are_in_the_readers_language(language: str, heading: str, told: str) -> None:
    with translation.override(language):
        assert rule_name(heading) == told
        assert rule_name(rule_name(heading)) == told, "a page may ask twice"


def test_every_heading_that_the_code_names_is_translated() -> None:
    named = set[str]()
    for room in ("engines", "rosters", "campaigns"):
        for path in (ROOT / room).rglob("*.py"):
            if path.name != "headings.py":
                named |= set(re.findall(r'(?<!")"(Musg, [^"\n]*)"(?!")', path.read_text(encoding="utf-8")))
    with translation.override("en"):
        assert len(named) > 20
        assert sorted(heading for heading in named if rule_name(heading) == heading) == []


# Dates


@pytest.mark.parametrize(
    ("language", "form", "told"),
    [
        ("fr", "DATE_FORMAT", "1er mars 2031"),
        ("fr", "SHORT_DATE_FORMAT", "01/03/2031"),
        ("en", "DATE_FORMAT", "1 March 2031"),
        ("en", "SHORT_DATE_FORMAT", "1 Mar 2031"),
    ],
)
def test_dates_are_in_the_readers_own_order(language: str, form: str, told: str) -> None:
    day = date(2031, 3, 1)
    with translation.override(language):
        assert date_text(day, form) == told
        assert Template(f'{{{{ day|date:"{form}" }}}}').render(Context({"day": day})) == told


def test_only_the_first_of_a_month_is_an_ordinal() -> None:
    with translation.override("fr"):
        assert [first_of_month(text) for text in ("21 mars", "11 mai, 1 h", "1 mai 2031 19:30")] == [
            "21 mars", "11 mai, 1 h", "1er mai 2031 19:30",
        ]  # fmt: skip
