"""What is noted before the fights of BAF!: everybody's heroes at once, and the monsters that lie on the table."""

from __future__ import annotations

from typing import Any

import pytest

from engines.baf.score import GAME
from engines.core.score import Pick, Rows
from tests.engines.score.baf_box import close, heroes, play, refusals, setup, win

PAIRS = [{"left": "witch", "right": "guard"}, {"left": "scout", "right": "rogue"}]


def all_heroes(*pairs: dict[str, str]) -> dict[str, Any]:
    return {"kind": "all_heroes", "pairs": list(pairs)}


def reveal(*monsters: str, number: int = 1, names: str = "") -> dict[str, Any]:
    return {"kind": "reveal", "round": number, "monsters": list(monsters), "names": names}


def offers(state: Any, kind: str, field: str) -> Any:
    """A field of a kind of entry that may be made, ``None`` where it is not offered."""
    fields = [one for choice in GAME.choices(state) if choice.kind == kind for one in choice.fields]
    return next((one for one in fields if one.name == field), None)


class TestAllHeroes:
    def test_all_in_one_entry_are_what_each_player_s_are(self) -> None:
        at_once = play(setup(), all_heroes(*PAIRS)).state
        one_by_one = play(setup(), heroes(0, "witch", "guard"), heroes(1, "scout", "rogue")).state
        assert at_once.heroes == one_by_one.heroes
        assert at_once.drafted

    def test_it_is_offered_while_nobody_has_a_hero(self) -> None:
        field = offers(GAME.begin(setup(3)), "all_heroes", "pairs")
        assert isinstance(field, Rows)
        assert (field.least, field.most, field.per_seat) == (3, 3, True)
        assert offers(play(setup(), heroes(0, "witch", "guard")).state, "all_heroes", "pairs") is None
        assert offers(play(setup(), all_heroes(*PAIRS)).state, "all_heroes", "pairs") is None

    def test_no_hero_twice_no_player_left_out_no_hero_of_another_box(self) -> None:
        twice = all_heroes(PAIRS[0], {"left": "scout", "right": "guard"})
        assert refusals(setup(), twice) == {"hero_taken": {"seat": 0, "item": "guard"}}
        assert refusals(setup(), all_heroes({"left": "scout", "right": "scout"}, PAIRS[0])).keys() == {"hero_taken"}
        assert refusals(setup(3), all_heroes(*PAIRS)).keys() == {"final_lines"}
        wrong = all_heroes(PAIRS[0], {"left": "scout", "right": "wizard"})
        assert refusals(setup(), wrong) == {"card_unknown": {"item": "hero", "value": "wizard"}}

    def test_not_beside_heroes_that_are_noted(self) -> None:
        found = refusals(setup(), {"kind": "draft", "seat": 0, "hero": "witch"}, all_heroes(*PAIRS))
        assert found.keys() == {"heroes_known", "hero_taken"}

    def test_without_a_card_set_names_are_typed(self) -> None:
        state = play(setup(with_cards=False), all_heroes(*PAIRS)).state
        assert [hero.name for hero in state.heroes[1] if hero] == ["scout", "rogue"]
        empty = all_heroes(PAIRS[0], {"left": "scout", "right": " "})
        assert refusals(setup(with_cards=False), empty).keys() == {"name_empty"}


class TestReveal:
    def test_fights_are_offered_against_what_lies_on_the_table(self) -> None:
        """BAF!, Révélation des monstres: two for each player."""
        state = play(setup(), all_heroes(*PAIRS), reveal("jelly", "purse")).state
        assert offers(state, "win", "monster").values == ("jelly", "purse")
        assert set(offers(play(setup(), all_heroes(*PAIRS)).state, "win", "monster").values) > {"jelly", "purse"}

    def test_the_next_round_has_others(self) -> None:
        state = play(setup(), all_heroes(*PAIRS), reveal("jelly"), *close(1)).state
        assert state.laid == ()
        assert len(offers(state, "win", "monster").values) > 1

    def test_what_was_forgotten_may_be_fought_all_the_same(self) -> None:
        assert refusals(setup(), all_heroes(*PAIRS), reveal("jelly"), win(1, "right", "purse")) == {}

    def test_noted_again_the_last_one_holds(self) -> None:
        assert play(setup(), all_heroes(*PAIRS), reveal("jelly"), reveal("bones")).state.laid == ("bones",)

    def test_typed_names_stand_to_choose_from_beside_none(self) -> None:
        state = play(setup(with_cards=False), reveal(names="Goblin, Ogre,, Goblin ")).state
        assert state.laid == ("Goblin", "Ogre")
        field = offers(state, "win", "monster")
        assert isinstance(field, Pick)
        assert (field.values, field.default) == (("", "Goblin", "Ogre"), "")

    def test_where_names_do_not_repeat_one_that_was_fought_is_gone(self) -> None:  # ruling A23
        older = setup(with_cards=False, rules_version=1)
        state = play(older, reveal(names="Goblin, Ogre"), win(0, "left", "goblin", coins=1)).state
        assert offers(state, "loss", "monster").values == ("", "Ogre")

    @pytest.mark.parametrize(
        ("entry", "code"),
        [
            (reveal("giant"), "wrong_level"),
            (reveal("unicorn"), "card_unknown"),
            (reveal(), "monsters_count"),
            (reveal("jelly", "bones", "purse", "totem", "wisp"), "monsters_count"),
            (reveal("jelly", number=2), "round_ahead"),
            (reveal("jelly", number=10), "no_such_round"),
        ],
    )
    def test_what_cannot_lie_there_is_refused(self, entry: dict[str, Any], code: str) -> None:
        assert code in refusals(setup(), all_heroes(*PAIRS), entry)

    def test_not_for_a_round_that_is_over(self) -> None:
        assert "round_over" in refusals(setup(), all_heroes(*PAIRS), *close(1), reveal("jelly"))
