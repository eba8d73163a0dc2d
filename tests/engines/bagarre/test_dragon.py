"""The dragon awakes when the draw pile is used up."""

from engines.core.cards import CODE
from tests.engines.bagarre.table import lay, sit

FRAIL = {"hp": "2H 3H", "shield": "4H"}
QUIET = "2C 3C 4C 5C 6C"
"""Dragon cards that no shield of 10 lets through."""


def everything_but(*used: str) -> str:
    taken = {card for cards in used for card in cards.split()}
    return " ".join(card for card in CODE if card not in taken)


class TestAwakening:
    def test_drawing_the_last_card_wakes_it(self) -> None:
        """Ruling B24; La Bagarre, Réveil du dragon: each suffers one attack from the new pile, the next player first.

        0 arms himself with the last card; the jack is for 1 (11 - 10 = 1), the others' cards fail.
        """
        table = lay(sit(), sit(), sit(), only="9C", stack="JC 2C 3C")
        table.play("shield 0")
        assert table.shield(0) == "9C"
        assert (table.points(0), table.points(1), table.points(2)) == (25, 24, 25)
        assert set(table.discard) == {"10S", "JC", "QH", "2C", "3C"}
        assert table.actor == 1

    def test_the_second_in_order_takes_the_second_card(self) -> None:
        """La Bagarre, Réveil du dragon: clockwise from the next to play: 1, 2, 0."""
        table = lay(sit(), sit(), sit(), only="9C", stack="2C JC 3C")
        table.play("shield 1")
        assert (table.points(0), table.points(1), table.points(2)) == (25, 25, 24)

    def test_the_acting_player_is_the_last(self) -> None:
        """La Bagarre, Réveil du dragon: everybody, 0 at the end."""
        table = lay(sit(), sit(), sit(), only="9C", stack="2C 3C JC")
        table.play("shield 1")
        assert (table.points(0), table.points(1), table.points(2)) == (24, 25, 25)

    def test_with_one_card_left_it_sleeps(self) -> None:
        """Ruling B24: the pile is not used up yet."""
        table = lay(sit(), sit(), only="3D 4D")
        table.play("attack 1")
        assert table.draw == ["4D"]
        assert table.top == "3D"
        assert table.awakenings == 0

    def test_the_action_under_way_is_finished_first(self) -> None:
        """La Bagarre, Réveil du dragon: 13 - 6 = 7; the king is no part of the new pile."""
        table = lay(sit(), sit(hp="7H 8H", shield="6H"), only="KD", stack="2C 3C")
        table.play("attack 1")
        assert table.hp(1) == {"8H"}
        assert table.discard == ["KD", "7H", "2C", "3C"]
        assert len(table.draw) == 54 - 5 - 4

    def test_the_whole_discard_is_the_new_pile(self) -> None:
        """La Bagarre, Réveil du dragon: shuffled; a new 6 is then looked for in it, the discard holds only the 7."""
        table = lay(sit(), sit(hp="7H 8H", shield="6H"), only="7D", stack="2C 3C")
        table.play("attack 1")
        assert table.points(1) == 14
        assert len(table.hp(1) & {"6S", "6D", "6C"}) == 1
        assert table.discard == ["7D", "7H", "2C", "3C"]

    def test_a_card_searched_for_can_be_the_last_one(self) -> None:
        """Ruling B25: the only 2 not in play is the last card of the pile: 11 - 6 = 5, the 7 becomes a 2."""
        table = lay(
            sit(hp="2D KS"),
            sit(hp="7H 8H", shield="6H"),
            sit(hp="2H KD", shield="2C"),
            only="JD 2S",
            stack="3C AC 3H",
        )
        table.play("attack 1")
        assert table.hp(1) == {"2S", "8H"}
        assert table.awakenings == 1
        assert {"3C", "AC", "3H"} <= set(table.discard)
        assert table.actor == 1

    def test_the_last_card_may_be_charged(self) -> None:
        """La Bagarre, Réveil du dragon: any action that draws."""
        table = lay(sit(), sit(), only="9C", stack=QUIET)
        table.play("charge")
        assert table.charges(0) == ["9C"]
        assert table.awakenings == 1

    def test_the_priestess_can_wake_it(self) -> None:
        """La Bagarre, Réveil du dragon and Prêtresse."""
        table = lay(sit("priestess"), sit(), only="9C", stack=QUIET)
        table.play("exchange 1 QH")
        assert table.hp(1) == {"KH", "9C"}
        assert table.awakenings == 1

    def test_the_dead_are_left_in_peace(self) -> None:
        """La Bagarre, Réveil du dragon: each player, the eliminated are none; 2 takes the first card."""
        table = lay(sit(), sit(dead=True), sit(), only="9C", stack="JC 2C 3C")
        table.play("shield 0")
        assert table.points(2) == 24
        assert set(table.discard) == {"10S", "JC", "QD", "2C"}


class TestAttack:
    def test_a_loss_costs_the_charge(self) -> None:
        """Ruling B18: the dragon's is an attack."""
        table = lay(sit(), sit(charges="9D"), only="9C", stack="JC 2C")
        table.play("shield 0")
        assert table.points(1) == 24
        assert table.charges(1) == []

    def test_shields_count_with_what_powers_add(self) -> None:
        """Rulings B27 and B31: 10 + 2 stops the jack."""
        table = lay(sit(), sit("warrior", charges="9D"), only="9C", stack="JC 2C")
        table.play("shield 0")
        assert table.points(1) == 25
        assert table.charges(1) == ["9D"]

    def test_nobody_earns_an_action_from_its_kills(self) -> None:
        """Ruling B21: 0 woke it, 1 dies of it, it is 2's turn."""
        table = lay(sit(), sit(**FRAIL), sit(), only="9C", stack="KH 2C 3C")
        table.play("shield 0")
        assert not table.alive(1)
        assert table.actor == 2

    def test_a_paladin_does_not_answer_it(self) -> None:
        """Ruling B27: there is no attacker."""
        table = lay(sit(), sit("paladin"), only="9C", stack="JC 2C KC")
        table.play("shield 0")
        assert table.draw[0] == "KC"
        assert table.points(0) == 25

    def test_a_mage_does_not_transform_it(self) -> None:
        """Ruling B27; La Bagarre, Précisions, Mage."""
        table = lay(sit("mage"), sit("mage"), only="9C", stack="KC AC")
        table.play("shield 0")
        assert table.points(1) == 22
        assert table.actor == 1
        assert "attack 0" in table.codes

    def test_an_ogre_lends_it_nothing(self) -> None:
        """Ruling B27: 10 against 10 kills nobody."""
        table = lay(sit("ogre"), sit(), only="9C", stack="10C 2C")
        table.play("shield 0")
        assert table.alive(1)
        assert table.points(1) == 25

    def test_a_beast_lends_it_nothing_and_no_wound_is_marked(self) -> None:
        """Ruling B27: 11 - 10 = 1 in spite of two wounds, and still two."""
        table = lay(sit("beast"), sit(wounds=2), only="9C", stack="JC 2C")
        table.play("shield 0")
        assert table.points(1) == 24
        assert table.wounds(1) == 2

    def test_invisibility_does_not_help(self) -> None:
        """Ruling B27: it is no action."""
        table = lay(sit(), sit("alchemist"), only="9C", stack="KC 2C")
        table.play("shield 0")
        assert table.points(1) == 22
        assert "attack 0" in table.codes

    def test_a_demonist_cannot_have_it_drawn_again(self) -> None:
        """La Bagarre, Démoniste: an action of his own turn only."""
        table = lay(sit(), sit("demonist"), only="9C", stack="KC 2C")
        table.play("shield 0")
        assert table.points(1) == 22
        assert "attack 0" in table.codes

    def test_the_owner_chooses_between_equal_cards(self) -> None:
        """Ruling B6."""
        table = lay(sit(), sit(hp="8H 8D"), only="9C", stack="KC 2C")
        table.play("shield 0")
        assert table.actor == 1
        assert set(table.codes) == {"lose 8H", "lose 8D"}
        table.play("lose 8D")
        assert table.points(1) == 13
        assert "8H" in table.hp(1)


class TestLastSurvivor:
    def test_of_two_the_second_wins_without_being_attacked(self) -> None:
        """Ruling B28: in order; when 1 is dead, 0 has won, however frail."""
        table = lay(sit(hp="2S 3S", shield="4S"), sit(**FRAIL), only="5D", stack="KC KD")
        table.play("charge")
        assert table.winners == {0}
        assert table.actor is None

    def test_of_three_the_last_one_left_wins(self) -> None:
        """Ruling B28: 1 and 2 die in this order."""
        table = lay(
            sit(hp="2S 3S", shield="4S"), sit(**FRAIL), sit(hp="2D 3D", shield="4D"), only="5D", stack="KC KD KH"
        )
        table.play("charge")
        assert table.winners == {0}

    def test_it_may_kill_who_woke_it(self) -> None:
        """Ruling B28: 1 survives his attack, 0 does not."""
        table = lay(sit(hp="2S 3S", shield="4S"), sit(), only="5D", stack="2C KD")
        table.play("charge")
        assert table.winners == {1}


class TestDragonDuringDragon:
    def test_too_few_cards_wake_it_only_once(self) -> None:
        """Ruling B26: one card is left for two players; it turns over again and again, no second awakening."""
        charges = everything_but("KS QS 10S KH QH 10H", "JC", "3C")
        table = lay(sit("warrior", charges=charges), sit(), draw="JC", discard="3C")
        table.play("shield 1")
        assert table.actor == 1
        assert table.awakenings == 1
        assert set(table.draw) | set(table.discard) == {"3C", "10H"}
        table.sound()

    def test_as_many_cards_as_players_wake_it_again(self) -> None:
        """Ruling B26: two cards for two players are not fewer.

        The 2 and the 3 hurt nobody; the 3 is in the air when the 10 and the 2 become the new pile: it wakes again. They
        hurt nobody either, and the next pile would be used up in the same way for ever: it sleeps ("avoids loops").
        """
        charges = everything_but("KS QS 10S KH QH 10H", "JC", "2C 3C")
        table = lay(sit("warrior", charges=charges), sit(), draw="JC", discard="2C 3C", stack="2C 3C")
        table.play("shield 1")
        assert table.awakenings == 2
        assert table.actor == 1
        assert set(table.draw) == {"2C", "3C"}
        assert table.discard == ["10H"]

    def test_as_many_cards_as_players_wake_it_as_long_as_they_hurt(self) -> None:
        """Ruling B26: the 2 strikes the shield of 1 in every awakening; the third takes the last hit point."""
        charges = everything_but("KS QS 10S 3H 10H", "AC", "2C 3C")
        table = lay(
            sit("warrior", charges=charges), sit(hp="3H", shield="10H"), draw="AC", discard="2C 3C", stack="2C 3C"
        )
        table.play("shield 1")
        assert table.awakenings == 3
        assert table.winners == {0}

    def test_enough_cards_wake_it_again_afterwards(self) -> None:
        """Ruling B26: three cards for three players, but 42 more in the discard: each is attacked twice.

        The warrior's 41 charges go to the discard after the pile was made anew, her attack avoided by the alchemist.
        """
        charges = everything_but("KS QS 10S KH QH 10H KD QD 10D", "AC", "2C 3C 4C")
        table = lay(
            sit("warrior", charges=charges),
            sit("alchemist", potions="invisibility"),
            sit(),
            draw="AC",
            discard="2C 3C 4C",
            stack=("2C 3C 4C", "2H 2D 2S"),
        )
        table.play("attack 1", "invisible")
        assert table.awakenings == 2
        assert {"2H", "2D", "2S"} <= set(table.discard)
        assert table.actor == 1
        table.sound()
