"""Two-headed trolls: both powers at once, and how they meet."""

from tests.engines.bagarre.table import lay, sit

ALEX = {"hp": "7S 8S", "shield": "6S"}
VICTIM = {"hp": "7H 8H", "shield": "6H"}
FRAIL = {"hp": "2H 3H", "shield": "4H"}
HEARTS = {"hp": "7H 8H", "shield": "6H"}


def test_warrior_and_paladin_answer_with_all_charges_at_once() -> None:
    """La Bagarre, Guerrière, Paladin; ruling B41: 2 + 4 + 5 - 6 = 5, then 8 - 6 = 2: 15 becomes 8."""
    table = lay(sit(**ALEX), sit("warrior", "paladin", charges="4D 5D"), draw="3D 2D 8C", discard="2C")
    table.play("attack 1")
    assert table.charges(1) == []
    assert table.hp(0) == {"8S"}


def test_warrior_and_paladin_who_is_hurt_has_no_charge_left_to_answer_with() -> None:
    """La Bagarre, Guerrière, Paladin; rulings B31 and B41: 11 - (6 + 4) = 1 costs both charges; 2 and 3 pass no 6."""
    table = lay(sit(**ALEX), sit("warrior", "paladin", charges="9D 9C", **VICTIM), draw="JD 2D 3C", discard="6C")
    table.play("attack 1")
    assert table.points(1) == 14
    assert table.charges(1) == []
    assert table.points(0) == 15


def test_warrior_and_ogre_kill_with_the_exact_total() -> None:
    """La Bagarre, Guerrière, Ogre: 2 + 3 + 5 = 10."""
    table = lay(sit("warrior", "ogre", charges="2D 3D"), sit(), sit(), draw="5D")
    table.play("attack 1")
    assert not table.alive(1)
    assert table.actor == 0


def test_warrior_and_demonist_sacrifice_no_charge() -> None:
    """Rulings B18 and B53: a sacrifice is no attack."""
    table = lay(sit("warrior", "demonist", charges="2D 3D", **ALEX), sit(), draw="9C KD", discard="4C")
    table.play("shield 0", "reroll")
    assert table.points(0) == 12
    assert set(table.charges(0)) == {"2D", "3D"}


def test_necromancer_and_bard_choose_only_among_drawn_cards() -> None:
    """La Bagarre, Nécro, Barde: the discard offers its last card alone; a drawn card is chosen among three."""
    table = lay(sit("necromancer", "bard", **HEARTS), sit(hp="KD QD", shield="10D"), draw="3D JC 9C", discard="2S JS")
    assert {"attack 1", "attack 1 discard"} <= set(table.codes)
    table.play("attack 1 discard")
    assert table.actor == 1
    assert table.points(1) == 24
    table = lay(sit("necromancer", "bard", **HEARTS), sit(hp="KD QD", shield="10D"), draw="3D JC 9C", discard="2S JS")
    table.play("attack 1")
    assert len(table.codes) == 6


def test_necromancer_and_priestess_exchange_for_the_card_of_the_discard() -> None:
    """La Bagarre, Trolls à deux têtes; ruling B32: the discard serves any action, a replaced shield too."""
    table = lay(sit("necromancer", "priestess", hp="2S 3S"), sit(), discard="4C KD", changed="KD")
    assert {"exchange 0 2S", "exchange 0 2S discard", "exchange 1 QH discard"} <= set(table.codes)
    pile = table.draw
    table.play("exchange 0 2S discard")
    assert table.hp(0) == {"KD", "3S"}
    assert table.discard == ["4C", "2S"]
    assert table.draw == pile
    assert table.actor == 1


def test_priestess_alone_exchanges_with_the_draw_pile_only() -> None:
    """La Bagarre, Prêtresse: the first card of the draw pile."""
    table = lay(sit("priestess", "ogre", hp="2S 3S"), sit(), discard="4C KD")
    assert table.refuses("exchange 0 2S discard").code == "discard_not_usable"
    assert lay(sit("necromancer", "priestess"), sit()).refuses("exchange 1 KH discard").code == "discard_is_empty"


def test_necromancer_and_ogre_do_not_act_again_after_a_murder() -> None:
    """Ruling B34: the Necromancer's drawback stays, whatever killed."""
    table = lay(sit("necromancer", "ogre"), sit(), sit(), draw="10C", discard="2C")
    table.play("attack 1")
    assert not table.alive(1)
    assert table.actor == 2


def test_necromancer_and_alchemist_may_still_drink_speed() -> None:
    """Rulings B34 and B49: no action for the murder, one for the potion."""
    table = lay(sit("necromancer", "alchemist"), sit(**FRAIL), sit(), draw="KC", discard="2C")
    table.play("attack 1")
    assert not table.alive(1)
    assert set(table.codes) == {"speed", "pass"}
    table.play("speed")
    assert "attack 2" in table.codes


def test_necromancer_and_mage_transform_the_card_of_the_discard() -> None:
    """La Bagarre, Nécro, Mage; rulings B32 and B35: an ace is played, from wherever: 13 - 6 = 7."""
    table = lay(sit("necromancer", "mage"), sit(**VICTIM), draw="2C", discard="AD")
    table.play("attack 1 discard", "transform")
    assert table.hp(1) == {"8H"}


def test_thief_and_alchemist_rob_after_the_fire() -> None:
    """La Bagarre, Voleuse, Potion de feu; ruling B39: who lost points may lose a card, who did not may not."""
    table = lay(sit("thief", "alchemist"), sit(**VICTIM), sit(), sit(), draw="9C", discard="4C")
    table.play("attack 1 fire 2")
    assert table.actor == 0
    offered = {code.split()[2] for code in table.codes if code.startswith("swap")}
    assert offered == {"4C", "8H", "6H"}
    table.play("swap 10S 8H")
    assert table.shield(0) == "8H"
    assert set(table.codes) == {"speed", "pass"}


def test_thief_and_paladin_rob_when_their_answer_hurts() -> None:
    """La Bagarre, Voleuse, Paladin; ruling B39: 11 - 6 = 5 of the attacker; the second answer does nothing."""
    table = lay(sit(**ALEX), sit("thief", "paladin"), draw="3D JD 2D", discard="2C")
    table.play("attack 1")
    assert table.actor == 1
    assert {code.split()[2] for code in table.codes if code.startswith("swap")} == {"2C", "8S", "6S"}
    table.play("swap 10H 8S")
    assert table.shield(1) == "8S"
    assert table.points(0) == 12
    assert table.actor == 1
    assert "attack 0" in table.codes


def test_ogre_and_beast_kill_when_the_bonus_reaches_the_shield() -> None:
    """La Bagarre, Ogre, Bête; rulings B40 and B46: 4 + 3 = 7 against 7."""
    table = lay(sit("ogre", "beast"), sit(hp="KH QH", shield="7H", wounds=1), sit(), draw="4D")
    table.play("attack 1")
    assert not table.alive(1)


def test_ogre_and_beast_cannot_leave_the_bonus_out() -> None:
    """La Bagarre, Ogre, Bête: 7 + 3 against 7 is 3 points: the queen becomes a 9, and a second wound."""
    table = lay(sit("ogre", "beast"), sit(hp="KH QH", shield="7H", wounds=1), sit(), draw="7D", discard="9C")
    table.play("attack 1")
    assert table.hp(1) == {"KH", "9C"}
    assert table.wounds(1) == 2


def test_ogre_and_paladin_kill_with_an_exact_answer() -> None:
    """La Bagarre, Ogre, Paladin: the answer is his attack: 6 against 6; then his extra action."""
    table = lay(sit(**ALEX), sit("ogre", "paladin"), sit(), draw="3D 6C KC")
    table.play("attack 1")
    assert not table.alive(0)
    assert table.draw[0] == "KC"
    assert table.actor == 1


def test_ogre_and_alchemist_burn_one_to_death_and_hurt_the_other() -> None:
    """La Bagarre, Ogre, Potion de feu; ruling B47: 10 against 10, and 10 - 6 = 4."""
    table = lay(
        sit("ogre", "alchemist"), sit(), sit(hp="7D 8D", shield="6D"), sit(shield="9C"), draw="10C", discard="3C"
    )
    table.play("attack 1 fire 2")
    assert not table.alive(1)
    assert table.hp(2) == {"3C", "8D"}
    assert "attack 2" in table.codes


def test_beast_and_paladin_strike_harder_the_second_time() -> None:
    """La Bagarre, Bête, Paladin; ruling B46: 7 - 6 = 1, then 5 + 3 - 6 = 2."""
    table = lay(sit(**ALEX), sit("beast", "paladin"), draw="3D 7D 5D", discard="4C 6C")
    table.play("attack 1")
    assert table.wounds(0) == 2
    assert table.points(0) == 12


def test_demonist_and_bard_pay_for_another_card() -> None:
    """La Bagarre, Démoniste, Barde; ruling B53: after seeing what he could choose from, 3 points for a new card."""
    table = lay(
        sit("demonist", "bard", **HEARTS), sit(hp="KD QD", shield="10D"), draw="3D 9D 5D 8C 8S 9S", discard="4C"
    )
    table.play("attack 1")
    assert len(table.codes) == 6
    table.play("pick 5D 3D 9D")
    assert set(table.codes) == {"reroll", "pass"}
    table.play("reroll")
    assert table.points(0) == 12
    assert {"3D", "9D", "5D"} <= set(table.discard)


def test_demonist_and_alchemist_draw_again_once_in_a_fast_turn() -> None:
    """La Bagarre, Démoniste, Potion de vitesse: once per turn, and speed belongs to the turn."""
    table = lay(sit("demonist", "alchemist", hp="7S 8S"), sit(), draw="3D 2D 5D", discard="4C")
    table.play("attack 1", "reroll", "speed", "attack 1")
    assert table.actor == 1
    assert "attack 0" in table.codes


def test_spy_and_mage_cannot_transform_her_own_shield() -> None:
    """La Bagarre, Précisions, Mage: the Spy's shield is out of reach, whoever the mage is."""
    table = lay(sit("spy", "mage"), sit(), draw="AD", discard="KD")
    table.play("shield 0")
    assert table.actor == 1
    assert table.shield(0) == "AD"


def test_spy_and_mage_transform_attacks_like_any_mage() -> None:
    """La Bagarre, Mage."""
    table = lay(sit("spy", "mage"), sit(**VICTIM), draw="AD")
    table.play("attack 1", "transform")
    assert table.hp(1) == {"8H"}


def test_priestess_and_mage_give_themselves_a_king() -> None:
    """La Bagarre, Précisions, Mage: the ace of the exchange is replaced by a king of the discard."""
    table = lay(sit("priestess", "mage", hp="2S 3S"), sit(), draw="AD", discard="9C KD")
    table.play("exchange 0 2S", "transform")
    assert table.hp(0) == {"KD", "3S"}
    assert set(table.discard) == {"9C", "AD", "2S"}


def test_bard_and_spy_count_the_hidden_shield() -> None:
    """La Bagarre, Barde, Espionne: every card in front of him."""
    table = lay(sit("bard", "spy", **HEARTS), sit(hp="KD QD", shield="10D"), draw="3D JC 9C")
    table.play("attack 1")
    assert len(table.codes) == 6


def test_warrior_and_alchemist_burn_two_with_all_charges() -> None:
    """La Bagarre, Guerrière, Potion de feu; rulings B19 and B47: 2 + 3 + 6 = 11 against 6 and against 10."""
    table = lay(sit("warrior", "alchemist", charges="2S 3S"), sit(**VICTIM), sit(), sit(), draw="6D", discard="2C JH")
    table.play("attack 1 fire 2")
    assert table.points(1) == 10
    assert table.points(2) == 24
    assert table.charges(0) == []


def test_thief_and_beast_wound_and_rob() -> None:
    """La Bagarre, Voleuse, Bête: the same loss serves both."""
    table = lay(sit("thief", "beast"), sit(**VICTIM), draw="JD", discard="2C")
    table.play("attack 1", "swap KS 2C")
    assert table.wounds(1) == 1
    assert table.hp(1) == {"KS", "8H"}


def test_two_trolls_keep_their_own_powers() -> None:
    """La Bagarre, Trolls à deux têtes: the attacked paladin-mage tames the king and answers twice."""
    table = lay(sit("ogre", "beast", **ALEX), sit("mage", "paladin"), draw="KC 2D 3D 9C")
    table.play("attack 1")
    assert table.actor == 1
    table.play("transform")
    assert table.points(1) == 25
    assert table.draw[0] == "9C"
