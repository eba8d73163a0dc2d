"""Fights and what they bring (BAF!, Résultat des combats)."""

import pytest

from engines.baf.cards import Skills, training
from engines.baf.view import Phase
from tests.engines.baf.table import Table, seated
from tests.engines.score.baf_box import card_set


def fought(table: Table) -> list[tuple[int, str, bool, int]]:
    """Seat, monster, whether it was beaten, and the coins of it."""
    return [(one.seat, one.monster, one.won, one.coins) for one in table.told("Fought")]


class TestStrength:
    def test_the_books_example(self) -> None:
        """Résultat des combats: magic 3 beats a jelly of magic 2, and not bones that ask for melee 1 (ruling A22)."""
        table = seated("jelly bones jelly bones").play("lay 0 -", "lay - -")
        assert fought(table) == [(0, "jelly", True, 1)]
        table = seated("jelly bones jelly bones").play("lay 1 -", "lay - -")
        assert fought(table) == [(0, "bones", False, -1)]

    def test_every_category_must_be_reached(self) -> None:
        """Ruling A5: the totem asks for melee 1 and magic 1; magic 3 alone, a sum of 3, does not do."""
        assert fought(seated("totem jelly jelly jelly").play("lay 0 -", "lay - -")) == [(0, "totem", False, -1)]
        assert fought(seated("totem jelly jelly jelly").play("lay 0 0", "lay - -")) == [(0, "totem", True, 0)]

    def test_skills_at_and_below_a_defence(self) -> None:
        """Résultat des combats: « atteignent ou dépassent »; the wisp asks for magic 4, one more than the witch has."""
        assert Skills(magic=4).reaches(Skills(magic=4))
        assert fought(seated("wisp jelly jelly jelly").play("lay 0 -", "lay - -")) == [(0, "wisp", False, -1)]

    def test_whoever_reaches_a_defence_is_short_of_nothing(self) -> None:
        """The engine asks the one, the pad names the other."""
        cards = training()
        for hero in cards.heroes:
            for other in cards.heroes:
                both = hero.skills + other.skills
                for monster in cards.monsters:
                    assert both.reaches(monster.defence) == (both.short_of(monster.defence) == [])

    def test_two_heroes_who_lose_cost_one_coin(self) -> None:
        """Ruling A4: there is one card."""
        table = seated("jelly jelly jelly jelly").play("lay - -", "lay 0 0")
        assert table.coins == [0, -1]
        assert table.own(1).lost == 1

    def test_each_lost_fight_costs_one(self) -> None:
        """Ruling A2, and nothing is on the card that a penalty could be raised by (ruling A36)."""
        table = seated("jelly jelly jelly jelly").play("lay - -", "lay 0 1")
        assert table.coins == [0, -2]

    def test_a_gain_of_the_round_helps_in_no_fight_of_it(self) -> None:
        """Ruling A25: with the jelly's magic 1 the guard (melee 2) beats a totem, but only from round 2 on."""
        table = seated("jelly totem bones bones totem").play("lay 0 1", "lay - -")
        assert fought(table) == [(0, "jelly", True, 1), (0, "totem", False, -1)]
        table.play("put 0 right", "lay - 0", "lay - -")
        assert fought(table)[2:] == [(0, "totem", True, 0)]


class TestGains:
    def test_either_hero_may_have_it(self) -> None:
        """Ruling A12: the witch beat the jelly, the guard gets its magic."""
        table = seated("jelly bones purse totem").play("lay 0 -", "lay - -")
        assert (table.phase, table.actor) == (Phase.GAIN, 0)
        assert table.codes == ["put 0 left", "put 0 right", "decline 0"]
        table.play("put 0 right")
        assert table.skills(0) == [{"magic": 3}, {"melee": 2, "magic": 1, "stealth": 1}]
        assert table.under(0) == [[], ["jelly"]]

    def test_two_gains_may_go_to_one_hero(self) -> None:
        """Ruling A12; in the order of the places."""
        table = seated("bones jelly purse purse").play("lay 1 0", "lay - -")
        assert table.refuses("put 1 left").code == "other_gain_first"
        table.play("put 0 left", "put 1 left")
        assert table.skills(0)[0] == {"magic": 4, "melee": 1}
        assert table.coins[0] == 1

    def test_it_may_be_declined_and_the_coins_count(self) -> None:
        """Ruling A10; it is gone for good (ruling A29)."""
        table = seated("jelly bones purse totem").play("lay 0 -", "lay - -", "decline 0")
        assert table.skills(0) == [{"magic": 3}, {"melee": 2, "stealth": 1}]
        assert table.coins == [1, 0]
        assert table.own(0).aside == ("jelly",)
        assert table.phase is Phase.LAY
        assert table.refuses("put 0 left").code == "not_now"

    def test_a_card_goes_to_one_hero_with_all_its_icons_and_runes(self) -> None:
        """Ruling A28: the totem gives ranged 1 and two runes, each in a category of its own choice."""
        table = seated("totem jelly jelly jelly").play("lay 0 0", "lay - -")
        ways = 10  # two of four categories, alike or not
        assert len(table.codes) == 2 * ways + 1
        table.play("put 0 left melee ranged")
        assert table.skills(0)[0] == {"magic": 3, "ranged": 2, "melee": 1}
        again = seated("totem jelly jelly jelly").play("lay 0 0", "lay - -", "put 0 right stealth stealth")
        assert again.skills(0)[1] == {"melee": 2, "stealth": 3, "ranged": 1}

    def test_all_runes_are_allocated_when_the_card_is_placed(self) -> None:
        """Ruling A11."""
        table = seated("totem jelly jelly jelly").play("lay 0 0", "lay - -")
        problem = table.refuses("put 0 left melee")
        assert (problem.code, problem.params["count"], problem.params["needs"]) == ("runes_count", 1, 2)

    def test_what_gives_no_skill_lies_aside(self) -> None:
        """Ruling A13: face up, 3 coins; nobody is asked where it goes."""
        table = seated("purse jelly jelly jelly").play("lay - 0", "lay - -")
        assert table.phase is Phase.LAY
        assert table.own(0).aside == ("purse",)
        assert table.coins == [3, 0]

    def test_what_gives_nothing_at_all_lies_aside_too(self) -> None:
        """Ruling A35: worth 0, face up, and never a penalty (ruling A2)."""
        plain = [{"code": f"rat_{n}", "level": n, "copies": 34, "defence": {"magic": 1}} for n in (1, 2, 3)]
        table = seated(cards=card_set(monsters=plain)).play("lay 0 -", "lay - -")
        assert (table.coins, table.own(0).aside, table.own(0).lost) == ([0, 0], ("rat_1",), 0)

    def test_gains_are_placed_before_the_next_round(self) -> None:
        """Résultat des combats: seat after seat."""
        table = seated("jelly bones purse totem", heroes=(("witch", "rogue"), ("guard", "scout")))
        table.play("lay 0 -", "lay 1 -")
        assert [(one.seat, one.code) for one in table.view(None).gains] == [(0, "jelly"), (1, "bones")]
        assert (table.view(None).round, table.actor) == (1, 0)
        table.play("put 0 left")
        assert table.actor == 1
        table.play("put 1 left")
        assert table.view(None).round == 2

    def test_only_the_number_of_lost_cards_is_shown(self) -> None:
        """Ruling A34: they lie face down."""
        table = seated("jelly jelly jelly jelly").play("lay - -", "lay 0 -")
        for viewer in (0, 1, None):
            assert table.view(viewer).seats[1].lost == 1
            assert table.view(viewer).seats[1].aside == ()


class TestLeaving:
    def test_hands_that_lie_stay_and_nothing_more_is_done(self) -> None:
        """Hands are final once laid (Combat contre les monstres); the gain of who left is declined."""
        table = seated("jelly bones purse totem", players=3).play("lay 0 -")
        table.play("resign 0", "lay - -", "lay - -")
        assert table.coins == [1, 0, 0]
        assert table.own(0).aside == ("jelly",)
        assert table.actor == 1

    def test_whoever_left_comes_last(self) -> None:
        """Score final counts those who play to the end."""
        table = seated("purse purse purse purse", players=3).play("lay - 0", "lay - -", "lay - -", "resign 0")
        table.rest(8)
        while table.game.outcome is None:
            table.play("attempt none")
        assert table.coins == [3, 0, 0]
        assert (table.game.outcome.places, table.game.outcome.winners) == ((3, 1, 1), (1, 2))

    def test_the_last_one_wins(self) -> None:
        table = seated("purse purse purse purse").play("lay - 0", "lay - -", "resign 0")
        outcome = table.game.outcome
        assert outcome is not None
        assert (outcome.ending, outcome.winners, outcome.coins) == ("left", (1,), (3, 0))
        assert table.refuses("resign 1").code == "game_over"

    def test_one_leaves_once(self) -> None:
        table = seated(players=3).play("resign 2")
        assert table.refuses("resign 2").code == "seat_is_out"
        assert table.own(2).resigned

    @pytest.mark.parametrize("moment", ["draft", "race"])
    def test_at_any_moment(self, moment: str) -> None:
        table = seated(players=3, quick_hands=moment == "race")
        if moment == "race":
            table.play("show", "touch 0 left 1", "resign 0")
            assert table.game.actors == (1, 2)
            assert table.owners[1] == 0
        else:
            table.play("resign 0")
            assert table.actor == 1
