"""The Mage: an ace becomes a king and a king an ace, at the moment it is played."""

import pytest

from tests.engines.bagarre.table import lay, sit


class TestAttacks:
    def test_his_ace_strikes_like_a_king(self) -> None:
        """La Bagarre, Mage: 13 - 6 = 7, exactly the 7; the card itself stays an ace and is discarded."""
        table = lay(sit("mage"), sit(hp="7S 8H", shield="6C"), draw="AD", discard="KD")
        table.play("attack 1")
        assert table.actor == 0
        assert set(table.codes) == {"transform", "pass"}
        table.play("transform")
        assert table.hp(1) == {"8H"}
        assert set(table.discard) == {"KD", "AD", "7S"}

    def test_he_need_not(self) -> None:
        """La Bagarre, Mage: he can."""
        table = lay(sit("mage"), sit(hp="7S 8H", shield="6C"), draw="AD", discard="KD")
        table.play("attack 1", "pass")
        assert table.points(1) == 15
        assert table.actor == 1

    def test_he_tames_a_king_that_strikes_him(self) -> None:
        """Ruling B35: any player's action; the Mage, not the active seat, is asked."""
        table = lay(sit(), sit("mage", hp="7S 8H", shield="6C"), draw="KD")
        table.play("attack 1")
        assert table.actor == 1
        table.play("transform")
        assert table.points(1) == 15
        assert table.discard == ["KD"]

    def test_he_meddles_in_the_quarrels_of_others(self) -> None:
        """Ruling B35: 0 attacks 1 with an ace, 2 makes it a king."""
        table = lay(sit(), sit(hp="7S 8H", shield="6C"), sit("mage"), draw="AH")
        table.play("attack 1")
        assert table.actor == 2
        table.play("transform")
        assert table.hp(1) == {"8H"}

    @pytest.mark.parametrize("card", ["2D", "QD", "JD", "X1", "10D"])
    def test_only_aces_and_kings(self, card: str) -> None:
        """La Bagarre, Mage."""
        table = lay(sit("mage"), sit(shield="X2"), draw=card)
        table.play("attack 1")
        assert table.actor == 1

    def test_a_dead_mage_transforms_nothing(self) -> None:
        """La Bagarre, Fin de partie: eliminated."""
        table = lay(sit(), sit(), sit("mage", dead=True), draw="AH")
        table.play("attack 1")
        assert table.actor == 1
        assert "attack 0" in table.codes

    def test_no_power_without_a_mage(self) -> None:
        """La Bagarre, Mage."""
        table = lay(sit("ogre"), sit(hp="7S 8H", shield="6C"), draw="KD")
        table.play("attack 1")
        assert table.hp(1) == {"8H"}


class TestCharges:
    def test_a_charge_laid_face_down_is_not_transformed(self) -> None:
        """Ruling B37: not when laid, nobody sees it."""
        table = lay(sit("mage"), sit(), draw="AD")
        table.play("charge")
        assert table.actor == 1
        assert table.charges(0) == ["AD"]

    def test_a_charge_is_transformed_when_revealed(self) -> None:
        """Ruling B37: 13 + 2 - 6 = 9: the 7 goes, 2 more make the 8 a 6."""
        table = lay(sit("mage", charges="AD"), sit(hp="7S 8H", shield="6C"), draw="2D", discard="6H")
        table.play("attack 1")
        assert table.actor == 0
        table.play("transform")
        assert table.hp(1) == {"6H"}

    def test_the_charge_and_the_card_are_two_cards(self) -> None:
        """Rulings B35 and B37: each is transformed or not: ace and ace, both kings: 26 - 10 = 16 of 25."""
        table = lay(sit("mage", charges="AD"), sit(hp="QH KH", shield="10H"), draw="AC", discard="9H")
        table.play("attack 1", "transform", "transform")
        assert table.hp(1) == {"9H"}

    def test_one_of_the_two_only(self) -> None:
        """Rulings B35 and B37: 13 + 1 - 10 = 4: the queen becomes an 8, whichever of the two it is."""
        for answers in (("transform", "pass"), ("pass", "transform")):
            table = lay(sit("mage", charges="AD"), sit(hp="QH KH", shield="10H"), draw="AC", discard="8H")
            table.play("attack 1", *answers)
            assert table.hp(1) == {"8H", "KH"}


class TestShields:
    def test_an_ace_drawn_as_a_shield_is_replaced_by_a_king_of_the_discard(self) -> None:
        """La Bagarre, Mage: the ace goes where the king lay, the old shield on top."""
        table = lay(sit("mage", shield="5S"), sit(), draw="AD 2D", discard="9C KD 8C")
        table.play("shield 0", "transform")
        assert table.shield(0) == "KD"
        assert table.discard == ["9C", "AD", "8C", "5S"]
        assert table.draw[0] == "2D"
        assert table.shuffles == 0

    def test_or_of_the_draw_pile_which_is_shuffled(self) -> None:
        """La Bagarre, Mage: no king in the discard; the ace goes into the pile."""
        table = lay(sit("mage", shield="5S"), sit(), draw="AD 2D", discard="9C")
        table.play("shield 0", "transform")
        assert table.shield(0) in {"KD", "KC"}
        assert "AD" in table.draw
        assert table.discard == ["9C", "5S"]
        assert table.shuffles == 1

    def test_a_king_somebody_takes_becomes_an_ace(self) -> None:
        """Ruling B35: 0 arms himself with a king; the Mage makes it an ace."""
        table = lay(sit(shield="5S"), sit("mage"), draw="KD", discard="AC")
        table.play("shield 0")
        assert table.actor == 1
        table.play("transform")
        assert table.shield(0) == "AC"
        assert set(table.discard) == {"KD", "5S"}

    def test_he_may_let_it_be(self) -> None:
        """La Bagarre, Mage."""
        table = lay(sit(shield="5S"), sit("mage"), draw="KD", discard="AC")
        table.play("shield 0", "pass")
        assert table.shield(0) == "KD"
        assert table.discard == ["AC", "5S"]

    def test_not_the_spys(self) -> None:
        """La Bagarre, Précisions, Mage: the Spy's shield is out of reach."""
        table = lay(sit("mage"), sit("spy", shield="5H"), draw="KD", discard="AC")
        table.play("shield 1")
        assert table.actor == 1
        assert table.shield(1) == "KD"


class TestHitPoints:
    def test_a_card_the_priestess_plays_is_replaced_physically(self) -> None:
        """La Bagarre, Précisions, Mage: as for a shield."""
        table = lay(sit("priestess"), sit("mage", hp="7S 8H"), draw="AD", discard="9C KD 8C")
        table.play("exchange 1 7S")
        assert table.actor == 1
        table.play("transform")
        assert table.hp(1) == {"KD", "8H"}
        assert set(table.discard) == {"9C", "AD", "8C", "7S"}
        assert table.top == "7S"

    def test_also_the_spys_hit_points(self) -> None:
        """La Bagarre, Précisions, Mage: only her shield is out of reach; her hit points lie open."""
        table = lay(sit("priestess"), sit("spy", hp="7S 8H"), sit("mage"), draw="AC", discard="KH")
        table.play("exchange 1 7S", "transform")
        assert table.hp(1) == {"KH", "8H"}

    def test_not_the_cards_that_replace_lost_points(self) -> None:
        """La Bagarre, Précisions, Mage: hit points are not transformed: 8 - 4 = 4 of 5, the ace stays."""
        table = lay(sit("mage"), sit("mage", hp="2S 3S", shield="4S"), draw="8D", discard="AC")
        table.play("attack 1")
        assert table.hp(1) == {"AC"}
        assert "attack 0" in table.codes


class TestTwoMages:
    def test_each_may_transform_once_the_active_first(self) -> None:
        """Ruling B36: 0 makes the ace a king, 1 makes it an ace again."""
        table = lay(sit("mage"), sit("mage", hp="7S 8H", shield="6C"), draw="AD")
        table.play("attack 1")
        assert table.actor == 0
        table.play("transform")
        assert table.actor == 1
        table.play("transform")
        assert table.points(1) == 15
        assert "attack 0" in table.codes

    def test_the_second_may_when_the_first_passes(self) -> None:
        """Ruling B36: in turn order from the active player."""
        table = lay(sit(hp="7S 8H", shield="6C"), sit("mage"), sit("mage"), draw="AC", turn=2)
        table.play("attack 0")
        assert table.actor == 2
        table.play("pass")
        assert table.actor == 1
        table.play("transform")
        assert table.hp(0) == {"8H"}

    def test_nobody_transforms_the_same_card_twice(self) -> None:
        """Ruling B36: once each, then it counts."""
        table = lay(sit("mage"), sit(), sit("mage", shield="6D"), draw="AC")
        table.play("attack 2", "transform", "pass")
        assert table.actor == 1
        assert "attack 2" in table.codes
