"""What is wrong with a pack is said in both languages, with its place and what was probably meant."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs import KINDS, read
from rosters.wording import problem_sentence
from rosters.wording.packs import HELP, KINDS as KIND_NAMES, SENTENCES, WORDS, pack_file_problem, pack_problem

ENGINE = Path(__file__).parents[2] / "engines" / "musg" / "packs"
RAISED = set(re.findall(r"\"((?:pack|house)_[a-z_]+)\"", "".join(p.read_text() for p in ENGINE.glob("*.py"))))


def said(document: dict[str, Any], language: str = "en") -> list[str]:
    with translation.override(language):
        return [pack_problem(problem) for problem in read({"code": "fen", "name": "Fen", **document}).problems]


def test_everything_that_can_be_wrong_has_a_sentence_and_no_sentence_is_for_nothing() -> None:
    assert set(SENTENCES) == RAISED


def test_every_kind_and_every_word_has_a_name() -> None:
    assert set(KIND_NAMES) == set(KINDS)
    words = {word.name for kind in KINDS.values() for word in kind.words}
    assert set(HELP) <= words
    assert set(WORDS) == words | {"code", "about", "version"}


SWORD = {"name": "Sabre", "hands": 1, "dice": 2, "force": 2, "cost": 5}


def test_a_problem_names_its_place_and_what_was_meant() -> None:
    assert said({"melee": {"sabre": {**SWORD, "hands": 3}}}) == [
        "Close combat weapons, sabre, Hands: 3 is not between 0 and 2."
    ]
    assert said({"melee": {"sabre": {**SWORD, "dise": 2}}}) == [
        "Close combat weapons, sabre: “dise” is not known here."
    ]
    assert said({"meelee": {}}) == ["“meelee” is not known here; did you mean “melee”?"]


def test_a_cell_of_a_profile_is_named() -> None:
    row = {"name": "X", "leader": [9, 11, 3, 3, 5, 4, 60, 40], "lieutenant": [9, 11, 3, 3, 5, 4, 6, 40]}
    row["henchman"] = row["lieutenant"]
    assert said({"races": {"fen": row}}) == ["Races, fen, Leader, Hit points: 60 is not between 1 and 12."]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_problems_among_others_of_a_warband_are_said_in_the_same_words(language: str) -> None:
    problem = read({"code": "Fen", "name": "Fen"}).problems[0]
    with translation.override(language):
        assert problem_sentence(problem, CATALOGUE) == pack_problem(problem)
        assert "Fen" in pack_problem(problem)


def test_what_is_wrong_with_a_file_is_placed_by_the_words_that_stand_in_it() -> None:
    """Whoever wrote `force` searches for that, and not for “Strength”."""
    row = {"name": "X", "leader": [9, 11, 3, 3, 5, 4, 60, 40], "lieutenant": [9, 11, 3, 3, 5, 4, 6, 40]}
    sabre = {"name": "Sabre", "hands": 3, "dice": 1, "cost": 5, "dise": 2}
    document = {"name": "Fen", "races": {"fen": {**row, "henchman": row["lieutenant"]}}, "melee": {"sabre": sabre}}
    with translation.override("en"):
        found = [pack_file_problem(problem) for problem in read({**document, "meelee": {}}).problems]
    assert found == [
        "“meelee” is not known here.",
        "code: this is missing.",
        "races.fen.leader, Hit points: 60 is not between 1 and 12.",
        "melee.sabre: “dise” is not known here.",
        "melee.sabre.hands: 3 is not between 0 and 2.",
        "melee.sabre.force: this is missing.",
    ]
