"""What is wrong with a pack is found all at once, each fault with its place and the nearest word known."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from engines.core.problems import Problem
from engines.core.text import Text
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import Profile
from engines.musg.packs import House, Pack, document_of, read, read_text, text_of
from engines.musg.packs.reading import CHARACTERS_MOST, checked
from engines.musg.ranks import Rank
from tests.engines.musg.packs.documents import FEN, fen, random_document

ENDLESS = 16**6000 - 1
"""A number of more digits than Python writes: a file has it in hexadecimal."""


def faults(**words: Any) -> list[Problem]:
    """What is wrong with the pack of the fen once these words stand in it, by "kind.code.word"."""
    document = deepcopy(FEN)
    for path, value in words.items():
        kind, code, word = path.split("__")
        document[kind][code][word] = value
    return read(document).problems


def codes(found: list[Problem]) -> list[tuple[str, Any]]:
    return [(problem.code, problem.params.get("value")) for problem in found]


def test_a_pack_says_what_it_was_told() -> None:
    pack = fen()
    race = pack.races[0]
    assert race.profiles[Rank.LEADER] == Profile(8, 10, 3, 3, 5, 5, 6, 38)
    assert (race.max_lieutenants, race.enlists, race.ignores_difficult_terrain) == (1, ("goblin",), True)
    assert pack.melee[0].name == Text("Eel spear", "Eel spear"), "one language suffices"
    assert pack.skills[1].requires == ("mire_born", "brawler"), "its own and the book's"
    heron = pack.mercenaries[0]
    assert (heron.profile.movement, heron.profile.cost, heron.fee) == (8, 40, 20), "its race's leader, at its own price"


def test_everything_wrong_is_told_at_once_with_its_place() -> None:
    found = faults(
        races__fenman__leader=[8, 10, 9, 3, 5, 5, 6, 38],
        races__fenman__enlists=["goblins"],
        ranged__blowpipe__reload="fats",
        melee__eel_spear__dice="two",
        skills__mire_born__traits=["recover"],
        equipment__reed_coat__price=4,
    )
    assert [(p.params["kind"], p.params["code"], p.params.get("item")) for p in found] == [
        ("races", "fenman", "leader"),
        ("races", "fenman", "enlists"),
        ("ranged", "blowpipe", "reload"),
        ("melee", "eel_spear", "dice"),
        ("equipment", "reed_coat", None),
        ("skills", "mire_born", "traits"),
    ]
    assert [p.code for p in found] == [
        "pack_range",
        "pack_reference",
        "pack_choice",
        "pack_number",
        "pack_word",
        "pack_trait",
    ]
    assert found[0].params["cell"] == "shooting"
    assert [p.params.get("nearest") for p in found] == [None, "goblin", "fast", None, "", "recovers"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"races__fenman__leader": [8, 10, 3]}, "pack_profile"),
        ({"races__fenman__leader": [8, False, 3, 3, 5, 5, 6, 38]}, "pack_number"),
        ({"races__fenman__max_lieutenants": True}, "pack_number"),
        ({"races__fenman__name": ""}, "pack_wording"),
        ({"races__fenman__name": {"de": "Sumpf"}}, "pack_wording"),
        ({"races__fenman__name": "x" * 61}, "pack_long"),
        ({"races__fenman__name": "a\u202eb"}, "pack_unprintable"),
        ({"races__fenman__enlists": "goblin"}, "pack_list"),
        ({"races__fenman__notes": ["x"] * 9}, "pack_list_long"),
        ({"ranged__blowpipe__long": 8}, "pack_ranges"),
        ({"ranged__blowpipe__template": "flame"}, "pack_ranges_of_flames"),
        ({"ranged__blowpipe__radius": 3}, "pack_radius"),
        ({"ranged__blowpipe__targets": False}, "pack_targets"),
        ({"melee__eel_spear__hands": 3}, "pack_range"),
        ({"equipment__reed_coat__slot": "belt"}, "pack_reference"),
        ({"equipment__reed_coat__modifiers": [{"characteristic": "strength", "amount": 0}]}, "pack_modifier"),
        ({"equipment__reed_coat__modifiers": [{"characteristic": "strenght", "amount": 1}]}, "pack_choice"),
        ({"equipment__reed_coat__modifiers": [{"characteristic": "strength", "amount": 9}]}, "pack_range"),
        ({"skills__mire_born__requires": ["eel_dance"]}, "pack_circle"),
        ({"skills__mire_born__traits": ["dies"]}, "pack_trait"),
        ({"mercenaries__heron__race": "heron"}, "pack_reference"),
        ({"mercenaries__heron__traits": ["head_shot"]}, "pack_trait"),
    ],
)
def test_one_thing_wrong(words: dict[str, Any], problem: str) -> None:
    assert problem in {found.code for found in faults(**words)}


@pytest.mark.parametrize(
    ("kind", "code", "problem"),
    [
        ("equipment", "sword", "pack_code_printed"),
        ("melee", "pistol", "pack_code_printed"),
        ("equipment", "eel_spear", "pack_code_twice"),
        ("races", "Fen Man", "pack_code"),
        ("races", "x" * 31, "pack_code"),
        ("civilians", "civilian_ashley", "pack_stands_for"),
    ],
)
def test_codes_are_an_entrys_own(kind: str, code: str, problem: str) -> None:
    document = deepcopy(FEN)
    document.setdefault(kind, {})[code] = dict(next(iter(FEN.get(kind, {"": {}}).values())))
    assert problem in {found.code for found in read(document).problems}


def test_an_entry_may_stand_in_the_place_of_a_printed_one_of_its_kind() -> None:
    """A house rule, or a correction of the book: the sword of 6 points is the sword."""
    sabre = {"name": "Sword", "hands": 1, "dice": 2, "force": 2, "cost": 6}
    found = read({**FEN, "melee": {**FEN["melee"], "sword": sabre}})
    assert found.problems == []
    assert found.pack is not None
    catalogue = House(packs=(found.pack,)).catalogue
    assert (catalogue.item("sword").cost, CATALOGUE.item("sword").cost) == (6, 5)
    assert list(catalogue.melee)[:3] == list(CATALOGUE.melee)[:3], "in its place"
    assert catalogue.house["items", "sword"].en == "Fen folk"


def test_a_circle_by_way_of_the_book_is_found() -> None:
    """Lynx eye needs a sharp eye: a sharp eye that needs a lynx eye is nobody's."""
    eye = {"name": "Eye", "effect": "Sees.", "requires": ["lynx_eye"]}
    assert [p.code for p in read({**FEN, "skills": {**FEN["skills"], "sharp_eye": eye}}).problems] == ["pack_circle"]


def test_a_word_left_out_is_missed() -> None:
    document = deepcopy(FEN)
    del document["ranged"]["blowpipe"]["reload"]
    assert [(p.code, p.params["item"]) for p in read(document).problems] == [("pack_missing", "reload")]


def test_who_means_a_civilian_of_the_book_hears_its_name() -> None:
    found = read({"code": "town", "name": "Town", "civilians": {"civilian_ashley": {}}})
    assert found.problems[0].params["nearest"] == "civilian_ashlee"


def test_an_empty_pack_is_none() -> None:
    assert codes(read({"code": "void", "name": "Void"}).problems) == [("pack_empty", None)]


@pytest.mark.parametrize(
    "text", ["code = ", "[" * 200, "a." * 20 + "b = 1", "x" * (CHARACTERS_MOST + 1), "code = 1\ncode = 2", "\x00"]
)
def test_what_is_no_file_is_said_to_be_none(text: str) -> None:
    assert [problem.code for problem in read_text(text).problems] == ["pack_unreadable"]


@pytest.mark.parametrize("word", ["code", "name", "about", "version", "races"])
def test_a_number_without_end_is_refused_like_any_other(word: str) -> None:
    for value in (ENDLESS, [ENDLESS], {"fr": ENDLESS}):
        assert read({**FEN, word: value}).pack is None


def test_a_version_is_a_number_that_a_site_can_keep() -> None:
    assert read({**FEN, "version": 2**31 - 1}).problems == []
    for version, problem in ((2**31, "pack_range"), (-1, "pack_range"), (True, "pack_number"), ("2", "pack_number")):
        found = read({**FEN, "version": version}).problems
        assert [(p.code, p.params["item"]) for p in found] == [(problem, "version")]


def test_a_pack_is_written_and_read_again() -> None:
    pack = fen()
    assert read_text(text_of(pack)).pack == pack
    assert "[races.fenman]" in text_of(pack)


@pytest.mark.parametrize("seed", range(60))
def test_random_packs_are_written_and_read_again(seed: int) -> None:
    found = read(random_document(seed))
    assert found.problems == []
    assert found.pack is not None
    again = read_text(text_of(found.pack))
    assert (again.problems, again.pack) == ([], found.pack)
    assert checked(found.pack) == []


MISUSES: list[Any] = [None, -1, 10**9, 1.5, "", "x" * 500, [], [[]], {}, {"fr": 1}, True, [{"amount": 1}], "\ud800"]
MISUSES += [ENDLESS, [ENDLESS], [{"characteristic": ENDLESS, "amount": ENDLESS}]]


@pytest.mark.parametrize("seed", range(40))
def test_nothing_that_is_put_into_a_pack_makes_reading_fail(seed: int) -> None:
    """Each word of a random pack is exchanged for each misuse, one at a time: refused, or read as something valid."""
    document = random_document(seed)
    kind = list(document)[2 + seed % (len(document) - 2)]
    code, row = next(iter(document[kind].items()))
    for word in [*row, "strange"]:
        for misuse in MISUSES:
            altered = {**document, kind: {**document[kind], code: {**row, word: misuse}}}
            found = read(altered)
            assert bool(found.problems) is (found.pack is None)
            for problem in found.problems:
                assert problem.params.get("kind", kind) in (kind, "skills", "mercenaries", "civilians")
            if found.pack is not None:
                assert read_text(text_of(found.pack)).pack == found.pack


def test_a_pack_that_comes_as_a_value_is_looked_at_as_well() -> None:
    """A warband's file brings its packs decoded already: figures beyond all limits are refused there, too."""
    from dataclasses import replace as altered

    from msgspec.structs import replace

    pack = fen()
    giant = altered(pack.melee[0], dice=10**9)
    assert [p.code for p in checked(replace(pack, melee=(giant,)))] == ["pack_range"]
    headless = altered(pack.races[0], profiles={Rank.LEADER: pack.races[0].profiles[Rank.LEADER]})
    assert [p.code for p in checked(replace(pack, races=(headless,), mercenaries=()))] == ["pack_missing"]
    numbered = altered(pack.skills[0], number=99)
    assert [p.code for p in checked(replace(pack, skills=(numbered, pack.skills[1])))] == ["pack_altered"]
    assert checked(replace(pack, code="")) != []
    assert [p.code for p in checked(replace(pack, version=10**4000))] == ["pack_range"]


def test_marks_tell_packs_apart() -> None:
    assert fen().mark == fen().mark
    assert len({fen().mark, fen(version=2).mark, fen(name="Fen").mark}) == 3
    assert document_of(fen())["version"] == 1
    assert isinstance(fen(), Pack)
