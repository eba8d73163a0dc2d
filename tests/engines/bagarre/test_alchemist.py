"""The Alchemist: fire, invisibility and speed, once each."""

import pytest

from tests.engines.bagarre.table import lay, sit

VICTIM = {"hp": "7H 8H", "shield": "6H"}
FRAIL = {"hp": "2H 3H", "shield": "4H"}
FRAIL_TOO = {"hp": "2D 3D", "shield": "4D"}


class TestFire:
    def test_the_second_target_is_a_neighbour_of_the_first(self) -> None:
        """Ruling B47: of four, 1 and 3 sit beside the alchemist and beside 2; nobody burns himself."""
        table = lay(sit("alchemist"), sit(), sit(), sit())
        attacks = {code for code in table.codes if code.startswith("attack")}
        assert attacks == {
            "attack 1",
            "attack 1 fire 2",
            "attack 2",
            "attack 2 fire 1",
            "attack 2 fire 3",
            "attack 3",
            "attack 3 fire 2",
        }

    def test_the_dead_are_passed_over(self) -> None:
        """Ruling B47: the next living player: with 2 dead, 3 is beside 1."""
        table = lay(sit("alchemist"), sit(), sit(dead=True), sit(), sit())
        attacks = {code for code in table.codes if "fire" in code}
        assert attacks == {"attack 1 fire 3", "attack 3 fire 1", "attack 3 fire 4", "attack 4 fire 3"}

    def test_two_players_have_no_second_target(self) -> None:
        """La Bagarre, Potion de feu: there is nobody else."""
        table = lay(sit("alchemist"), sit())
        assert [code for code in table.codes if code.startswith("attack")] == ["attack 1"]

    def test_one_card_strikes_both_each_against_his_own_shield(self) -> None:
        """Ruling B47: 11 - 6 = 5 and 11 - 9 = 2."""
        table = lay(sit("alchemist"), sit(**VICTIM), sit(hp="8D KD", shield="9D"), sit(), draw="JD 9C", discard="2C 6C")
        table.play("attack 1 fire 2")
        assert table.hp(1) == {"2C", "8H"}
        assert table.hp(2) == {"6C", "KD"}
        assert table.draw[0] == "9C"

    def test_a_shield_that_holds_protects_its_owner_alone(self) -> None:
        """Ruling B47."""
        table = lay(sit("alchemist"), sit(**VICTIM), sit(), sit(), draw="7D", discard="6C")
        table.play("attack 1 fire 2")
        assert table.points(1) == 14
        assert table.points(2) == 25

    def test_the_charge_strikes_both(self) -> None:
        """Rulings B19 and B47: 4 + 3 = 7 against 6 and 10, then spent."""
        table = lay(
            sit("alchemist", charges="4D"), sit(**VICTIM), sit(hp="7D 8D", shield="6D"), draw="3D", discard="6C 6S"
        )
        table.play("attack 1 fire 2")
        assert table.points(1) == 14
        assert table.points(2) == 14
        assert table.charges(0) == []

    @pytest.mark.parametrize("card", ["2C", "QC"], ids=["in vain", "with success"])
    def test_it_can_be_used_once(self, card: str) -> None:
        """La Bagarre, Alchimiste: single use, whatever it did."""
        table = lay(sit("alchemist", potions="fire"), sit(), sit(), draw=f"{card} 2H 3H 4H")
        table.play("attack 1 fire 2", "attack 2", "attack 1")
        assert table.actor == 0
        assert not [code for code in table.codes if "fire" in code]

    def test_a_double_murder_earns_two_actions(self) -> None:
        """La Bagarre, Précisions, Alchimiste; rulings B47 and B20: after both deaths, two more actions."""
        table = lay(
            sit("alchemist", potions="fire"), sit(**FRAIL), sit(**FRAIL_TOO), sit(), sit(), draw="KH 9C 8C 7C 6C"
        )
        table.play("attack 1 fire 2")
        assert not table.alive(1)
        assert not table.alive(2)
        assert table.actor == 0
        table.play("attack 3")
        assert table.actor == 0
        table.play("attack 3")
        assert table.actor == 3

    def test_one_murder_of_two_targets_earns_one(self) -> None:
        """La Bagarre, Meurtre."""
        table = lay(sit("alchemist", potions="fire"), sit(**FRAIL), sit(), sit(), draw="9D 9C 8C")
        table.play("attack 1 fire 2")
        assert not table.alive(1)
        table.play("attack 3")
        assert table.actor == 2

    def test_a_double_murder_of_the_last_two_wins(self) -> None:
        """La Bagarre, Fin de partie."""
        table = lay(sit("alchemist", potions="fire"), sit(**FRAIL), sit(**FRAIL_TOO), draw="KH")
        table.play("attack 1 fire 2")
        assert table.actor is None
        assert table.winners == {0}


class TestInvisibility:
    def test_an_attack_may_be_avoided_after_the_card_is_seen(self) -> None:
        """Ruling B48: the card is revealed, then the alchemist decides."""
        table = lay(sit(), sit("alchemist", **VICTIM), draw="JD 9C", discard="2C")
        table.play("attack 1")
        assert table.actor == 1
        assert set(table.codes) == {"invisible", "pass"}
        assert table.draw[0] == "9C"
        table.play("invisible")
        assert table.hp(1) == {"7H", "8H"}
        assert table.discard == ["2C", "JD"]
        assert "attack 0" in table.codes

    def test_it_need_not_be(self) -> None:
        """La Bagarre, Potion d'invisibilité: the potion is kept."""
        table = lay(sit(), sit("alchemist", **VICTIM), draw="JD 2D 7D", discard="2C")
        table.play("attack 1", "pass")
        assert table.hp(1) == {"2C", "8H"}
        table.play("shield 0", "pass", "attack 1")
        assert "invisible" in table.codes

    def test_it_can_be_used_once(self) -> None:
        """La Bagarre, Alchimiste: the second attack hits: 7 - 6 = 1."""
        table = lay(sit(), sit("alchemist", potions="invisibility", **VICTIM), draw="JD 2D 7D", discard="6C")
        table.play("attack 1", "invisible", "shield 0", "attack 1")
        assert table.points(1) == 14

    def test_the_attackers_charge_is_spent_all_the_same(self) -> None:
        """La Bagarre, Charger: the attack took place; ruling B48."""
        table = lay(sit(charges="9D"), sit("alchemist", **VICTIM), draw="JD")
        table.play("attack 1", "invisible")
        assert table.charges(0) == []
        assert set(table.discard) == {"JD", "9D"}

    def test_the_alchemists_own_charge_is_safe(self) -> None:
        """Ruling B48: nothing was lost."""
        table = lay(sit(), sit("alchemist", charges="9D", **VICTIM), draw="JD")
        table.play("attack 1", "invisible")
        assert table.charges(1) == ["9D"]

    def test_a_change_of_his_shield_may_be_avoided(self) -> None:
        """Ruling B48: an action that targets him: the drawn ace is discarded, the shield stays."""
        table = lay(sit(), sit("alchemist", **VICTIM), draw="AD")
        table.play("shield 1")
        assert table.actor == 1
        table.play("invisible")
        assert table.shield(1) == "6H"
        assert table.discard == ["AD"]

    def test_an_exchange_of_his_hit_points_may_be_avoided(self) -> None:
        """Ruling B48: the priestess's action targets him too."""
        table = lay(sit("priestess"), sit("alchemist", **VICTIM), draw="AD")
        table.play("exchange 1 8H")
        assert table.actor == 1
        table.play("invisible")
        assert table.hp(1) == {"7H", "8H"}
        assert table.discard == ["AD"]

    def test_actions_against_others_do_not_concern_him(self) -> None:
        """La Bagarre, Potion d'invisibilité: one that targets you."""
        table = lay(sit(), sit(**VICTIM), sit("alchemist"), draw="JD", discard="2C")
        table.play("attack 1")
        assert table.actor == 1
        assert "attack 0" in table.codes

    def test_a_paladins_answer_may_be_avoided(self) -> None:
        """Rulings B41 and B48: each of the two is an attack; the first is avoided, the second hits 7 - 6."""
        table = lay(
            sit("alchemist", hp="7S 8S", shield="6S", potions="invisibility"),
            sit("paladin"),
            draw="3D KC 7C",
            discard="6C",
        )
        table.play("attack 1")
        assert table.actor == 0
        assert set(table.codes) == {"invisible", "pass"}
        table.play("invisible")
        assert table.points(0) == 14

    def test_an_ogres_blow_may_be_avoided(self) -> None:
        """La Bagarre, Ogre and Potion d'invisibilité: what does not reach him does not kill him."""
        table = lay(sit("ogre"), sit("alchemist", **VICTIM), draw="6D")
        table.play("attack 1", "invisible")
        assert table.alive(1)
        assert table.points(1) == 15

    def test_avoiding_does_not_help_the_other_target_of_a_fire(self) -> None:
        """Rulings B47 and B48: 1 vanishes, 2 is struck: 11 - 9 = 2."""
        table = lay(
            sit("alchemist", potions="fire"),
            sit("alchemist", potions="invisibility", **VICTIM),
            sit(hp="8D KD", shield="9D"),
            sit(),
            draw="JD",
            discard="6C",
        )
        table.play("attack 1 fire 2", "invisible")
        assert table.points(1) == 15
        assert table.hp(2) == {"6C", "KD"}


class TestSpeed:
    def test_at_the_end_of_his_turn_he_may_act_again(self) -> None:
        """La Bagarre, Potion de vitesse."""
        table = lay(sit("alchemist"), sit(), draw="3D 4D 5D")
        table.play("attack 1")
        assert table.actor == 0
        assert set(table.codes) == {"speed", "pass"}
        table.play("speed")
        assert table.actor == 0
        assert {"attack 1", "shield 0", "shield 1", "charge"} == set(table.codes)
        table.play("shield 0")
        assert table.actor == 1

    def test_he_need_not(self) -> None:
        """La Bagarre, Potion de vitesse: kept for a later turn."""
        table = lay(sit("alchemist"), sit(), draw="3D 4D 5D")
        table.play("attack 1", "pass")
        assert table.actor == 1
        table.play("shield 1", "charge")
        assert "speed" in table.codes

    def test_it_can_be_used_once(self) -> None:
        """Ruling B49."""
        table = lay(sit("alchemist"), sit(), draw="3D 4D 5D 6D")
        table.play("attack 1", "speed", "charge", "charge", "shield 1")
        assert table.actor == 1
        assert "attack 0" in table.codes

    def test_it_comes_after_the_action_of_a_murder(self) -> None:
        """Ruling B49: both may occur: murder, its action, then the end of the turn and speed."""
        table = lay(sit("alchemist"), sit(**FRAIL), sit(), draw="KH 3C 4C")
        table.play("attack 1")
        assert table.actor == 0
        assert "speed" not in table.codes
        table.play("attack 2")
        assert set(table.codes) == {"speed", "pass"}
        table.play("speed", "attack 2")
        assert table.actor == 2

    def test_a_murder_by_the_fast_action_earns_another(self) -> None:
        """Rulings B20 and B49."""
        table = lay(sit("alchemist"), sit(**FRAIL), sit(), draw="3C KH 4C")
        table.play("attack 2", "speed", "attack 1")
        assert table.actor == 0
        table.play("attack 2")
        assert table.actor == 2

    def test_not_at_the_end_of_anothers_turn(self) -> None:
        """La Bagarre, Potion de vitesse: your turn."""
        table = lay(sit(), sit("alchemist"), draw="3D")
        table.play("charge")
        assert "attack 0" in table.codes

    def test_the_dead_drink_nothing(self) -> None:
        """La Bagarre, Potion de vitesse, Paladin: killed by the answer, his turn is over."""
        table = lay(sit("alchemist", potions="speed", hp="2S 3S", shield="4S"), sit("paladin"), sit(), draw="3C KC 9C")
        table.play("attack 1")
        assert not table.alive(0)
        assert table.actor == 1
        assert "attack 2" in table.codes

    def test_without_the_potion_nobody_is_asked(self) -> None:
        """La Bagarre, Alchimiste: single use."""
        table = lay(sit("alchemist", potions="fire invisibility"), sit(), draw="3D")
        table.play("attack 1")
        assert table.actor == 1
