"""Reading a card's steps: everything wrong is found, with its place and the nearest name."""

import msgspec
import pytest

from engines.core.effects.english import in_words
from engines.core.effects.keys import check_keys
from engines.core.effects.reading import Reader, most_steps, walk
from engines.core.effects.texts import text_warnings
from engines.core.effects.wholeness import Standing, Wholeness, standing, wholeness
from engines.core.problems import Malformed
from tests.engines.core.effects.toy import LANGUAGE, gain, read, wrong


class TestRefusals:
    @pytest.mark.parametrize(
        ("step", "found"),
        [
            ({"do": "gian", "what": "stones"}, ("effect_verb_unknown", "1", "gian", "gain")),
            ({"doo": "gain", "what": "stones"}, ("effect_verb_missing", "1", "doo", "do")),
            ({"do": "gain", "waht": "stones", "what": "stones"}, ("effect_key_unknown", "1", "waht", "")),
            ({"do": "gain", "what": "stones", "hwo": "me"}, ("effect_key_unknown", "1", "hwo", "who")),
            ({"do": "gain"}, ("effect_key_missing", "1", "gain", "")),
            ({"do": "gain", "what": "stonse"}, ("effect_value_unknown", "1", "stonse", "stones")),
            (gain("y"), ("effect_name_unmade", "1", "y", "")),
            (gain(0), ("effect_number", "1", "0", "")),
            (gain(51), ("effect_number", "1", "51", "")),
            (gain(True), ("effect_value", "1", "True", "")),
            (gain({"count": "stonse"}), ("effect_count_unknown", "1", "stonse", "stones")),
            (gain({"count": "stones", "mots": 3}), ("effect_key_unknown", "1", "mots", "most")),
            (gain({"count": "stones", "most": 99}), ("effect_number", "1", "99", "")),
            (gain(who="othres"), ("effect_who_unknown", "1", "othres", "others")),
            (gain(who="foe"), ("effect_who_here", "1", "foe", "")),
            (gain(who=3), ("effect_who_unknown", "1", "3", "")),
            (gain(who="chosen", as_="x"), ("effect_key_unknown", "1", "as_", "as")),
            (gain(who="chosen", **{"as": "me"}), ("effect_name_taken", "1", "me", "")),
            (gain(who="chosen", **{"as": "A b"}), ("effect_name_odd", "1", "A b", "")),
            ({"do": "pay", "what": "stonse", "steps": [gain()]}, ("effect_value_unknown", "1", "stonse", "stones")),
            ({"do": "guard"}, ("effect_verb_place", "1", "guard", "")),
            ({"do": "may", "steps": []}, ("effect_no_steps", "1", "", "")),
            ({"do": "may", "steps": gain()}, ("effect_not_steps", "1", str(gain())[:40], "")),
            ({"do": "choose", "of": [[gain()]]}, ("effect_no_steps", "1", str((read(gain()),))[:40], "")),
            ({"do": "choose", "of": "gain"}, ("effect_not_steps", "1", "gain", "")),
            ({"do": "if", "when": {"stones_leats": 1}, "steps": [gain()]}, (
                "effect_condition_unknown", "1", "stones_leats", "stones_least")),
            ({"do": "if", "when": {"all": []}, "steps": [gain()]}, ("effect_condition_unknown", "1", "[]", "")),
            ({"do": "if", "when": {"stones_least": 1, "not": {}}, "steps": [gain()]}, (
                "effect_condition_many", "1", "stones_least, not", "")),
            ({"do": "if", "when": {"stones_least": "1"}, "steps": [gain()]}, ("effect_value", "1", "1", "")),
            ("gain", ("effect_not_steps", "1", "gain", "")),
        ],
    )  # fmt: skip
    def test_each_slip_is_refused_with_place_and_nearest_name(
        self, step: object, found: tuple[str, str, str, str]
    ) -> None:
        assert wrong(step) == [found]

    def test_all_problems_of_all_steps_are_found_at_once(self) -> None:
        inner = {"do": "may", "steps": [gain(), {"do": "gain", "what": "stonse", "n": 99}]}
        branch = {"do": "choose", "of": [[gain()], [{"do": "trahs"}]]}
        assert wrong({"do": "giant"}, inner, branch) == [
            ("effect_verb_unknown", "1", "giant", "gain"),
            ("effect_value_unknown", "2.2", "stonse", "stones"),
            ("effect_number", "2.2", "99", ""),
            ("effect_verb_unknown", "3.b2.1", "trahs", ""),
        ]

    def test_a_name_must_be_made_before_it_is_used_and_lives_in_its_slot(self) -> None:
        made = gain(who="chosen", **{"as": "victim"})
        assert wrong(made, gain(who="victim")) == []
        assert wrong(gain(who="victim"), made) == [("effect_who_unknown", "1", "victim", "")]
        assert wrong(made, gain(who="victm")) == [("effect_who_unknown", "2", "victm", "victim")]
        assert wrong(made, gain("victim")) == [("effect_name_kind", "2", "victim", "")]
        reader = Reader(LANGUAGE, "card")
        reader.slot("play", [made])
        reader.slot("answer", [gain(who="victim")])
        assert [each.code for each in reader.problems] == ["effect_who_unknown"]

    def test_what_was_paid_is_x_within_the_steps_paid_for(self) -> None:
        pay = {"do": "pay", "what": "stones", "n": 3, "up_to": True, "steps": [gain("x")]}
        assert wrong(pay) == []
        assert wrong(gain("x"), pay) == [("effect_name_unmade", "1", "x", "")]

    def test_more_than_200_steps_are_refused(self) -> None:
        """One step that does 19 others ten times: 1 + 10 × 19."""
        few = {"do": "repeat", "times": 10, "steps": [gain()] * 19}
        assert most_steps(read(few)) == 191
        many = {"do": "repeat", "times": 10, "steps": [gain()] * 20}
        assert wrong(many) == [("effect_too_many_steps", "", "201", "")]

    def test_an_unused_name_is_a_warning(self) -> None:
        reader = Reader(LANGUAGE, "card")
        reader.slot("play", [gain(who="chosen", **{"as": "victim"})])
        assert reader.problems == []
        assert [(each.code, each.params["value"]) for each in reader.warnings] == [("effect_name_unused", "victim")]


class TestPlaces:
    FILE = """name = { fr = "Jeu", en = "Set" }
[[cards]]
code = "spoon"
play = [{ do = "gain", what = "stones" }]
[[cards]]
code = "toolbox"
cost = 3
play = [
  { do = "gain", what = "stones" },
  { do = "may", steps = [{ do = "trahs" }] },
]
"""

    def test_a_problem_is_told_in_human_words_with_line_and_nearest_name(self) -> None:
        reader = Reader(LANGUAGE, "toolbox")
        reader.slot("play", [{"do": "may", "steps": [{"do": "gian", "what": "stones"}]}])
        (problem,) = reader.problems
        assert in_words(problem) == "“toolbox”, play, step 1, inner step 1: unknown verb “gian”; did you mean “gain”?"

    def test_the_line_is_that_of_the_misspelt_word(self) -> None:
        reader = Reader(LANGUAGE, "toolbox")
        reader.slot("play", [gain(), {"do": "may", "steps": [{"do": "trahs"}]}])
        (problem,) = reader.problems
        assert in_words(problem, self.FILE).startswith("line 10, “toolbox”, play, step 2, inner step 1:")

    def test_without_the_word_it_is_the_slots_line_or_the_cards(self) -> None:
        reader = Reader(LANGUAGE, "toolbox")
        reader.slot("play", [{"do": "nowhere"}])
        reader.slot("team", [{"do": "nowhere"}])
        first, second = (in_words(problem, self.FILE) for problem in reader.problems)
        assert first.startswith("line 8,")
        assert second.startswith("line 6,")

    def test_branches_are_numbered(self) -> None:
        reader = Reader(LANGUAGE, "card")
        reader.slot("play", [{"do": "choose", "of": [[gain()], [{"do": "trahs"}]]}])
        assert in_words(reader.problems[0]) == "“card”, play, step 1, branch 2, inner step 1: unknown verb “trahs”"


class TestKeys:
    def test_every_misspelt_key_of_a_file_is_named_with_the_nearest(self) -> None:
        class Card(msgspec.Struct):
            code: str
            cost: int = 0

        class Set(msgspec.Struct):
            cards: tuple[Card, ...]

        check_keys({"cards": [{"code": "spoon", "cost": 1}]}, Set)
        with pytest.raises(Malformed) as refused:
            check_keys({"cards": [{"code": "spoon", "csot": 1}], "crads": []}, Set)
        assert refused.value.where == "$.cards[0].csot"
        assert "of 'spoon'; did you mean 'cost'?" in str(refused.value)
        assert "$.crads: unknown key 'crads'; did you mean 'cards'?" in str(refused.value)


class TestTexts:
    def test_numbers_and_words_of_a_text_want_a_counterpart(self) -> None:
        told = [
            (each.code, each.params["value"])
            for each in text_warnings("card", "play", "Each player may gain up to 3 stones if 4 are left", read(gain()))
        ]
        assert told == [
            ("effect_text_number", "3"),
            ("effect_text_number", "4"),
            ("effect_text_word", "may"),
            ("effect_text_word", "each"),
            ("effect_text_word", "up to"),
            ("effect_text_word", "if"),
        ]
        french = "Chaque joueur peut gagner jusqu’à 3 pierres si vous en avez 4"
        assert len(list(text_warnings("card", "play", french, read(gain())))) == 6

    def test_a_text_that_the_steps_say_brings_no_warning(self) -> None:
        pay = {"do": "pay", "what": "stones", "n": 3, "up_to": True, "steps": [gain("x", who="others")]}
        when = {"do": "if", "when": {"stones_least": 4}, "steps": [pay]}
        text = "Si vous avez 4 pierres, vous pouvez en payer jusqu’à 3 : chacun des autres en gagne autant."
        assert list(text_warnings("card", "play", text, read(when))) == []
        assert list(text_warnings("card", "play", "Each gains 9", read({"do": "table_decides"}))) == []


class TestWholeness:
    def test_a_card_is_whole_asks_the_table_or_has_its_text_only(self) -> None:
        asks = {"do": "may", "steps": [{"do": "table_decides"}]}
        cards = [
            wholeness([read(gain())]),
            wholeness([read(gain()), read(asks)], text="Do something odd."),
            wholeness([()], text="Do something odd."),
            wholeness([()]),
        ]
        assert cards == [Wholeness.WHOLE, Wholeness.ASKS, Wholeness.TEXT, Wholeness.WHOLE]
        each = [(card, 1) for card in cards]
        assert standing(each, 6) == Standing(whole=2, asks=1, text=1, missing=2)
        assert standing(each, 6).total == 6
        assert not standing(each, 6).finished
        assert standing(each[:2], 2).finished
        assert standing([(Wholeness.WHOLE, 5), (Wholeness.TEXT, 2)], 6) == Standing(whole=5, text=2)


def test_steps_are_written_as_they_were_read() -> None:
    data = [
        gain(2, who="chosen", **{"as": "victim"}),
        {"do": "if", "when": {"not": {"stones_least": 4, "who": "victim"}}, "steps": [gain(3)]},
    ]
    found = read(*data)
    assert msgspec.json.decode(msgspec.json.encode(found)) == data
    assert len(list(walk(found))) == 3
