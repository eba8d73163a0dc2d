"""Card sets of BAF!: the counts of the box, the values on the cards, and the invented training set."""

from __future__ import annotations

from typing import Any

import pytest

from engines.baf import cards
from engines.baf.score import GAME, BafSetup
from engines.core.problems import Malformed
from tests.engines.score.baf_box import BOSSES_OF, HEROES, MONSTERS, box, card_set


def problems(**changes: Any) -> list[tuple[str, dict[str, Any]]]:
    return [(problem.code, problem.params) for problem in card_set(**changes).problems()]


def hero_cards(**changes: Any) -> list[dict[str, Any]]:
    return [{"code": code, "skills": skills} for code, skills in {**HEROES, **changes}.items()]


def test_the_trial_box_is_whole() -> None:
    assert problems() == []


def test_a_set_that_is_wrong_refuses_the_match() -> None:
    setup = BafSetup(seats=2, cards=card_set(heroes=hero_cards()[:9]))
    assert [problem.code for problem in GAME.setup_problems(setup)] == ["card_count"]


class TestCounts:
    """10 heroes, 34 monsters of each level, 4 dungeon masters, 4 dragons (BAF!, Contenu)."""

    def test_heroes(self) -> None:
        assert problems(heroes=hero_cards()[:9]) == [("card_count", {"item": "heroes", "count": 9, "needs": 10})]

    @pytest.mark.parametrize("level", [1, 2, 3])
    def test_monsters(self, level: int) -> None:
        extra = {"code": "extra", "level": level, "defence": {"melee": 1}}
        found = problems(monsters=[*MONSTERS, extra])
        assert found == [("card_count", {"item": f"monsters_{level}", "count": 35, "needs": 34})]

    @pytest.mark.parametrize("kind", ["masters", "dragons"])
    def test_bosses(self, kind: str) -> None:
        found = problems(**{kind: BOSSES_OF[kind][:3]})
        assert found == [("card_count", {"item": kind, "count": 3, "needs": 4})]


class TestValues:
    def test_a_hero_starts_with_one_or_two_categories(self) -> None:  # Cartes héros
        found = problems(heroes=hero_cards(witch={"magic": 1, "melee": 1, "stealth": 1}))
        assert found == [("hero_categories", {"item": "witch", "count": 3, "least": 1, "most": 2})]
        assert problems(heroes=hero_cards(witch={}))[0][1]["count"] == 0

    def test_a_defence_asks_for_something(self) -> None:
        monsters = [{**MONSTERS[0], "defence": {}}, *MONSTERS[1:]]
        assert problems(monsters=monsters) == [("defence_empty", {"item": "jelly"})]

    @pytest.mark.parametrize(
        ("field", "value", "least", "most"),
        [("runes", 5, 0, 4), ("coins", -1, 0, 20), ("coins", 21, 0, 20)],
    )
    def test_numbers_have_limits(self, field: str, value: int, least: int, most: int) -> None:
        found = problems(monsters=[{**MONSTERS[0], field: value}, *MONSTERS[1:]])
        params = {"item": "jelly", "field": field, "value": value, "least": least, "most": most}
        assert found == [("card_number", params)]

    def test_levels_are_one_to_three(self) -> None:
        found = problems(monsters=[*MONSTERS, {"code": "extra", "level": 4, "defence": {"melee": 1}}])
        params = {"item": "extra", "field": "level", "value": 4, "least": 1, "most": 3}
        assert found == [("card_number", params)]

    def test_skills_have_limits(self) -> None:
        found = problems(heroes=hero_cards(scout={"ranged": 10}))
        params = {"item": "scout", "field": "skills_ranged", "value": 10, "least": 0, "most": 9}
        assert found == [("card_number", params)]

    def test_a_code_stands_for_one_card(self) -> None:
        monsters = [*MONSTERS[:-1], {**MONSTERS[-1], "code": "giant"}]
        assert problems(monsters=monsters) == [("card_code_twice", {"item": "giant"})]
        monsters = [*MONSTERS[:-1], {**MONSTERS[-1], "code": "Giant"}]
        assert problems(monsters=monsters) == [("card_code_twice", {"item": "Giant"})]

    def test_a_code_is_needed(self) -> None:
        monsters = [{**MONSTERS[0], "code": " ", "name": {"fr": "x", "en": "y"}}, *MONSTERS[1:]]
        assert problems(monsters=monsters) == [("card_code_empty", {"number": 1})]
        monsters = [{**MONSTERS[0], "code": "jelly "}, *MONSTERS[1:]]
        assert problems(monsters=monsters) == [("card_code_spaces", {"item": "jelly "})]

    def test_what_cannot_be_read_says_where(self) -> None:
        data = box()
        data["monsters"][2]["coins"] = "three"
        with pytest.raises(Malformed) as refusal:
            cards.read_cards(data)
        assert refusal.value.where == "$.monsters[2].coins"
