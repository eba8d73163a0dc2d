"""French and English are both whole: the catalogue of texts, and every page as it is read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings

from club.models import Member
from engines.musg.catalogue.export import as_json
from engines.musg.catalogue.printed import CATALOGUE
from rosters.models import Warband
from tests.web import reading
from tests.web.shown import Shown

ROOT = Path(settings.BASE_DIR)
FRENCH = ROOT / "locale/fr/LC_MESSAGES/django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")
ROOMS = ("club", "rosters", "campaigns", "config", "engines", "templates", "static", "locale")

COGNATES = """
action actions administration aliens auto campagne charge charges code combat confirmation cool correction corrections
date dates description distance dragon dragons iii joker journal machine mage message min minutes modules note notes
deck force ogre options page pages paladin passage pile piles place point points poison port pts public pulp
question race races
records rectangle rival rune runes scores simulation six source sources struct structure table terrain total type
vengeance version versions village zombies zone zoom
"""
NAMES = """
arrière-ban musg pdf csv json django htmx english français d66 sha-256 faye jet spike mars azul gaston
baker gardener juggler postman vicious bebop big shot woolong woolongs discord matrix telegram ntfy webhook webhooks
"""
SAME = frozenset([*COGNATES.split(), *NAMES.split()])
"""Words that may read the same in French and in English."""
QUOTED = re.compile(
    r"La Bagarre|Badass Force|BAF!|Space Serenade|python -m engines [\w .-]+|https?://\S+|"
    r"JSON is malformed: [^.]+|\{\"players.*\}"
)
"""Titles of games, commands, addresses, a file sent in, what a library says of it."""
LICENCES = "club:about"
"""The page of credits names works and licences as their makers call them."""


def catalogue() -> polib.POFile:
    assert FRENCH.exists(), "there is no French catalogue (make messages begins one)"
    return polib.pofile(str(FRENCH))


# The catalogue of texts


def test_every_text_is_translated() -> None:
    texts = catalogue()
    assert [entry.msgid for entry in texts.untranslated_entries()] == []
    assert [entry.msgid for entry in texts.fuzzy_entries()] == []
    assert [entry.msgid for entry in texts.obsolete_entries()] == []


def test_translations_keep_every_placeholder() -> None:
    wrong = []
    for entry in catalogue():
        if entry.msgid_plural:
            # The singular may say "one" in words, in either language.
            wanted, allowed = set(PLACEHOLDER.findall(entry.msgid)), set(PLACEHOLDER.findall(entry.msgid_plural))
            for number, said in entry.msgstr_plural.items():
                found = set(PLACEHOLDER.findall(said))
                if found != allowed and not (number == 0 and (found == wanted or found < allowed)):
                    wrong.append((entry.msgid_plural, said))
        elif sorted(PLACEHOLDER.findall(entry.msgid)) != sorted(PLACEHOLDER.findall(entry.msgstr)):
            wrong.append((entry.msgid, entry.msgstr))
    assert wrong == []


@pytest.mark.gettext
@pytest.mark.slow
def test_no_text_of_the_site_is_missing_from_the_catalogue(tmp_path: Path) -> None:
    for room in ROOMS:
        if (ROOT / room).exists():
            shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "*.mo", "fonts"))
    # Runs Django's makemessages in the copy, as `make messages` does in the tree.
    script = (
        "import django, os; os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'; django.setup();"
        "from django.conf import settings; settings.LOCALE_PATHS = ['locale'];"
        "from django.core.management import call_command; os.chdir(os.environ['COPY']);"
        "call_command('makemessages', locale=['fr'], no_location=True, no_wrap=True, no_obsolete=True, verbosity=0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=_with(COPY=str(tmp_path)), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    collected = {_key(entry) for entry in polib.pofile(str(tmp_path / "locale/fr/LC_MESSAGES/django.po"))}
    assert sorted(collected - {_key(entry) for entry in catalogue()}) == [], "make messages would add these"


def _with(**values: str) -> dict[str, str]:
    return {**os.environ, **values}


def _key(entry: polib.POEntry) -> str:
    return f"{entry.msgctxt or ''}|{entry.msgid}"


# The pages


@pytest.fixture(scope="module")
def names(founded: None) -> re.Pattern[str]:
    """Everything that people wrote: it is in whatever language they wrote it."""
    found = reading.written()
    kept = {part for text in found for part in [text, *text.split("\n"), *_begun(text)] if len(part.strip()) > 2}
    kept |= set(_alike(as_json(CATALOGUE)))
    ordered = sorted({" ".join(part.split()) for part in kept}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(part) for part in ordered)})(?!\w)")


def _begun(text: str) -> Iterator[str]:
    """The beginnings of a long text, which lists cut short."""
    for words in (text.split(), re.split(r"[ \n\t]+", text)):
        yield from (" ".join(words[:count]) for count in (12, 20, 30) if len(words) > count)


def _alike(entry: object) -> Iterator[str]:
    """Names of the rulebook that are the same in both languages."""
    if isinstance(entry, dict):
        if entry.get("name_fr") and entry.get("name_fr") == entry.get("name_en"):
            yield entry["name_fr"]
        for inner in entry.values():
            yield from _alike(inner)
    elif isinstance(entry, list):
        for inner in entry:
            yield from _alike(inner)


@pytest.fixture(scope="module")
def read(founded: None) -> list[tuple[Shown, dict[str, list[str]]]]:
    """Every page's texts in both languages, and what is drawn, with its no-break spaces."""
    return [(one.shown, one.said) for one in reading.all_pages()]


SIGN = re.compile(r"\b[A-Z]\d{1,3}\b|\b[0-9a-f]{64}\b")
"""The number of a ruling, a figure's sign on a map, a seed or a hash: the same in both languages."""


def same(said: dict[str, list[str]], names: re.Pattern[str]) -> Iterable[str]:
    """The texts that read the same in both languages although nobody's data, number or cognate explains it."""
    for text in sorted(set(said["fr"]) & set(said["en"])):
        words = re.findall(r"[^\W\d_][\w’'-]+", names.sub(" ", SIGN.sub(" ", QUOTED.sub(" ", text))))
        if any(len(word) > 2 and word.casefold() not in SAME for word in words):
            yield text


def test_every_page_speaks_both_languages(
    demo: None, read: list[tuple[Shown, dict[str, list[str]]]], names: re.Pattern[str]
) -> None:
    untranslated: dict[str, str] = {}
    for shown, said in read:
        assert len(said["fr"]) >= 1, shown
        if shown.name != LICENCES:
            for text in same(said, names):
                untranslated.setdefault(text, str(shown))
    told = "\n".join(f"{text!r:60} {page}" for text, page in untranslated.items())
    assert not untranslated, f"{len(untranslated)} texts are the same in French and in English:\n{told}"


def test_both_languages_say_the_same_number_of_things(
    demo: None, read: list[tuple[Shown, dict[str, list[str]]]]
) -> None:
    for shown, said in read:
        assert abs(len(said["fr"]) - len(said["en"])) <= len(said["en"]) // 10 + 3, shown


# Typography, as it is read


FRENCH_PAGES = {
    "one apostrophe": r"(?<=[^\W\d])'(?=[^\W\d])",
    "the ellipsis is one sign": r"\.\.\.",
    "a no-break space before : ; ? ! »": r"(?<=\S) [:;?!»](?=\s|$)|« |[^\W\d]:\s|[^\W\d];",
    "a no-break space before the percent sign": r"(?<=\d) ?%(?!\w)",
    "a number with one sign": r"\+[-−]|[-−]\+",
    "a number agrees": (
        r"(?<![\d.,\u202f\u00a0/–-])[01] (?:cases|munitions|points|jetons|cartes|tours|parties|batailles|blessures|"
        r"pièces|minutes|joueurs|dés|étapes|bandes|victoires)\b"
    ),
}
ENGLISH_PAGES = {
    "one apostrophe": r"(?<=[^\W\d])'(?=[^\W\d])",
    "the day before the month": r"\b\d{1,2}/\d{1,2}/\d{4}\b|\b[ap]\.m\.|\b[A-Z][a-z]+\.? \d{1,2}, \d{4}\b",
    "a number with one sign": r"\+[-−]|[-−]\+",
}


@pytest.mark.parametrize(
    ("language", "rule"), [*(("fr", rule) for rule in FRENCH_PAGES), *(("en", rule) for rule in ENGLISH_PAGES)]
)
def test_signs_on_every_page(
    demo: None,
    read: list[tuple[Shown, dict[str, list[str]]]],
    names: re.Pattern[str],
    language: str,
    rule: str,
) -> None:
    pattern = re.compile((FRENCH_PAGES if language == "fr" else ENGLISH_PAGES)[rule])
    wrong: dict[str, str] = {}
    for shown, said in read:
        for text in said[f"{language}, drawn"]:
            if pattern.search(text) and pattern.search(names.sub("N", QUOTED.sub("N", text))):
                wrong.setdefault(text, str(shown))
    assert not wrong, "\n".join(f"{text!r:60} {page}" for text, page in wrong.items())


def test_no_page_forgets_to_elide(demo: None, read: list[tuple[Shown, dict[str, list[str]]]]) -> None:
    """« de Aline », « que Aline »: whatever the sentence, the name of somebody in the demo club stands in it."""
    everybody = [
        *Member.objects.values_list("display_name", flat=True),
        *Warband.objects.values_list("name", flat=True),
    ]
    called = sorted({re.escape(name) for name in everybody if re.match("[AEIOUYÉÈÊÀÂÎÔ]", name)})
    after = re.compile(rf"\b(?:[Dd]e|[Qq]ue|[Ll][ea]|[Ss]i|[Jj]usque|[Ll]orsque) (?:{'|'.join(called)})\b")
    assert after.search("le trésor de Aline")
    wrong: dict[str, str] = {}
    for shown, said in read:
        for text in [*said["fr"], " ".join(said["fr"])]:
            for found in after.findall(text):
                wrong.setdefault(found, str(shown))
    assert not wrong, wrong
