"""Hit points are cards: which one is lost, what replaces it and where that comes from."""

import pytest

from tests.engines.bagarre.table import lay, sit


class TestWhichCardIsLost:
    @pytest.mark.parametrize("hp", ["7S 8H", "8H 7S"])
    def test_the_weakest_card_is_reduced_first(self, hp: str) -> None:
        """La Bagarre, Attaquer; ruling B4: 7 and 8 minus 5 are 2 and 8, in whatever order they lie."""
        table = lay(sit(), sit(hp=hp, shield="6C"), draw="JD", discard="2S 3S")
        table.play("attack 1")
        assert table.hp(1) == {"2S", "8H"}

    def test_a_loss_equal_to_the_weakest_card_removes_it_without_replacement(self) -> None:
        """Ruling B5: 13 - 6 = 7."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), draw="KD", discard="7D AC")
        table.play("attack 1")
        assert table.hp(1) == {"8H"}
        assert "7D" in table.discard
        assert "AC" in table.discard

    def test_what_the_weakest_cannot_bear_is_taken_from_the_other(self) -> None:
        """Ruling B4: 11 - 2 = 9; the 4 goes, 5 more make the 8 a 3."""
        table = lay(sit(), sit(hp="4S 8H", shield="2C"), draw="JD", discard="3D")
        table.play("attack 1")
        assert table.hp(1) == {"3D"}
        assert set(table.discard) == {"JD", "4S", "8H"}

    def test_a_single_card_is_reduced_alike(self) -> None:
        """La Bagarre, Attaquer: 9 - 6 = 3; 8 becomes 5."""
        table = lay(sit(), sit(hp="8H", shield="6C"), draw="9D", discard="5D")
        table.play("attack 1")
        assert table.hp(1) == {"5D"}

    def test_of_two_equal_cards_the_owner_chooses(self) -> None:
        """Ruling B6: the attacked decides, not the attacker."""
        table = lay(sit(), sit(hp="8S 8H", shield="6C"), draw="JD", discard="3D")
        table.play("attack 1")
        assert table.actor == 1
        assert set(table.codes) == {"lose 8S", "lose 8H"}
        table.play("lose 8H")
        assert table.hp(1) == {"8S", "3D"}
        assert "8H" in table.discard
        assert table.actor == 1  # whose turn it is now
        assert "attack 0" in table.codes

    def test_the_other_of_two_equal_cards(self) -> None:
        """Ruling B6."""
        table = lay(sit(), sit(hp="8S 8H", shield="6C"), draw="JD", discard="3D")
        table.play("attack 1", "lose 8S")
        assert table.hp(1) == {"8H", "3D"}

    def test_of_two_equal_cards_one_chosen_is_lost_whole(self) -> None:
        """Rulings B5 and B6: 10 - 2 = 8 removes exactly the one chosen."""
        table = lay(sit(), sit(hp="8S 8H", shield="2C"), draw="10D", discard="3D")
        table.play("attack 1", "lose 8S")
        assert table.hp(1) == {"8H"}

    def test_nobody_is_asked_when_nothing_is_lost(self) -> None:
        """Ruling B6."""
        table = lay(sit(), sit(hp="8S 8H", shield="6C"), draw="6D")
        table.play("attack 1")
        assert "attack 0" in table.codes


class TestWhereTheNewCardComesFrom:
    def test_from_the_discard_without_shuffling(self) -> None:
        """La Bagarre, Attaquer: the discard comes first even if the draw pile has the value too."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), draw="JD 2D 2H", discard="2S 9C")
        table.play("attack 1")
        assert table.hp(1) == {"2S", "8H"}
        assert "2S" not in table.discard
        assert table.draw[:2] == ["2D", "2H"]
        assert table.shuffles == 0

    def test_from_the_draw_pile_which_is_then_shuffled(self) -> None:
        """La Bagarre, Attaquer: no 2 in the discard."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), sit(hp="2S KC", shield="2D"), draw="JD 3C 2H", discard="9C")
        before = len(table.draw)
        table.play("attack 1")
        assert table.points(1) == 10
        assert len(table.hp(1) & {"2H", "2C"}) == 1
        assert len(table.draw) == before - 2
        assert table.shuffles == 1

    def test_the_attack_card_is_not_in_the_discard_yet(self) -> None:
        """Ruling B8: a 5 takes 3 from an 8; the new 5 is not the attack card."""
        table = lay(sit(), sit(hp="8S KH", shield="2C"), draw="5S", discard="9C")
        table.play("attack 1")
        assert table.points(1) == 18
        assert len(table.hp(1) & {"5H", "5D", "5C"}) == 1
        assert "5S" in table.discard

    def test_the_charge_is_not_in_the_discard_yet(self) -> None:
        """La Bagarre, Charger: both cards are discarded afterwards, as ruling B8 says of the attack's.

        5 + 4 - 6 = 3: the 8 becomes a 5, which is not the charge.
        """
        table = lay(sit(charges="5S"), sit(hp="8S KH", shield="6C"), draw="4S", discard="9C")
        table.play("attack 1")
        assert len(table.hp(1) & {"5H", "5D", "5C"}) == 1
        assert "5S" in table.discard

    def test_a_card_just_lost_can_be_the_new_one(self) -> None:
        """Ruling B8: 7 - 2 = 5; the 3 goes, 2 more make the 5 a 3: the one just discarded."""
        table = lay(sit(), sit(hp="3S 5H", shield="2C"), draw="7D", discard="9C")
        table.play("attack 1")
        assert table.hp(1) == {"3S"}
        assert set(table.discard) == {"9C", "7D", "5H"}
        assert table.shuffles == 0

    def test_a_value_found_nowhere_is_marked_with_a_token(self) -> None:
        """Ruling B7: all four twos lie in front of players; the points are right all the same."""
        table = lay(
            sit(hp="2D KS", shield="2C"), sit(hp="7S 8H", shield="6C"), sit(hp="2S 2H", shield="10D"), draw="JD"
        )
        table.play("attack 1")
        assert table.points(1) == 10
        assert len(table.hp(1)) == 2
        assert "8H" in table.hp(1)
        table.sound()

    def test_a_joker_among_the_hit_points_counts_its_value(self) -> None:
        """Rulings B3, B1 and B7: 20 and 5, minus 7: the 5 goes and 2 of the joker, marked with a token."""
        table = lay(sit(), sit(hp="X1 5S", shield="4C"), draw="JD", discard="9C")
        assert table.points(1) == 25
        table.play("attack 1")
        assert table.points(1) == 18
        table.sound()

    def test_a_joker_never_replaces_a_lost_card(self) -> None:
        """Ruling B3: a king that loses 2 is a jack, though jokers lie in the discard."""
        table = lay(sit(), sit(hp="KH", shield="4C"), draw="6D", discard="X1 X2 JC")
        table.play("attack 1")
        assert table.hp(1) == {"JC"}


class TestOrderOfTheDiscard:
    def test_the_strongest_lost_card_comes_last(self) -> None:
        """La Bagarre, Nécro, Ordre de défausse: weakest first, strongest on top, above the card of the attack."""
        table = lay(sit(), sit(hp="4S 8H", shield="2C"), draw="JD", discard="3D")
        table.play("attack 1")
        assert table.discard == ["JD", "4S", "8H"]

    def test_a_single_lost_card_tops_the_attack_card(self) -> None:
        """La Bagarre, Nécro, Ordre de défausse: the rulebook's example leaves the 7 on top."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), draw="JD", discard="2S")
        table.play("attack 1")
        assert table.discard == ["JD", "7S"]

    def test_without_a_loss_the_action_card_is_on_top(self) -> None:
        """La Bagarre, Nécro, Ordre de défausse: otherwise the card of the last action."""
        table = lay(sit(), sit(), draw="3D", discard="9C")
        table.play("attack 1")
        assert table.discard == ["9C", "3D"]

    def test_a_lost_charge_lies_under_the_lost_hit_points(self) -> None:
        """La Bagarre, Nécro, Ordre de défausse: the strongest hit-point card is last of all."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C", charges="9D"), draw="JD", discard="2S")
        table.play("attack 1")
        assert table.discard[-1] == "7S"


class TestNoCeiling:
    def test_hit_points_may_exceed_two_kings(self) -> None:
        """Ruling B60: a priestess makes 20 of her queen; king and joker are 33 points on two cards."""
        table = lay(sit("priestess", hp="QS KS"), sit(), draw="X1")
        table.play("exchange 0 QS")
        assert table.points(0) == 33
        assert table.hp(0) == {"KS", "X1"}
