"""Bosses, first player, draft, sides, piles (BAF!, Mise en place)."""

import pytest

from engines.baf.cards import CardSet
from engines.baf.game import Game
from engines.baf.options import Options, Setup
from engines.baf.view import Phase
from engines.core.decoding import converted
from engines.core.dice import FastDice
from engines.core.problems import Illegal, Malformed
from tests.engines.baf.table import BOX, begin, seated
from tests.engines.score.baf_box import BOSSES_OF, HEROES, MONSTERS, card_set


def codes_of(refused: pytest.ExceptionInfo[Illegal]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


class TestPlayers:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_two_to_five_may_play(self, players: int) -> None:
        """Ruling A1."""
        assert Game.new(Setup(players=players, options=Options(cards=BOX)), dice=FastDice(1)).outcome is None

    @pytest.mark.parametrize("players", [0, 1, 6])
    def test_nobody_else(self, players: int) -> None:
        """Ruling A1."""
        with pytest.raises(Illegal) as refused:
            Game.new(Setup(players=players, options=Options(cards=BOX)), dice=FastDice(1))
        (problem,) = refused.value.problems
        assert (problem.code, problem.params["value"]) == ("option_out_of_range", players)

    def test_a_timer_is_for_quick_hands(self) -> None:
        """Ruling A33; 3 to 120 seconds."""
        with pytest.raises(Illegal) as refused:
            Game.new(Setup(players=2, options=Options(cards=BOX, timer=20)), dice=FastDice(1))
        assert codes_of(refused) == ["timer_without_race"]
        with pytest.raises(Illegal) as refused:
            Game.new(Setup(players=2, options=Options(cards=BOX, quick_hands=True, timer=2)), dice=FastDice(1))
        assert codes_of(refused) == ["option_out_of_range"]

    def test_rules_of_a_later_day_are_not_known(self) -> None:
        with pytest.raises(Illegal):
            Game.new(Setup(players=2, options=Options(cards=BOX), rules=9), dice=FastDice(1))


class TestCards:
    def test_a_game_needs_a_card_set(self) -> None:
        """Ruling A21: the values are pictures, so that they come as data."""
        with pytest.raises(Malformed):
            converted({"players": 2, "options": {}}, Setup)

    @staticmethod
    def smaller(heroes: int = 10, copies: int = 1, masters: int = 1, dragons: int = 1) -> CardSet:
        """A set with so many heroes, 12 * copies monsters in each level, so many masters and dragons."""
        monsters = [
            {**card, "code": f"{card['code']}_{level}", "level": level, "copies": 4 * copies}
            for level in (1, 2, 3)
            for card in MONSTERS[:3]
        ]
        kept = [{"code": code, "skills": skills} for code, skills in list(HEROES.items())[:heroes]]
        bosses = {"masters": BOSSES_OF["masters"][:masters], "dragons": BOSSES_OF["dragons"][:dragons]}
        return card_set(heroes=kept, monsters=monsters, **bosses)

    def test_a_smaller_set_will_do_for_few(self) -> None:
        """Ruling A36: two players need 4 heroes, 6 * 2 = 12 monsters of a level, a master and a dragon."""
        game = Game.new(Setup(players=2, options=Options(cards=self.smaller(heroes=4))), dice=FastDice(1))
        assert game.outcome is None

    @pytest.mark.parametrize(
        ("changed", "item", "count", "needs"),
        [
            ({"heroes": 5}, "heroes", 5, 6),
            ({"copies": 1}, "monsters_1", 12, 18),
            ({"masters": 0}, "masters", 0, 1),
            ({"dragons": 0}, "dragons", 0, 1),
        ],
    )
    def test_too_few_cards_are_refused(self, changed: dict[str, int], item: str, count: int, needs: int) -> None:
        """Ruling A36, for three players."""
        with pytest.raises(Illegal) as refused:
            Game.new(
                Setup(players=3, options=Options(cards=self.smaller(**{"copies": 2, **changed}))), dice=FastDice(1)
            )
        problem = refused.value.problems[0]
        assert (problem.code, problem.params) == ("too_few_cards", {"item": item, "count": count, "needs": needs})

    def test_a_wrong_card_is_refused(self) -> None:
        """BAF!, Cartes et symboles: a monster has a defence."""
        wrong = card_set(monsters=[{**card, "defence": {}} for card in MONSTERS])
        with pytest.raises(Illegal) as refused:
            Game.new(Setup(players=2, options=Options(cards=wrong)), dice=FastDice(1))
        assert "defence_empty" in codes_of(refused)

    def test_a_dungeon_master_and_a_dragon_lie_open(self) -> None:
        """BAF!, Mise en place."""
        view = begin().view(None)
        assert (view.master, view.dragon) == ("master_1", "dragon_1")


class TestDraft:
    def test_from_the_first_player_on_and_then_back_from_the_last(self) -> None:
        """Rulings A17, A18: 1, 2, 0 and then 0, 2, 1."""
        table = begin(3, first=1)
        order = []
        while table.phase is Phase.DRAFT:
            order.append(table.actor)
            table.play(table.codes[0])
        assert order == [1, 2, 0, 0, 2, 1]

    def test_the_first_player_is_drawn(self) -> None:
        """Ruling A18."""
        assert (3, "first player") in begin(3).dice.drawn

    def test_a_hero_is_chosen_once(self) -> None:
        """BAF!, Mise en place: out of the ten in the middle."""
        table = begin()
        assert len(table.codes) == 10
        table.play("draft witch")
        assert len(table.codes) == 9
        problem = table.refuses("draft witch")
        assert (problem.code, problem.params["by"]) == ("hero_taken", 0)
        assert table.refuses("draft merlin").code == "no_such_hero"

    def test_which_hero_is_left_is_said_openly_after_the_draft(self) -> None:
        """Ruling A30: from the first player on; the first hero chosen is offered first."""
        table = begin(2, first=1)
        table.play("draft witch", "draft guard", "draft scout", "draft rogue")
        assert (table.phase, table.actor, table.codes) == (Phase.SIDES, 1, ["left witch", "left rogue"])
        assert table.refuses("left guard").code == "not_your_hero"
        table.play("left rogue")
        assert [hero.code for hero in table.view(0).seats[1].heroes] == ["rogue", "witch"]
        table.play("left guard")
        assert [hero.code for hero in table.own(0).heroes] == ["guard", "scout"]

    def test_sides_are_for_the_whole_game(self) -> None:
        """Ruling A7."""
        table = seated()
        for _ in range(8):
            table.rest()
            assert table.refuses("left guard").code == "not_now"
        assert [hero.code for hero in table.own(0).heroes] == ["witch", "guard"]


class TestRounds:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_two_monsters_for_each_player_lie_open(self, players: int) -> None:
        """Ruling A19."""
        table = seated(players=players)
        assert len(table.monsters) == 2 * players
        assert table.view(None).piles == (34 - 2 * players, 34, 34)

    def test_three_rounds_on_each_of_three_levels(self) -> None:
        """BAF!, Tour de jeu; Révélation des monstres."""
        table = seated()
        levels = []
        while table.phase is Phase.LAY:
            (level,) = {BOX.monster(code).level for code in table.monsters}  # type: ignore[union-attr]
            levels.append((table.view(None).round, table.view(None).level, level))
            table.rest()
        assert levels == [(n, (n + 2) // 3, (n + 2) // 3) for n in range(1, 10)]
        assert table.phase is Phase.ATTEMPT

    def test_monsters_nobody_attacked_are_discarded(self) -> None:
        """Ruling A3: each round begins with four new ones."""
        table = seated("jelly bones purse totem jelly jelly bones bones")
        assert table.monsters == ["jelly", "bones", "purse", "totem"]
        table.rest()
        assert table.monsters == ["jelly", "jelly", "bones", "bones"]
        assert table.view(None).discarded == 4
        assert table.coins == [0, 0]

    def test_two_copies_of_a_monster_may_lie_there(self) -> None:
        """Ruling A23: each is attacked by itself."""
        table = seated("bones bones purse purse").play("lay - 0", "lay - 3")
        assert table.told("Fought")[0].monster == "bones"
        assert table.view(None).gains[0].place == 0
