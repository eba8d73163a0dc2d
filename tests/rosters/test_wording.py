"""Every code of the rules has a sentence, in both languages, with every name and number filled in."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from engines.core.problems import Problem
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Hire
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters import wording
from rosters.wording import events, problems

# A battle's own refusals answer programs: its bots and the shell. What a table or a scenario may not be is worded by
# its form, and what an evening refuses by its page (tests/campaigns/wars/pocket/test_evening_words.py).
FOUGHT = {"battle", "tactics", "pocket", "scenarios"}
ENGINE = [
    path
    for path in sorted(Path("engines/musg").rglob("*.py"))
    if FOUGHT.isdisjoint(path.parts) and path.stem not in {"battle_commands", "battle_file", "layout", "templates"}
]
SOURCES = "\n".join(path.read_text() for path in ENGINE)
PROBLEMS = set(re.findall(r"(?:Problem|refuse|_about)\(\s*\"([a-z_]+)\"", SOURCES)) | {
    "over_total",
    "over_heroes",
    "over_henchmen",
    "sheet_empty",
}
EVENTS = (
    set(re.findall(r"[Ee]vent\(\s*\"([a-z_]+)\"", SOURCES))
    | set(re.findall(r"_step\(\s*Stage\.\w+,\s*\"([a-z_]+)\"", SOURCES))
    | {"battle_won", "battle_drew", "battle_lost", "died", "returned", "legend", "went_for_hire"}
    | {"alone_won", "alone_drew", "alone_lost"}
    | {"held_back", "warband_held_back", "exempted"}
)
ROLLS = set(re.findall(r"\.roll\(\"d\w+\", \"([a-z_]+)\"", SOURCES)) | {"injury", "multiple_injury"}

PARAMS = {
    "name": "Ada",
    "value": 3,
    "most": 2,
    "count": 3,
    "limit": 500,
    "spent": 510,
    "over": 10,
    "needs": 4,
    "has": 1,
    "short": 7,
    "number": 9,
    "item": "sword",
    "race": "orc",
    "rank": "henchman",
    "warband": "human",
    "standing": "dead",
    "title": "The Ford",
    "foes": "The Others",
    "foe": "The Others",
    "points": 5,
    "price": 41,
    "before": "Old",
    "text": "Words",
    "reason": "Rain",
    "treasury": 12,
    "from": "Bo",
    "result": "hobbled bruised",
    "boxes": 40,
    "total": 5,
    "choices": 1,
    "survived": 1,
    "won": 1,
    "takedowns": 0,
    "odds": 0,
    "guarded": 0,
    "gear": "lost",
    "battle": "b1",
    "campaign": "The Border",
    "rule": "too_many_extras",
    "pilot": "Bo",
    "packs": "Fen folk 2",
    "packs_fr": "Les gens du marais 2",
    "left_out": "orc sword",
    "pack": "fen",
    "other": "bog",
}


def test_the_codes_were_found() -> None:
    assert {"too_expensive", "race_not_allowed", "out_twice"} <= PROBLEMS
    assert {"hired", "experience", "fee_due", "learned"} <= EVENTS
    assert {"quack", "fate_leader", "return"} <= ROLLS


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("code", sorted(PROBLEMS))
def test_every_problem_has_a_sentence(code: str, language: str) -> None:
    params = {**PARAMS, "item": "sharp_eye", "needs": "brave"} if code.startswith("skill_") else PARAMS
    with translation.override(language):
        sentence = wording.problem_sentence(Problem(code, 4, params, "ruling M12"), CATALOGUE)
    assert sentence != code
    assert "%(" not in sentence
    assert sentence.endswith(".")
    assert "M12" in sentence


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("code", sorted(EVENTS))
def test_every_event_has_a_sentence(code: str, language: str) -> None:
    with translation.override(language):
        sentence = wording.event_sentence(code, PARAMS, CATALOGUE)
    assert sentence != code
    assert "%(" not in sentence


@pytest.mark.parametrize("reason", sorted(ROLLS))
def test_every_roll_says_what_it_is_for(reason: str) -> None:
    with translation.override("en"):
        assert wording.roll_sentence(reason, "Ada") != reason


def test_no_sentence_is_kept_for_a_code_nobody_raises() -> None:
    assert set(problems._SENTENCES) <= PROBLEMS
    assert set(events._SENTENCES) | set(events._SPECIAL) | set(events._EITHER) <= EVENTS


def test_a_refusal_names_thing_value_and_limit() -> None:
    problem = Problem("too_many_items", 1, {"item": "sight", "count": 3, "most": 2}, "Musg, Tableau des équipements")
    roster = _with_ada()
    with translation.override("en"):
        said = wording.problem_sentence(problem, CATALOGUE, roster)
    assert said == "Ada carries 3 × Sight; the limit is 2 (Musg, Table of equipment)."


def _with_ada():  # type: ignore[no-untyped-def]
    from engines.musg import journal

    hire = Hire(rank=Rank.LEADER, race="human", name="Ada")
    return journal.apply(journal.begin(Setup("human", "The Blades")), hire).warband


def test_a_problem_of_a_field_stands_beside_it() -> None:
    assert wording.field_of(Problem("name_long", None, {"item": "name"})) == "name"
    assert wording.field_of(Problem("race_not_allowed", None, {})) == "profile"
    assert wording.field_of(Problem("no_leader")) is None


def test_things_are_called_by_the_rulebook_in_french_and_english() -> None:
    with translation.override("fr"):
        assert wording.item_name("two_handed_sword", CATALOGUE) == "Épée à deux mains"
        assert wording.rank_name("henchman") == "Sous-fifre"
    with translation.override("en"):
        assert wording.item_name("two_handed_sword", CATALOGUE) == "Two-handed sword"
        assert wording.skill_name("brave", CATALOGUE) == "Brave"
        assert wording.target(3) == "3+"
        assert wording.target(None) == "–"
    assert wording.race_name("no such race", CATALOGUE) == "no such race"
    assert all(wording.injury_name(code, CATALOGUE) != code for code in CATALOGUE.injuries_by_code)
