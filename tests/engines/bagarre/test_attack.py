"""Attacking: what a card is worth, what it takes from whom, and who may be attacked."""

import pytest

from tests.engines.bagarre.table import lay, sit


class TestValues:
    @pytest.mark.parametrize(
        ("card", "left"),
        [("AD", 25), ("3D", 24), ("10D", 17), ("JD", 16), ("QD", 15), ("KD", 14)],
        ids=["ace", "three", "ten", "jack", "queen", "king"],
    )
    def test_an_ace_is_1_and_court_cards_are_11_12_and_13(self, card: str, left: int) -> None:
        """Ruling B2; 25 hit points behind a shield of 2."""
        table = lay(sit(), sit(hp="QH KH", shield="2C"), draw=card, discard="JC 4C 3C 2D AC")
        table.play("attack 1")
        assert table.points(1) == left

    def test_a_joker_is_20(self) -> None:
        """Ruling B1, as overridden: 20 - 2 = 18; the queen goes (12), 6 more make the king a 7."""
        table = lay(sit(), sit(hp="QH KH", shield="2C"), draw="X1", discard="7D")
        table.play("attack 1")
        assert table.hp(1) == {"7D"}

    def test_the_jokers_value_is_an_option(self) -> None:
        """Ruling B1: with jokers at 14, 14 - 2 = 12 takes exactly the queen."""
        table = lay(sit(), sit(hp="QH KH", shield="2C"), draw="X1", discard="7D", joker_value=14)
        table.play("attack 1")
        assert table.hp(1) == {"KH"}

    def test_a_joker_is_a_shield_of_its_value(self) -> None:
        """Ruling B1: a king does not pass a shield of 20."""
        table = lay(sit(), sit(hp="QH KH", shield="X2"), draw="KD")
        table.play("attack 1")
        assert table.hp(1) == {"QH", "KH"}


class TestDamage:
    def test_the_rulebooks_example(self) -> None:
        """La Bagarre, Exemple de tour: a jack against shield 6 is 5 damage; Alex's 7 becomes a 2 from the discard."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), draw="JD", discard="9C 2S 10C")
        table.play("attack 1")
        assert table.hp(1) == {"2S", "8H"}
        assert table.points(1) == 10
        assert table.shield(1) == "6C"
        assert set(table.discard) == {"9C", "10C", "JD", "7S"}

    @pytest.mark.parametrize("card", ["6D", "5D", "2D"], ids=["equal", "one below", "far below"])
    def test_an_attack_not_above_the_shield_does_nothing(self, card: str) -> None:
        """La Bagarre, Attaquer; ruling B59: no negative damage, nothing is healed."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), draw=card, discard="2S AH 9D 10D")
        table.play("attack 1")
        assert table.hp(1) == {"7S", "8H"}
        assert table.shield(1) == "6C"
        assert table.discard == ["2S", "AH", "9D", "10D", card]

    def test_one_above_the_shield_takes_one_point(self) -> None:
        """La Bagarre, Attaquer: 7 - 6 = 1."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), draw="7D", discard="6H")
        table.play("attack 1")
        assert table.hp(1) == {"6H", "8H"}

    def test_the_shield_stays_after_an_attack_and_guards_again(self) -> None:
        """La Bagarre, Attaquer: the shield is not discarded."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), draw="JD 9D JC", discard="2S 5S")
        table.play("attack 1")
        assert table.shield(1) == "6C"
        table.play("attack 0", "attack 1")
        assert table.shield(1) == "6C"
        assert table.points(1) == 5

    def test_only_the_target_loses(self) -> None:
        """La Bagarre, Attaquer."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), sit(), draw="JD", discard="2S")
        table.play("attack 1")
        assert table.points(0) == 25
        assert table.points(2) == 25


class TestTargets:
    def test_any_other_player_can_be_attacked(self) -> None:
        """La Bagarre, Attaquer: the announced person, anybody at the table."""
        table = lay(sit(), sit(), sit(), sit(), turn=2)
        assert {code for code in table.codes if code.startswith("attack")} == {"attack 0", "attack 1", "attack 3"}

    def test_the_dead_cannot_be_attacked(self) -> None:
        """La Bagarre, Fin de partie: somebody at zero is out."""
        table = lay(sit(), sit(hp="AS 2S", shield="2C"), sit(), draw="KC 3D")
        table.play("attack 1")
        assert "attack 1" not in table.codes
        table.refuses("attack 1")

    def test_an_announced_target_is_binding(self) -> None:
        """Ruling B14: between announcing and the effect nobody is asked for another target."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), sit(), draw="JD", discard="2S")
        table.play("attack 1")
        assert table.actor == 1
        assert table.points(1) == 10

    def test_the_turn_passes_clockwise_past_the_dead(self) -> None:
        """La Bagarre, Mise en place: turns go clockwise; the eliminated play no more."""
        table = lay(sit(), sit(dead=True), sit(), draw="2D 3D 4D")
        table.play("attack 2")
        assert table.actor == 2
        table.play("attack 0")
        assert table.actor == 0

    def test_an_action_that_is_none_is_refused_and_changes_nothing(self) -> None:
        """La Bagarre, Déroulement d'un tour: three actions, each against somebody there."""
        table = lay(sit(), sit(), sit(), draw="JD")
        before = table.everything()
        for code in (
            "attack 0",
            "attack 3",
            "shield 3",
            "attack 1 discard",
            "attack 1 fire 2",
            "exchange 1 KH",
            "pass",
        ):
            table.refuses(code)
        assert table.everything() == before
