"""Card sets: all that is missing or wrong is told, with its place; every key and word of the training set counts."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from engines.badass_force.cards import CardSet, read_cards, training
from engines.badass_force.game import Game
from engines.badass_force.language import LANGUAGE, casting, problems, standing_of, warnings
from engines.badass_force.options import Options, Setup
from engines.core.dice import FastDice
from engines.core.effects.english import SENTENCES, in_words
from engines.core.effects.language import verb_of
from engines.core.effects.reading import Reader, fields
from engines.core.effects.wholeness import Standing
from engines.core.problems import Illegal, Malformed
from tests.engines.badass_force.busy import BUSY

TEXT = files("engines.badass_force").joinpath("training.toml").read_text(encoding="utf-8")
DATA = tomllib.loads(TEXT)

Way = tuple[str | int, ...]


def places(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Every value within data, with the way to it."""
    yield way, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*way, key))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from places(inner, (*way, number))


def at(data: Any, way: Way) -> Any:
    for part in way:
        data = data[part]
    return data


def problems_of(data: Any) -> list[str]:
    """What is said of data: why it cannot be read_cards, or everything that is wrong with it."""
    try:
        cards = read_cards(data)
    except Malformed as unreadable:
        return [str(unreadable)]
    return [in_words(problem, TEXT) if problem.code in SENTENCES else problem.code for problem in problems(cards)]


def text_of(way: Way) -> bool:
    """Whether a value is free text: a name, a code, a printed text."""
    return "name" in way[:-1] or way[-1:] in (("code",), ("text",))


KEYS = [(way, key) for way, value in places(DATA) if isinstance(value, dict) for key in value]
WORDS = [way for way, value in places(DATA) if isinstance(value, str) and not text_of(way)]


class TestTheTrainingSet:
    def test_is_whole_invented_and_has_the_counts_of_the_box(self) -> None:
        cards = training()
        assert list(problems(cards)) == []
        assert list(warnings(cards)) == []
        assert cards.invented
        assert "invented" in cards.name.en
        assert standing_of(cards) == Standing(whole=16)
        assert (len(cards.characters), {card.copies for card in cards.characters}) == (8, {7})
        assert (len(cards.weapons), {card.copies for card in cards.weapons}) == (8, {3})

    def test_is_written_as_it_was_read(self) -> None:
        again = read_cards(msgspec.json.decode(msgspec.json.encode(training())))
        assert again == training()

    @pytest.mark.parametrize(("way", "key"), KEYS)
    def test_every_misspelt_key_is_refused(self, way: Way, key: str) -> None:
        data = copy.deepcopy(DATA)
        held = at(data, way)
        held[key + "x"] = held.pop(key)
        said = problems_of(data)
        assert said, (way, key)
        if "name" not in way:
            assert any(key in one for one in said), said

    @pytest.mark.parametrize("way", WORDS)
    def test_every_misspelt_word_is_refused_with_its_card(self, way: Way) -> None:
        data = copy.deepcopy(DATA)
        at(data, way[:-1])[way[-1]] += "x"
        said = problems_of(data)
        assert said, way
        if (way[0] in ("characters", "weapons") and "do" in way) or "who" in way:
            assert any(at(DATA, way[:2])["code"] in one for one in said), said

    def test_a_misspelt_verb_is_told_with_line_place_and_the_nearest(self) -> None:
        data = copy.deepcopy(DATA)
        nurse = next(card for card in data["characters"] if card["code"] == "midnight_nurse")
        nurse["power"][0]["do"] = "revvie"
        said = problems_of(data)
        assert said == ["line 41, “midnight_nurse”, power, step 1: unknown verb “revvie”; did you mean “revive”?"]

    def test_every_optional_field_of_a_step_matters(self) -> None:
        """Left out, a field changes what is read: none is dead."""
        optional = [
            (way, key)
            for way, value in places(DATA)
            if isinstance(value, dict) and "do" in value
            for key in value
            if key != "do"
        ]
        assert len(optional) > 40
        for way, key in optional:
            data = copy.deepcopy(DATA)
            del at(data, way)[key]
            verb = LANGUAGE.verbs[at(DATA, way)["do"]]
            field = next(one for one in fields(verb) if one.encode_name == key)
            same = not field.required and field.default == at(DATA, way)[key]
            assert same or problems_of(data) or read_cards(data) != training(), (way, key)

    def test_no_character_and_no_weapon_carries_the_name_of_a_real_one(self) -> None:
        """All names are invented; each in both languages."""
        cards = training()
        for name in [*(card.name for card in cards.characters), *(card.name for card in cards.weapons)]:
            assert name.fr != name.en


class TestProblems:
    @pytest.mark.parametrize(
        ("change", "code", "item"),
        [
            (lambda data: data["characters"].pop(), "card_count", "characters"),
            (lambda data: data["weapons"].pop(), "card_count", "weapons"),
            (lambda data: data["faces"].pop(), "card_count", "faces"),
            (lambda data: data["characters"][0].update(copies=6), "card_count", "bullet_baroness"),
            (lambda data: data["weapons"][0]["bar"].update(explode=5), "card_number", "office_stapler"),
            (lambda data: data["weapons"][0]["bar"].update(explode=0), "card_number", "office_stapler"),
            (lambda data: data["weapons"][0]["bar"].update(start=5), "card_number", "office_stapler"),
            (lambda data: data["weapons"][0].pop("execution"), "card_says_nothing", "office_stapler"),
            (lambda data: data["characters"][2].pop("power") and data["characters"][2].pop("vengeance"),
             "card_says_nothing", "silent_accountant"),
            (lambda data: data["characters"][1].update(code="Bullet_Baroness"), "card_code_twice", "Bullet_Baroness"),
            (lambda data: data.update(language=2), "card_number", "set"),
        ],
    )  # fmt: skip
    def test_what_the_box_has_and_what_a_card_must_say(self, change: Any, code: str, item: str) -> None:
        data = copy.deepcopy(DATA)
        change(data)
        assert (code, item) in [(each.code, each.params["item"]) for each in problems(read_cards(data))]

    def test_one_of_each_class_is_wanted(self) -> None:
        data = copy.deepcopy(DATA)
        for card in data["characters"]:
            card["classes"] = ["ammo"]
        assert {each.params["item"] for each in problems(read_cards(data))} == {"defence", "assassin"}

    def test_a_set_that_is_wrong_cannot_be_played(self) -> None:
        data = copy.deepcopy(DATA)
        data["characters"][0]["power"][0]["do"] = "trahs"
        with pytest.raises(Illegal) as refused:
            Game.new(Setup(players=2, options=Options(cards=read_cards(data))), dice=FastDice(1))
        assert [each.code for each in refused.value.problems] == ["effect_verb_unknown"]

    def test_a_reaction_word_stands_in_reactions_only(self) -> None:
        data = copy.deepcopy(DATA)
        data["characters"][0]["power"] = [{"do": "block"}, {"do": "kill", "who": "attacker"}]
        assert [each.code for each in problems(read_cards(data))] == ["effect_verb_place", "effect_who_here"]

    def test_a_typed_text_is_compared_with_what_the_steps_say(self) -> None:
        data = copy.deepcopy(DATA)
        data["characters"][0]["text"] = "Gagnez 4 munitions, et chaque adversaire en perd."
        said = [(each.code, each.params["value"]) for each in warnings(read_cards(data))]
        assert said == [("effect_text_number", "4"), ("effect_text_word", "chaque")]

    def test_a_card_that_asks_the_table_counts_as_such(self) -> None:
        assert standing_of(BUSY) == Standing(whole=15, asks=1)


class TestTheLanguage:
    def test_the_busy_set_says_every_word(self) -> None:
        words = {value for _, value in places(msgspec.to_builtins(BUSY)) if isinstance(value, str)}
        assert set(LANGUAGE.verbs) <= words
        keys = {key for _, value in places(msgspec.to_builtins(BUSY)) if isinstance(value, dict) for key in value}
        assert set(LANGUAGE.conditions) <= keys
        assert list(problems(BUSY)) == []

    def test_every_verb_says_what_it_does(self) -> None:
        for kind in LANGUAGE.verbs.values():
            assert kind.__doc__

    @given(st.data())
    def test_steps_built_at_random_are_read_and_played(self, data: st.DataObject) -> None:
        """Whatever the language can say comes to an end."""
        steps = data.draw(st.lists(step_data(3), min_size=1, max_size=3))
        reader = Reader(LANGUAGE, "alpha")
        reader.slot("power", steps)
        if reader.problems:
            return
        told: dict[str, Any] = copy.deepcopy(DATA)
        for card in told["characters"]:
            card["power"] = steps
        cards: CardSet = read_cards(told)
        casting(cards)
        game = Game.new(
            Setup(players=3, options=Options(cards=cards, limit=6, turn_limit=30)), dice=FastDice(1), record=False
        )
        dice = FastDice(data.draw(st.integers(0, 999)))
        while game.actor is not None:
            legal = game.actions()
            game.play(legal[dice.one_of(len(legal), "a choice")])


def step_data(depth: int) -> st.SearchStrategy[dict[str, Any]]:
    """Steps as data, of the verbs that can stand in a power."""
    who = st.sampled_from(["me", "chosen", "others", "all", "left", "right", "leader"])
    numbers = st.integers(1, 4)
    plain = st.one_of(
        st.builds(lambda do, what, n, who: {"do": do, "what": what, "n": n, "who": who},
                  st.sampled_from(["gain", "lose", "take"]), st.sampled_from(["ammo", "points"]), numbers, who),
        st.builds(lambda who, where: {"do": "kill", "who": who, "from": where}, who,
                  st.sampled_from(["active", "hand"])),
        st.builds(lambda do, who: {"do": do, "who": who}, st.sampled_from(
            ["change_character", "change_weapon", "look", "reveal", "roll", "guess"]), who),
        st.builds(lambda n, pick: {"do": "revive", "n": n, "pick": pick}, numbers,
                  st.sampled_from(["choose", "random"])),
        st.just({"do": "table_decides"}),
        st.builds(lambda what, who: {"do": "forbid", "what": what, "until": "turn_end", "who": who},
                  st.sampled_from(["power", "call", "armoury"]), who),
    )  # fmt: skip
    if not depth:
        return plain
    inner = st.lists(step_data(depth - 1), min_size=1, max_size=2)
    return st.one_of(
        plain,
        st.builds(lambda steps: {"do": "may", "steps": steps}, inner),
        st.builds(lambda a, b: {"do": "choose", "of": [a, b]}, inner, inner),
        st.builds(
            lambda n, steps: {"do": "pay", "what": "ammo", "n": n, "up_to": True, "steps": steps}, numbers, inner
        ),
        st.builds(lambda n, steps: {"do": "repeat", "times": n, "steps": steps}, numbers, inner),
        st.builds(lambda steps: {"do": "each", "who": "others", "steps": steps}, inner),
        st.builds(
            lambda n, a, b: {"do": "if", "when": {"ammo_least": n}, "steps": a, "otherwise": b}, numbers, inner, inner
        ),
    )


def test_every_verb_has_one_word() -> None:
    assert len({verb_of(kind) for kind in LANGUAGE.verbs.values()}) == len(LANGUAGE.verbs) == 23
