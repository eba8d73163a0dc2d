"""Card sets to play with: what is missing, what is misspelt and where, and the invented set itself."""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engines.bebop.bots.worth import card_worth
from engines.bebop.cards import CardSet, Character, read_cards, training
from engines.bebop.game import Game
from engines.bebop.language import LANGUAGE, book_of, play_problems, read_texts, standing_of
from engines.bebop.options import Setup
from engines.core.dice import FastDice
from engines.core.effects.english import in_words
from engines.core.effects.reading import walk
from engines.core.problems import Illegal, Malformed
from tests.engines.bebop.sets import busy


def data() -> dict[str, Any]:
    return copy.deepcopy(msgspec.to_builtins(training()))


def found(changed: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(one.code, one.params) for one in play_problems(read_cards(changed))]


class TestTraining:
    def test_it_is_whole_and_nobodys(self) -> None:
        cards = training()
        assert list(play_problems(cards)) == []
        assert read_texts(cards).warnings == ()
        assert cards.invented

    def test_it_has_the_counts_of_the_box(self) -> None:
        """Contenu: 92, 40, 30, 21. Each character has as many cards of the common deck."""
        book = book_of(training())
        assert len(book.common) == 92
        assert [len(deck) for deck in book.base] == [10, 10, 10, 10]
        assert len(book.damage) == 30
        assert len(book.criminals) == 21
        assert Counter(book.colour[card] for card in book.common) == {0: 23, 1: 23, 2: 23, 3: 23}

    def test_names_are_its_own_in_both_languages(self) -> None:
        cards = training()
        every = (*cards.cards, *cards.base, *cards.damage, *cards.criminals)
        for language in ("fr", "en"):
            names = [getattr(card.name, language) for card in every]
            assert all(names)
            assert len(set(names)) == len(names)

    def test_no_card_is_worth_nothing_or_more_than_it_may_cost(self) -> None:
        """By the weights of its verbs: what is dearer is worth more, about."""
        book = book_of(training())
        for card in set(book.common):
            assert 1.0 < card_worth(book, card) < 1.8 + 1.1 * book.cost[card], book.codes[card]

    def test_the_set_for_tests_says_all_that_the_language_can(self) -> None:
        texts = read_texts(busy()).texts.values()
        used = {type(step) for text in texts for slot in (text.play, text.team, text.red) for step in walk(slot)}
        missing = {word for word, kind in LANGUAGE.verbs.items() if kind not in used} - {"may", "lose"}
        assert missing <= {"lose", "may"}


class TestMissing:
    def test_criminals_alone_are_enough_to_keep_score(self) -> None:
        """Ruling C6: the rulebook prints no costs and no texts; they are data, and without them nothing is made up."""
        bare = data()
        for name in ("cards", "base", "damage"):
            del bare[name]
        cards = read_cards(bare)
        assert list(cards.problems()) == []
        codes = [(one.code, one.params["item"]) for one in cards.missing()]
        assert codes == [
            ("card_count", "cards"),
            ("card_count", "damage"),
            ("card_count", "base_neutral"),
            *(("card_count", f"base_{name.value}") for name in Character),
        ]

    def test_a_set_of_an_older_club_says_what_it_lacks(self) -> None:
        bare = data()
        for card in bare["criminals"]:
            card.pop("force_each")
            card.pop("clues_each")
        bare["vicious_force"] = None
        problems = found(bare)
        assert len([code for code, _ in problems if code == "price_missing"]) == 2 * 21 + 1
        with pytest.raises(Illegal):
            Game.new(Setup(players=2, cards=read_cards(bare)), dice=FastDice(1))

    @pytest.mark.parametrize(
        ("place", "field", "value", "code"),
        [
            ("criminals", "force_each", 0, "card_number"),
            ("criminals", "resistance", 0, "card_number"),
            ("cards", "cost", 21, "card_number"),
            ("cards", "woolongs", 10, "card_number"),
            ("cards", "copies", 0, "card_number"),
            ("cards", "code", "old_badge", "card_code_twice"),
            ("damage", "code", "old_badge", "card_code_twice"),
        ],
    )
    def test_numbers_and_codes(self, place: str, field: str, value: object, code: str) -> None:
        wrong = data()
        wrong[place][0][field] = value
        assert code in [one for one, _ in found(wrong)]

    @pytest.mark.parametrize(
        ("path", "value", "problem"),
        [
            (("criminals", 0, "resistance"), 0, ("card_number", "kettle_smuggler")),
            (("criminals", 0, "clues"), 0, ("card_number", "kettle_smuggler")),
            (("criminals", 0, "force_each"), 0, ("card_number", "kettle_smuggler")),
            (("criminals", 0, "clues_each"), 0, ("card_number", "kettle_smuggler")),
            (("vicious", 0, "resistance"), 0, ("card_number", "vicious_2")),
            (("vicious", 0, "clues"), 0, ("card_number", "vicious_2")),
            (("vicious_force",), 0, ("card_number", "vicious")),
            (("vicious_clues",), 0, ("card_number", "vicious")),
            (("criminals", 0, "planet"), "mars", ("card_count", "earth")),
            (("criminals", 0, "planet"), "mars", ("card_count", "mars")),
            (("criminals", 0, "star"), 1, ("card_count", "starters_earth")),
            (("criminals", 2, "star"), 0, ("card_count", "starters_earth")),
            (("vicious", 0, "players"), 3, ("card_count", "vicious_2")),
        ],
    )
    def test_what_cannot_be_hunted_is_refused(
        self, path: tuple[str | int, ...], value: object, problem: tuple[str, str]
    ) -> None:
        """Ruling C73: no pile is empty, no token free; seven criminals a planet, two with star 0; a row for each
        number of players. The first of the set is the smuggler, of Earth and with star 0, the third has star 1.
        """
        wrong: Any = data()
        *way, last = path
        part = wrong
        for step in way:
            part = part[step]
        part[last] = value
        assert problem in [(code, params["item"]) for code, params in found(wrong)]
        with pytest.raises(Illegal):
            Game.new(Setup(players=2, cards=read_cards(wrong)), dice=FastDice(1))

    def test_a_team_zone_is_of_another_colour(self) -> None:
        wrong = data()
        card = next(card for card in wrong["cards"] if "team" in card)
        card["team"]["with"] = card["colour"]
        assert found(wrong) == [("team_own_colour", {"item": card["code"]})]

    def test_another_version_of_the_language_is_refused(self) -> None:
        assert found({**data(), "language": 2}) == [("language_version", {"value": 2, "least": 1, "most": 1})]


def steps_of(cards: dict[str, Any]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Every step of a set with its card, slot and place."""
    for card in (*cards["cards"], *cards["base"]):
        yield from inner(card["code"], "play", card.get("play", ()))
        if "team" in card:
            yield from inner(card["code"], "team", card["team"]["steps"])
    for card in cards["damage"]:
        yield from inner(card["code"], "red", card["red"].get("steps", ()))
        yield from inner(card["code"], "grey", card.get("grey", ()))


def inner(card: str, slot: str, steps: Any, path: str = "") -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    for number, step in enumerate(steps, start=1):
        place = f"{path}{number}"
        yield card, slot, place, step
        yield from inner(card, slot, step.get("steps", ()), f"{place}.")
        for branch, of in enumerate(step.get("of", ()), start=1):
            yield from inner(card, slot, of, f"{place}.b{branch}.")


class TestWords:
    """What is typed off a card is compared with what its steps do."""

    def test_a_number_and_a_word_without_a_step(self) -> None:
        odd = data()
        odd["cards"][1]["text"] = {"fr": "Piochez 3 cartes.", "en": "You may draw 3 cards."}
        warnings = [(one.code, one.params["value"]) for one in read_texts(read_cards(odd)).warnings]
        assert warnings == [
            ("effect_text_number", "3"),
            ("effect_text_number", "3"),
            ("effect_text_word", "may"),
        ]

    def test_how_far_a_set_has_come(self) -> None:
        half = data()
        half["cards"] = list(half["cards"][:1])  # 3 copies
        half["cards"][0] |= {"text": {"fr": "Piochez.", "en": "Draw."}, "play": []}
        half["damage"][0]["red"]["steps"] = [{"do": "table_decides"}]  # 3 copies
        count = standing_of(read_cards(half))
        assert (count.whole, count.asks, count.text, count.missing) == (40 + 27, 3, 3, 89)


class TestSpoilt:
    """Whatever is misspelt in the training set is refused, and its place is told."""

    def test_every_verb(self) -> None:
        count = sum(1 for _ in steps_of(data()))
        for number in range(count):
            spoilt = data()
            card, slot, place, step = list(steps_of(spoilt))[number]
            step["do"] += "x"
            ((code, params),) = found(spoilt)
            assert code == "effect_verb_unknown"
            assert (params["item"], params["slot"], params["step"]) == (card, slot, place)
            assert params["nearest"] == step["do"][:-1]

    def test_every_key(self) -> None:
        count = sum(1 for _ in steps_of(data()))
        tried = 0
        for number in range(count):
            keys = [key for key in list(steps_of(data()))[number][3] if key != "do"]
            for key in keys:
                spoilt = data()
                card, slot, place, step = list(steps_of(spoilt))[number]
                step[key + "x"] = step.pop(key)
                problems = found(spoilt)
                code, params = problems[0]
                assert code == "effect_key_unknown"
                assert (params["item"], params["slot"], params["step"], params["nearest"]) == (card, slot, place, key)
                tried += 1
        assert tried > 80

    def test_every_value_that_is_a_word(self) -> None:
        count = sum(1 for _ in steps_of(data()))
        for number in range(count):
            for key, value in list(steps_of(data()))[number][3].items():
                if key == "do" or not isinstance(value, str):
                    continue
                spoilt = data()
                card, _slot, place, step = list(steps_of(spoilt))[number]
                step[key] = value + "x"
                (_code, params), *_more = found(spoilt)
                assert (params["item"], params["step"]) == (card, place)

    def test_every_number(self) -> None:
        count = sum(1 for _ in steps_of(data()))
        for number in range(count):
            if isinstance(list(steps_of(data()))[number][3].get("n"), int):
                spoilt = data()
                list(steps_of(spoilt))[number][3]["n"] = 0
                assert [code for code, _ in found(spoilt)] == ["effect_number"]

    @pytest.mark.parametrize(("place", "key"), [("cards", "woolongs"), ("damage", "red"), ("criminals", "planet")])
    def test_a_misspelt_key_of_a_card_cannot_be_read(self, place: str, key: str) -> None:
        spoilt = data()
        card = next(card for card in spoilt[place] if key in card)
        card[key + "x"] = card.pop(key)
        with pytest.raises(Malformed):
            read_cards(spoilt)

    def test_the_place_is_told_in_words(self) -> None:
        spoilt = data()
        card = next(card for card in spoilt["cards"] if card["code"] == "double_or_quits")
        card["play"][0]["steps"][0]["do"] = "drew"
        (problem,) = play_problems(read_cards(spoilt))
        told = "“double_or_quits”, play, step 1, inner step 1: unknown verb “drew”; did you mean “draw”?"
        assert in_words(problem) == told

    def test_dropping_a_field_changes_what_is_read(self) -> None:
        """Or the field would be dead."""
        whole = read_texts(read_cards(data())).texts
        count = sum(1 for _ in steps_of(data()))
        for number in range(count):
            for key in list(list(steps_of(data()))[number][3]):
                spoilt = data()
                card, _slot, _place, step = list(steps_of(spoilt))[number]
                del step[key]
                result = read_texts(read_cards(spoilt))
                assert result.problems or result.texts[card] != whole[card], (card, key)

    def test_other_faults_of_meaning(self) -> None:
        for text, code in (
            ({"do": "gain", "what": "force", "who": "others"}, "effect_reserve"),
            ({"do": "take", "who": "me"}, "effect_of_oneself"),
            ({"do": "draw", "n": "cards"}, "effect_name_unmade"),
            ({"do": "choose", "of": [[{"do": "draw"}]]}, "effect_no_steps"),
            ({"do": "draw", "who": "leader"}, "effect_who_unknown"),
        ):
            spoilt = data()
            spoilt["cards"][0]["play"] = [text]
            assert [one for one, _ in found(spoilt)] == [code]


def test_a_set_is_the_same_after_being_written_and_read() -> None:
    for cards in (training(), busy()):
        written = msgspec.json.encode(cards)
        assert read_cards(msgspec.json.decode(written)) == cards
        assert msgspec.json.decode(written, type=CardSet) == cards
