"""Where rules meet: murders and dragons, tokens, fire, answers, thefts, in one action."""

from tests.engines.bagarre.table import lay, sit

ALEX = {"hp": "7S 8S", "shield": "6S"}
VICTIM = {"hp": "7H 8H", "shield": "6H"}
FRAIL = {"hp": "2H 3H", "shield": "4H"}
FRAIL_TOO = {"hp": "2D 3D", "shield": "4D"}


class TestDragonAndMurder:
    def test_a_murderer_killed_by_the_dragon_acts_no_more(self) -> None:
        """La Bagarre, Réveil du dragon; rulings B24 and B43: the action, then the dragon, then the extra action.

        0 kills 1 with the last card; the dragon spares 2 and 3 and kills 0.
        """
        table = lay(sit(hp="2S 3S", shield="4S"), sit(**FRAIL), sit(), sit(), only="KH", stack="2C 3C KS")
        table.play("attack 1")
        assert not table.alive(0)
        assert table.actor == 2

    def test_a_murderer_who_survives_it_acts_again(self) -> None:
        """Rulings B20 and B24: the dragon takes nothing away from the murder."""
        table = lay(sit(), sit(**FRAIL), sit(), sit(), only="KH", stack="2C 3C 4C")
        table.play("attack 1")
        assert table.awakenings == 1
        assert table.actor == 0
        assert "attack 2" in table.codes
        table.play("attack 2")
        assert table.actor == 2

    def test_an_answer_can_draw_the_last_card(self) -> None:
        """Rulings B24 and B41: the second answer's card is the last; the dragon waits until both are played.

        The answers: 2 in vain, then 8 - 6 = 2 of 15; then the dragon's cards, all in vain.
        """
        table = lay(sit(**ALEX), sit("paladin"), only="3D 2D 8D", stack="2C 3C 5C")
        table.play("attack 1")
        assert table.points(0) == 13
        assert table.awakenings == 1
        assert table.actor == 1

    def test_an_answer_goes_on_with_the_new_pile(self) -> None:
        """Rulings B24 and B41: the first answer takes the last card, the second the first of the new pile."""
        table = lay(sit(**ALEX), sit("paladin"), only="3D 2D", stack="9C 2C 3C")
        table.play("attack 1")
        assert table.points(0) == 12
        assert table.awakenings == 1

    def test_speed_comes_after_the_dragon(self) -> None:
        """La Bagarre, Potion de vitesse, Réveil du dragon: finish the action, dragon, end of the turn."""
        table = lay(sit("alchemist"), sit(), only="9C", stack="2C 3C 4C")
        table.play("charge")
        assert table.awakenings == 1
        assert set(table.codes) == {"speed", "pass"}


class TestTokens:
    def test_a_card_under_a_token_is_the_weakest_if_it_counts_less(self) -> None:
        """Rulings B4 and B7: a joker under a token worth 3 goes before a 5: 8 - 4 = 4, 1 more makes the 5 a 4."""
        table = lay(sit(), sit(hp="X1 5S", shield="4C", tokens=(17, 0)), draw="8D", discard="4H")
        assert table.points(1) == 8
        table.play("attack 1")
        assert table.hp(1) == {"4H"}
        assert "X1" in table.discard

    def test_a_token_goes_when_the_card_is_replaced(self) -> None:
        """Ruling B7: the joker that counts 14 loses 3: a jack can be found."""
        table = lay(sit(), sit(hp="X1", shield="4C", tokens=(6,)), draw="7D", discard="JC")
        table.play("attack 1")
        assert table.hp(1) == {"JC"}
        assert table.points(1) == 11

    def test_one_point_under_a_token_is_one_point(self) -> None:
        """Rulings B7 and B23: exactly 1 hit point, whatever card it is."""
        table = lay(sit(hp="7S", tokens=(6,)), sit(), draw="9C")
        assert table.points(0) == 1
        assert table.sees_top(0) == "9C"

    def test_a_stolen_card_keeps_its_token_as_hit_points(self) -> None:
        """Rulings B7 and B38: the joker that counts 9 counts 9 for the thief: 8 + 9 and, after 7 - 6 = 1, 7 + 2."""
        table = lay(sit("thief", hp="8S 2S"), sit(hp="X1 8H", shield="6H", tokens=(11, 0)), draw="7C", discard="7D")
        table.play("attack 1", "swap 2S X1")
        assert table.points(0) == 17
        assert table.points(1) == 9

    def test_a_stolen_card_is_a_whole_shield(self) -> None:
        """Rulings B7 and B38: a token marks hit points; as a shield the card counts what is printed: 9 stops a 9."""
        table = lay(sit("thief", shield="2S"), sit(hp="9H 4H", shield="6H", tokens=(4, 0)), draw="7C 9D", discard="3D")
        table.play("attack 1", "swap 2S 9H")
        assert table.shield(0) == "9H"
        assert table.view(1).seats[0].guard == 9
        table.play("attack 0")
        assert table.points(0) == 25

    def test_an_exchanged_card_leaves_its_token(self) -> None:
        """Rulings B7 and B44: the drawn card counts in full."""
        table = lay(sit("priestess"), sit(hp="X1 8H", tokens=(18, 0)), draw="9C")
        assert table.points(1) == 10
        table.play("exchange 1 X1")
        assert table.points(1) == 17

    def test_a_demonist_goes_to_1_even_without_an_ace(self) -> None:
        """Rulings B7 and B53: all aces lie in front of players; a token marks the 3."""
        table = lay(sit("demonist", hp="3S", shield="AS"), sit(hp="AH AD", shield="AC"), draw="5D 6D")
        table.play("attack 1", "reroll")
        assert table.points(0) == 1
        assert table.sees_top(0) is None  # not his decision


class TestFire:
    def test_wounds_count_for_each_target_alone(self) -> None:
        """Rulings B46 and B47: 5 + 3 - 6 = 2 for the wounded one, 5 - 6 for the other."""
        table = lay(
            sit("alchemist", "beast"),
            sit(wounds=1, **VICTIM),
            sit(hp="7D 8D", shield="6D"),
            sit(),
            draw="5C",
            discard="5S",
        )
        table.play("attack 1 fire 2")
        assert table.points(1) == 13
        assert table.points(2) == 15
        assert (table.wounds(1), table.wounds(2)) == (2, 0)

    def test_both_targets_choose_between_equal_cards(self) -> None:
        """Rulings B6 and B47: 9 - 6 = 3 each; each owner is asked."""
        table = lay(
            sit("alchemist", potions="fire"),
            sit(hp="8S 8H", shield="6H"),
            sit(hp="7D 7C", shield="6D"),
            sit(),
            draw="9S",
            discard="5S 4S",
        )
        table.play("attack 1 fire 2")
        assert table.actor == 1
        table.play("lose 8S")
        assert table.actor == 2
        table.play("lose 7D")
        assert table.hp(1) == {"5S", "8H"}
        assert table.hp(2) == {"4S", "7C"}

    def test_it_burns_with_the_card_of_the_discard_too(self) -> None:
        """La Bagarre, Nécro, Potion de feu: both powers in one attack: 11 - 10 = 1 of each."""
        table = lay(sit("necromancer", "alchemist"), sit(), sit(), draw="2C", discard="JC")
        assert "attack 1 fire 2 discard" in table.codes
        table.play("attack 1 fire 2 discard")
        assert table.points(1) == table.points(2) == 24
        assert table.draw.count("2C") == 1

    def test_a_thief_of_two_lives_takes_one_shield_after_the_other(self) -> None:
        """Rulings B38 and B47: each kill, its shield: 6 instead of 4, then 5 instead of 6."""
        table = lay(
            sit("thief", "alchemist", shield="4S"),
            sit(hp="2H 3H", shield="6H"),
            sit(hp="2D 3D", shield="5D"),
            sit(),
            draw="KH",
        )
        table.play("attack 1 fire 2", "steal")
        assert table.shield(0) == "6H"
        table.play("steal")
        assert table.shield(0) == "5D"
        assert {"4S", "6H"} <= set(table.discard)
        assert "attack 3" in table.codes

    def test_the_second_target_may_be_a_paladin_who_answers(self) -> None:
        """Rulings B41 and B47: he was attacked as well: 9 - 6 = 3 of 15, then nothing."""
        table = lay(sit("alchemist", potions="fire", **ALEX), sit(), sit("paladin"), draw="3C 9C 2C", discard="4C")
        table.play("attack 1 fire 2")
        assert table.points(0) == 12
        assert table.actor == 1


class TestAnswers:
    def test_a_necromancer_paladin_answers_with_the_discard_if_he_likes(self) -> None:
        """La Bagarre, Nécro, Paladin; rulings B32 and B41: attacks are his actions; each way is chosen."""
        table = lay(sit(**ALEX), sit("necromancer", "paladin"), draw="3D 2D 9C", discard="JD")
        table.play("attack 1")
        assert table.actor == 1
        assert set(table.codes) == {"attack 0", "attack 0 discard"}
        table.refuses("charge")
        table.refuses("shield 0")
        table.play("attack 0 discard")
        assert table.points(0) == 15  # the attacker's 3 lay on top
        table.play("attack 0")
        assert table.points(0) == 15
        assert table.draw[0] == "9C"

    def test_an_alchemist_paladin_may_answer_with_fire(self) -> None:
        """La Bagarre, Potion de feu, Paladin; rulings B42 and B47: beside the attacker sits 3, who does not answer."""
        table = lay(
            sit(**ALEX),
            sit("alchemist", "paladin"),
            sit(),
            sit("paladin", **FRAIL_TOO),
            draw="3S 5C 2C 9C",
            discard="AC",
        )
        table.play("attack 1", "pass")
        assert set(table.codes) == {"attack 0", "attack 0 fire 3"}
        table.play("attack 0 fire 3")
        assert table.points(3) == 4  # 5 - 4 = 1 of 5
        assert table.points(1) == 25
        assert table.draw[0] == "9C"

    def test_a_dead_paladin_whose_answer_kills_does_not_act(self) -> None:
        """Rulings B41 and B43: four players, both die, each murder goes unrewarded."""
        table = lay(sit(hp="2S 3S", shield="4S"), sit("paladin", **FRAIL), sit(), sit(), draw="KH QH 9C", turn=0)
        table.play("attack 1")
        assert (table.alive(0), table.alive(1)) == (False, False)
        assert table.actor == 2
        assert table.draw[0] == "9C"
        assert not [event for event in table.view(None).events if type(event).__name__ == "ExtraAction"]

    def test_an_avoided_attack_is_not_answered(self) -> None:
        """La Bagarre, Paladin, Potion d'invisibilité; ruling B48: the action missed him, so nobody attacked him."""
        table = lay(sit(**ALEX), sit("alchemist", "paladin"), draw="KC 9C")
        table.play("attack 1", "invisible")
        assert table.actor == 1
        assert "charge" in table.codes
        assert table.draw[0] == "9C"

    def test_an_answering_demonist_cannot_draw_again(self) -> None:
        """La Bagarre, Démoniste, Paladin: only in his own turn."""
        table = lay(sit(**ALEX), sit("demonist", "paladin"), draw="3D 2D 2H 9C")
        table.play("attack 1")
        assert table.actor == 1
        assert "charge" in table.codes
        assert table.draw[0] == "9C"

    def test_the_demonist_may_draw_again_before_the_answer(self) -> None:
        """Rulings B41 and B53: the attack is one, however often its card is drawn: two answers."""
        table = lay(sit("demonist", **ALEX), sit("paladin"), draw="3D 2D 2H 2S 9C", discard="4C")
        table.play("attack 1", "reroll")
        assert table.points(0) == 12
        assert table.draw[0] == "9C"


class TestThefts:
    def test_an_ogre_thief_steals_nothing_after_an_exact_blow(self) -> None:
        """Ruling B40: no damage, so the Thief's power does not apply."""
        table = lay(sit("thief", "ogre"), sit(), sit(), draw="10C")
        table.play("attack 1")
        assert not table.alive(1)
        assert "steal" not in table.codes
        assert table.top == "10H"

    def test_a_bard_who_robs_the_right_card_chooses_among_three(self) -> None:
        """La Bagarre, Voleuse, Barde: what lies before him now counts: three hearts after the exchange."""
        table = lay(
            sit("thief", "bard", hp="KH QH", shield="9S"),
            sit(hp="7H 8D", shield="6H"),
            draw="JC 2C 3C 4C 5C",
            discard="2S",
        )
        table.play("attack 1", "swap 9S 6H", "charge", "attack 1")
        assert len(table.codes) == 6

    def test_the_thief_may_take_a_joker_and_give_an_ace(self) -> None:
        """Rulings B3 and B38: 20 points for 1."""
        table = lay(sit("thief", hp="KS AS"), sit(hp="9H X1", shield="6H"), draw="7C", discard="8C")
        table.play("attack 1", "swap AS X1")
        assert table.points(0) == 33
        assert table.points(1) == 9


class TestMage:
    def test_where_no_king_can_be_found_the_ace_stays(self) -> None:
        """La Bagarre, Mage: neither in the discard nor in the pile: all four kings lie before players."""
        table = lay(sit("mage", hp="KS KH", shield="5S"), sit(hp="KD KC"), draw="AD 2D")
        table.play("shield 0", "transform")
        assert table.shield(0) == "AD"
        assert table.top == "5S"

    def test_the_drawn_card_and_each_charge_of_a_warrior(self) -> None:
        """La Bagarre, Guerrière, Mage; ruling B37: 1, 13, 1 become 13, 1, 13 one by one: 27 - 10 = 17 of 25."""
        table = lay(sit("mage", "warrior", charges="KC AC"), sit(hp="QH KH", shield="10H"), draw="AD", discard="8H")
        table.play("attack 1", "transform", "transform", "transform")
        assert table.hp(1) == {"8H"}

    def test_the_invisible_sees_the_transformed_card_first(self) -> None:
        """Rulings B35 and B48: first the Mage makes it a king, then the alchemist decides."""
        table = lay(sit("mage"), sit("alchemist", **VICTIM), draw="AD")
        table.play("attack 1", "transform")
        assert table.actor == 1
        assert set(table.codes) == {"invisible", "pass"}
        table.play("invisible")
        assert table.points(1) == 15

    def test_an_avoided_card_of_the_discard_lies_on_top_again(self) -> None:
        """La Bagarre, Nécro, Potion d'invisibilité; Ordre de défausse: the card of the last action."""
        table = lay(sit("necromancer"), sit("alchemist", **VICTIM), draw="2C", discard="3C JC")
        table.play("attack 1 discard", "invisible")
        assert table.discard == ["3C", "JC"]
