"""French before and after names: verbs agree with them, articles join them, and no full stop is doubled."""

from __future__ import annotations

import ast
from pathlib import Path

import polib
import pytest
from django.utils.translation import override

from club.grammar import continued, filled, is_plural, named, one_stop, stopped

ROOT = Path(__file__).resolve().parents[2]
FINISHED = (
    "campaigns/wars/chronicle/telling",
    "campaigns/wars/replay/wording",
    "campaigns/wars/play/wording",
    "campaigns/wars/news_words.py",
)
"""Whose sentences go through ``finished``, or ``filled``."""


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("Les Crocs du Faubourg", True),
        ("Les Lames d’Ys", True),
        ("Nos Morts", True),
        ("Sept Nains", True),
        ("Loups Gris", True),
        ("Lames d’Ys", True),
        ("Chevaliers de la Table", True),
        ("Le Clan Barbe-d’Étain", False),
        ("La Meute", False),
        ("L’Escouade", False),
        ("Ynys Tan", False),
        ("Barbe-d’Étain", False),
        ("Chaos", False),
        ("Croix de Fer", False),
        ("Chaos Rampants", False),
        ("Axes", False),
        ("Adèle", False),
        ("", False),
        ("!!!", False),
    ],
)
def test_the_number_of_a_name(name: str, plural: bool) -> None:
    assert is_plural(name) is plural


@pytest.mark.parametrize(
    ("doer", "victim", "expected"),
    [
        ("Les Crocs du Faubourg", "Bob", "Les Crocs du Faubourg mettent Bob hors de combat."),
        ("La Meute", "Les Jumeaux", "La Meute met les Jumeaux hors de combat."),
        ("Adèle", "Les Jumeaux", "Adèle met les Jumeaux hors de combat."),
        ("Ys", "L.", "Ys met L. hors de combat."),
    ],
)
def test_a_verb_takes_the_number_of_the_name_before_it(doer: str, victim: str, expected: str) -> None:
    sentence = "%(doer)s {met|mettent} %(victim)s hors de combat."
    with override("fr"):
        assert filled(sentence, {"doer": named(doer), "victim": named(victim)}) == expected


def test_full_stops_are_single() -> None:
    assert one_stop("Robot 3 élimine Dédé L..") == "Robot 3 élimine Dédé L."
    assert one_stop("Et puis...") == "Et puis..."
    assert stopped("triche") == "triche."
    assert stopped("Triche !") == "Triche !"
    assert stopped("") == ""


def test_only_what_is_finished_writes_both_numbers() -> None:
    """Elsewhere readers would read the braces."""
    paths = [file for place in FINISHED for file in _files(ROOT / place)]
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    finished = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    both = {
        entry.msgid
        for entry in polib.pofile(str(ROOT / "locale/fr/LC_MESSAGES/django.po"))
        if any("{" in text and "|" in text for text in (entry.msgstr, *entry.msgstr_plural.values()))
    }

    assert both <= finished
    assert len(both) > 20


def _files(place: Path) -> list[Path]:
    return sorted(place.glob("*.py")) if place.is_dir() else [place]


def test_no_capital_goes_on_after_a_colon() -> None:
    assert continued("Le trésor reçoit 5 points.", ["Léa"]) == "le trésor reçoit 5 points."
    assert continued("Léa apprend à nager.", ["Léa", 5, None, ""]) == "Léa apprend à nager."
    assert continued("", ["Léa"]) == ""
