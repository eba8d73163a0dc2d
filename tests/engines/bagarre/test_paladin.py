"""The Paladin: whoever attacks him is attacked twice."""

from tests.engines.bagarre.table import lay, sit

ALEX = {"hp": "7S 8S", "shield": "6S"}
FRAIL = {"hp": "2S 3S", "shield": "4S"}


class TestCounterAttack:
    def test_two_attacks_answer_one_and_do_not_add_up(self) -> None:
        """La Bagarre, Paladin: 11 - 6 and 9 - 6 are 8 in all, 15 - 8 = 7; together they would be 14."""
        table = lay(sit(**ALEX), sit("paladin"), draw="3D JD 9D", discard="2C")
        table.play("attack 1")
        assert table.points(0) == 7
        assert table.actor == 1
        assert "attack 0" in table.codes

    def test_also_against_an_attack_that_does_nothing(self) -> None:
        """Ruling B41: being attacked is enough; three cards were drawn, all in the discard."""
        table = lay(sit(**ALEX), sit("paladin"), draw="3D 2D 2H 9C")
        table.play("attack 1")
        assert {"3D", "2D", "2H"} == set(table.discard)
        assert table.draw[0] == "9C"
        assert table.points(0) == 15

    def test_the_damage_of_the_attack_comes_first(self) -> None:
        """Ruling B41: 11 - 6 costs the paladin his charge before he answers: 5 and 4 alone pass no 6."""
        table = lay(sit(**ALEX), sit("paladin", hp="7H 8H", shield="6H", charges="9D"), draw="JD 5D 4D", discard="2C")
        table.play("attack 1")
        assert table.points(1) == 10
        assert table.charges(1) == []
        assert table.points(0) == 15

    def test_his_charge_goes_with_the_first_of_the_two(self) -> None:
        """Ruling B41: 5 + 4 - 6 = 3 and then 7 - 6 = 1: 7 becomes 4, 4 becomes 3."""
        table = lay(sit(**ALEX), sit("paladin", charges="4D"), draw="3D 5D 7D", discard="3C 4C")
        table.play("attack 1")
        assert table.points(0) == 11
        assert table.charges(1) == []

    def test_a_changed_shield_is_no_attack(self) -> None:
        """La Bagarre, Paladin: when attacked."""
        table = lay(sit(**ALEX), sit("paladin"), draw="3D KD")
        table.play("shield 1")
        assert table.actor == 1
        assert table.draw[0] == "KD"

    def test_only_the_attacked_paladin_answers(self) -> None:
        """La Bagarre, Paladin: whoever attacks *him*."""
        table = lay(sit(**ALEX), sit(), sit("paladin"), draw="3D JH")
        table.play("attack 1")
        assert table.actor == 1
        assert table.points(0) == 15

    def test_counter_attacks_are_not_countered(self) -> None:
        """Ruling B42: paladin against paladin: one attack, two answers, no more."""
        table = lay(sit("paladin"), sit("paladin"), draw="3D 2D 2H 9C")
        table.play("attack 1")
        assert table.draw[0] == "9C"
        assert table.actor == 1
        assert "attack 0" in table.codes

    def test_his_own_attacks_are_single(self) -> None:
        """La Bagarre, Paladin: only answers come in twos."""
        table = lay(sit("paladin"), sit(), draw="3D 2D")
        table.play("attack 1")
        assert table.draw[0] == "2D"
        assert table.actor == 1

    def test_a_mage_may_transform_the_cards_of_the_answer(self) -> None:
        """Rulings B35 and B41: an answer is an action of attack: the king of the first is made an ace."""
        table = lay(sit("mage", **ALEX), sit("paladin"), draw="3D KC 2C")
        table.play("attack 1")
        assert table.actor == 0
        table.play("transform")
        assert table.points(0) == 15
        assert table.actor == 1

    def test_two_paladins_struck_by_one_fire_both_answer(self) -> None:
        """Rulings B41 and B47: each was attacked: one card drawn for the attack and four for the answers."""
        table = lay(
            sit("alchemist", potions="fire", hp="KS QS", shield="10S"),
            sit("paladin"),
            sit("paladin"),
            draw="3D 2D 2H 2S 2C 9C",
        )
        table.play("attack 1 fire 2")
        assert table.draw[0] == "9C"
        assert set(table.discard) == {"3D", "2D", "2H", "2S", "2C"}
        assert table.actor == 1

    def test_a_spy_is_shown_up_by_the_answer(self) -> None:
        """La Bagarre, Espionne, Paladin; ruling B51: the paladin attacks her, so he sees her shield."""
        table = lay(sit("spy"), sit("paladin"), sit(), draw="3D 2D 2H")
        table.play("attack 1")
        assert table.sees_shield(1, 0) == "10S"
        assert table.sees_shield(2, 0) is None


class TestDeath:
    def test_a_fatal_blow_is_answered_too(self) -> None:
        """La Bagarre, Paladin: the dead paladin still attacks twice: 7 - 6 and 8 - 6, 15 - 3 = 12."""
        table = lay(sit(**ALEX), sit("paladin", hp="2H 3H", shield="4H"), sit(), draw="KC 7C 8C", discard="6C 4C")
        table.play("attack 1")
        assert not table.alive(1)
        assert table.points(0) == 12

    def test_the_murderer_acts_again_only_after_surviving_the_answer(self) -> None:
        """Ruling B43."""
        table = lay(sit(**ALEX), sit("paladin", hp="2H 3H", shield="4H"), sit(), draw="KC 2C 3C 9C")
        table.play("attack 1")
        assert table.actor == 0
        assert "attack 2" in table.codes
        assert table.draw[0] == "9C"

    def test_both_of_two_players_may_die_in_a_tie(self) -> None:
        """La Bagarre, Paladin: a fatal blow and a fatal answer can lead to a tie."""
        table = lay(sit(**FRAIL), sit("paladin", hp="2H 3H", shield="4H"), draw="KC KD")
        table.play("attack 1")
        assert table.actor is None
        assert not table.alive(0)
        assert not table.alive(1)
        assert table.winners == {0, 1}, "who fell in the last action share the victory (ruling B61)"
        assert table.places == (1, 1)

    def test_a_third_player_profits(self) -> None:
        """La Bagarre, Fin de partie: the last one alive wins, though not in the quarrel."""
        table = lay(sit(**FRAIL), sit("paladin", hp="2H 3H", shield="4H"), sit(), draw="KC KH")
        table.play("attack 1")
        assert table.actor is None
        assert table.winners == {2}

    def test_with_both_dead_the_next_player_has_the_turn(self) -> None:
        """Rulings B43 and B57: no action for the dead: neither the murderer's nor the paladin's."""
        table = lay(sit(**FRAIL), sit("paladin", hp="2H 3H", shield="4H"), sit(), sit(), draw="KH QH 9C 9H")
        table.play("attack 1")
        assert not table.alive(0)
        assert table.actor == 2
        assert table.draw[0] == "9C"
        table.play("attack 3")
        assert table.actor == 3

    def test_an_answer_that_kills_earns_an_action_and_the_order_resumes(self) -> None:
        """La Bagarre, Précisions, Paladin; ruling B57: 0 attacks 2 and dies; 2 acts, then it is 1's turn."""
        table = lay(sit(**FRAIL), sit(), sit("paladin"), sit(), draw="3C KS 9C 9H")
        table.play("attack 2")
        assert not table.alive(0)
        assert table.actor == 2
        assert table.draw[0] == "9C"
        table.play("attack 3")
        assert table.actor == 1

    def test_the_second_answer_can_kill_as_well(self) -> None:
        """La Bagarre, Paladin: 2 does nothing, 13 - 4 kills."""
        table = lay(sit(**FRAIL), sit("paladin"), sit(), draw="3C 2C KC")
        table.play("attack 1")
        assert not table.alive(0)
        assert table.actor == 1

    def test_an_answer_may_end_the_game(self) -> None:
        """La Bagarre, Fin de partie."""
        table = lay(sit(**FRAIL), sit("paladin"), draw="3C KC")
        table.play("attack 1")
        assert table.actor is None
        assert table.winners == {1}


class TestAgainstTheThief:
    def test_the_answer_comes_before_the_theft(self) -> None:
        """La Bagarre, Précisions, Paladin; ruling B58: both answers are drawn when the thief is asked."""
        table = lay(sit("thief", **ALEX), sit("paladin", hp="7H 8H", shield="6H"), draw="JD 2D 3D 9C", discard="2C")
        table.play("attack 1")
        assert table.actor == 0
        assert any(code.startswith("swap") for code in table.codes)
        assert table.draw[0] == "9C"

    def test_a_thief_killed_by_the_answer_steals_nothing(self) -> None:
        """La Bagarre, Précisions, Paladin."""
        table = lay(
            sit("thief", **FRAIL), sit("paladin", hp="7H 8H", shield="6H"), sit(), draw="JC KC 9C", discard="2C"
        )
        table.play("attack 1")
        assert not table.alive(0)
        assert table.actor == 1
        assert not [code for code in table.codes if code.startswith("swap")]
        assert "attack 2" in table.codes
