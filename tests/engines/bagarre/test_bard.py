"""The Bard: cards of one colour choose between two, cards of one suit among three."""

from itertools import permutations

from tests.engines.bagarre.table import lay, sit

RED = {"hp": "7H 8D", "shield": "6H"}
HEARTS = {"hp": "7H 8H", "shield": "6H"}
MIXED = {"hp": "7H 8D", "shield": "6C"}


class TestPick:
    def test_one_colour_chooses_between_two(self) -> None:
        """La Bagarre, Barde; ruling B52: announced first, then chosen; the other is discarded."""
        table = lay(sit("bard", **RED), sit(hp="KH QH", shield="10H"), draw="3D JC 9C", discard="JS")
        table.play("attack 1")
        assert table.actor == 0
        assert set(table.codes) == {"pick 3D JC", "pick JC 3D"}
        assert table.draw[0] == "9C"
        table.play("pick JC 3D")
        assert table.points(1) == 24

    def test_two_black_cards_are_of_one_colour_too(self) -> None:
        """La Bagarre, Barde: red or black."""
        table = lay(sit("bard", hp="7S 8C", shield="6S"), sit(), draw="3D JC 9C")
        table.play("attack 1")
        assert set(table.codes) == {"pick 3D JC", "pick JC 3D"}

    def test_one_suit_chooses_among_three_and_orders_the_others(self) -> None:
        """La Bagarre, Barde and Précisions."""
        table = lay(sit("bard", **HEARTS), sit(hp="KD QD", shield="10D"), draw="3D JC 9C 2C")
        table.play("attack 1")
        assert set(table.codes) == {"pick " + " ".join(order) for order in permutations(("3D", "JC", "9C"))}
        assert table.draw[0] == "2C"

    def test_mixed_colours_draw_one(self) -> None:
        """La Bagarre, Barde: as long as."""
        table = lay(sit("bard", **MIXED), sit(), draw="3D JC 9C")
        table.play("attack 1")
        assert table.actor == 1
        assert table.discard == ["3D"]

    def test_a_joker_is_of_every_suit_and_colour(self) -> None:
        """La Bagarre, Précisions, Jokers; ruling B1: joker and two diamonds are one suit."""
        table = lay(sit("bard", hp="X1 8D", shield="6D"), sit(), draw="3D JC 9C 2C")
        table.play("attack 1")
        assert len(table.codes) == 6

    def test_a_joker_does_not_reconcile_two_colours(self) -> None:
        """La Bagarre, Précisions, Jokers."""
        table = lay(sit("bard", hp="X1 8D", shield="6C"), sit(), draw="3D JC")
        table.play("attack 1")
        assert table.actor == 1

    def test_a_single_hit_point_card_is_enough(self) -> None:
        """La Bagarre, Précisions, Barde: also with one hit-point card."""
        table = lay(sit("bard", hp="8H", shield="6H"), sit(), draw="3D JC 9C 2C")
        table.play("attack 1")
        assert len(table.codes) == 6

    def test_a_charge_does_not_matter(self) -> None:
        """Ruling B52: every card in front of him except the charge."""
        table = lay(sit("bard", charges="2C", **HEARTS), sit(hp="KD QD", shield="10D"), draw="3D JC 9C 2S")
        table.play("attack 1")
        assert len(table.codes) == 6

    def test_the_target_was_announced_before_choosing(self) -> None:
        """Ruling B14: only the card is chosen."""
        table = lay(sit("bard", **RED), sit(hp="KH QH", shield="10H"), sit(), draw="3D JC 9C")
        table.play("attack 1")
        assert all(code.startswith("pick") for code in table.codes)
        table.refuses("attack 2")

    def test_the_others_are_discarded_in_his_order(self) -> None:
        """La Bagarre, Précisions, Barde; the card of the action tops them."""
        table = lay(sit("bard", **HEARTS), sit(hp="KD QD", shield="10D"), draw="3D 4C 9C", discard="2S")
        table.play("attack 1", "pick 4C 9C 3D")
        assert table.discard == ["2S", "9C", "3D", "4C"]

    def test_for_a_shield(self) -> None:
        """La Bagarre, Barde: any action; the old shield on top."""
        table = lay(sit("bard", **RED), sit(), draw="3D JC")
        table.play("shield 0", "pick JC 3D")
        assert table.shield(0) == "JC"
        assert table.discard == ["3D", "6H"]

    def test_for_a_charge_which_he_alone_has_seen(self) -> None:
        """La Bagarre, Précisions, Barde; ruling B52."""
        table = lay(sit("bard", **RED), sit(), draw="3D JC")
        table.play("charge", "pick JC 3D")
        assert table.charges(0) == ["JC"]
        assert table.discard == ["3D"]
        assert table.sees_charges(0, 0) == ["JC"]
        assert table.sees_charges(1, 0) == ["?"]
        assert table.sees_charges(None, 0) == ["?"]

    def test_losing_the_colour_loses_the_power(self) -> None:
        """La Bagarre, Barde: as long as; his own new shield is black."""
        table = lay(sit("bard", **RED), sit(), draw="3D JC 2C 4C")
        table.play("shield 0", "pick JC 3D", "charge", "attack 1")
        assert table.actor == 1

    def test_nobody_else_chooses(self) -> None:
        """La Bagarre, Barde: his power."""
        table = lay(sit("ogre", **HEARTS), sit("bard", hp="KD QD", shield="10D"), draw="3D JC")
        table.play("attack 1")
        assert table.actor == 1


class TestHisNewHitPoints:
    def test_the_discard_comes_first_even_for_him(self) -> None:
        """La Bagarre, Précisions, Barde: one 2 in the discard leaves no choice."""
        table = lay(sit(), sit("bard", **HEARTS), draw="JD", discard="2S 9C")
        table.play("attack 1")
        assert table.hp(1) == {"2S", "8H"}

    def test_he_chooses_among_several_in_the_discard(self) -> None:
        """La Bagarre, Précisions, Barde: if there is a choice."""
        table = lay(sit(), sit("bard", **HEARTS), draw="JD", discard="2S 2H 9C")
        table.play("attack 1")
        assert table.actor == 1
        assert set(table.codes) == {"take 2S", "take 2H"}
        table.play("take 2H")
        assert table.hp(1) == {"2H", "8H"}
        assert "2S" in table.discard

    def test_or_among_several_in_the_draw_pile(self) -> None:
        """La Bagarre, Précisions, Barde: none in the discard, any in the pile, which is then shuffled."""
        table = lay(sit(), sit("bard", **HEARTS), draw="JD", discard="9C")
        table.play("attack 1")
        assert set(table.codes) == {"take 2S", "take 2H", "take 2D", "take 2C"}
        table.play("take 2H")
        assert table.hp(1) == {"2H", "8H"}
        assert "2H" not in table.draw
        assert table.shuffles == 1

    def test_he_searches_the_draw_pile_whatever_it_holds(self) -> None:
        """La Bagarre, Précisions, Barde: two lie there, or one and one is a hidden charge: who can tell?"""
        both, one = (
            lay(
                sit(hp="2S KS", shield="10S"),
                sit("bard", **HEARTS),
                sit(hp="2C KC", shield="10C", charges=hidden),
                draw="JD",
                discard="9C",
            ).play("attack 1")
            for hidden in ("3D", "2D")
        )
        assert (set(both.codes), set(one.codes)) == ({"take 2H", "take 2D"}, {"take 2H"})
        assert both.view(0) == one.view(0)
        assert both.play("take 2H").view(0) == one.play("take 2H").view(0)

    def test_nobody_else_is_asked(self) -> None:
        """La Bagarre, Attaquer: for the others any card of the value will do."""
        table = lay(sit(), sit(**HEARTS), draw="JD", discard="2S 2H 9C")
        table.play("attack 1")
        assert table.points(1) == 10
        assert "attack 0" in table.codes
