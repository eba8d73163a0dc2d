"""The Spy: her shield is hidden, what others hide is not."""

from tests.engines.bagarre.table import lay, sit


class TestHerShield:
    def test_only_she_knows_it(self) -> None:
        """La Bagarre, Espionne."""
        table = lay(sit("spy"), sit(), sit())
        assert table.sees_shield(0, 0) == "10S"
        for watcher in (1, 2, None):
            assert table.sees_shield(watcher, 0) is None

    def test_everybody_elses_is_open(self) -> None:
        """La Bagarre, Mise en place: three cards face up."""
        table = lay(sit("spy"), sit(), sit())
        for watcher in (0, 1, 2, None):
            assert table.sees_shield(watcher, 1) == "10H"

    def test_it_guards_like_any(self) -> None:
        """La Bagarre, Attaquer: 11 - 6 = 5."""
        table = lay(sit(), sit("spy", hp="7H 8H", shield="6H"), draw="JD", discard="2C")
        table.play("attack 1")
        assert table.hp(1) == {"2C", "8H"}

    def test_an_attacker_is_shown_it_and_nobody_else(self) -> None:
        """Ruling B51; La Bagarre, Espionne: even if the attack does nothing."""
        table = lay(sit(), sit("spy"), sit(), draw="3D")
        table.play("attack 1")
        assert table.sees_shield(0, 1) == "10H"
        assert table.sees_shield(2, 1) is None
        assert table.sees_shield(None, 1) is None

    def test_not_before_the_card_is_revealed(self) -> None:
        """Ruling B51: whoever can attack her does not know it yet."""
        table = lay(sit(), sit("spy"), draw="3D")
        assert table.sees_shield(0, 1) is None

    def test_a_changed_shield_is_hidden_again(self) -> None:
        """La Bagarre, Espionne: also from whoever had seen the old one, and from whoever changed it."""
        table = lay(sit(), sit("spy"), sit(), draw="3D 9C 8C")
        table.play("attack 1", "shield 1")
        assert table.shield(1) == "9C"
        assert table.sees_shield(1, 1) == "9C"
        assert table.sees_shield(0, 1) is None
        table.play("shield 1")
        assert table.shield(1) == "8C"
        for watcher in (0, 2, None):
            assert table.sees_shield(watcher, 1) is None

    def test_a_bard_who_chose_it_knows_it(self) -> None:
        """La Bagarre, Espionne, Barde: he saw both cards; the others see the one discarded."""
        table = lay(sit("bard", hp="7H 8D", shield="6H"), sit("spy", hp="KS QS", shield="10S"), sit(), draw="3C JC")
        table.play("shield 1", "pick JC 3C")
        assert table.sees_shield(0, 1) == "JC"
        assert table.sees_shield(2, 1) is None
        assert table.sees_shield(None, 1) is None
        assert table.discard == ["3C", "10S"]

    def test_a_clairvoyant_who_gave_it_knows_it(self) -> None:
        """La Bagarre, Espionne, Clairvoyance: he had looked at the card."""
        table = lay(sit(hp="AS"), sit("spy"), sit(), draw="9C")
        table.play("shield 1")
        assert table.sees_shield(0, 1) == "9C"
        assert table.sees_shield(2, 1) is None

    def test_a_card_of_the_discard_is_known_to_all(self) -> None:
        """La Bagarre, Espionne, Nécro: it lay face up."""
        table = lay(sit("necromancer"), sit("spy"), sit(), discard="9C")
        table.play("shield 1 discard")
        assert table.sees_shield(2, 1) == "9C"

    def test_a_demonist_cannot_draw_again_what_he_does_not_see(self) -> None:
        """La Bagarre, Démoniste, Espionne; ruling B53: after seeing the card; hers he does not see."""
        table = lay(sit("demonist"), sit("spy"), draw="9C")
        table.play("shield 1")
        assert table.actor == 1
        assert "attack 0" in table.codes

    def test_the_old_one_is_discarded_openly(self) -> None:
        """Ruling B16."""
        table = lay(sit(), sit("spy"), draw="9C")
        table.play("shield 1")
        assert table.discard == ["10H"]

    def test_a_dragon_is_not_somebody_to_show_it_to(self) -> None:
        """La Bagarre, Espionne; ruling B27: the person who attacks; a dragon is none."""
        table = lay(sit(), sit("spy"), sit(), only="9C", stack="2C 3C 4C")
        table.play("shield 0")
        for watcher in (0, 2, None):
            assert table.sees_shield(watcher, 1) is None


class TestHerEyes:
    def test_she_sees_the_charges_of_all(self) -> None:
        """Ruling B50: face-down charges, her own too."""
        table = lay(sit("spy", charges="2D"), sit(charges="3D"), sit("warrior", charges="4C 5C"))
        assert table.sees_charges(0, 0) == ["2D"]
        assert table.sees_charges(0, 1) == ["3D"]
        assert sorted(table.sees_charges(0, 2)) == ["4C", "5C"]
        assert table.sees_charges(1, 1) == ["?"]
        assert table.sees_charges(2, 0) == ["?"]

    def test_she_sees_a_charge_just_laid(self) -> None:
        """Ruling B50: whoever laid it, and as soon as it lies there."""
        table = lay(sit("spy"), sit(), sit(), draw="9C 8C", turn=1)
        table.play("charge")
        assert table.sees_charges(0, 1) == ["9C"]
        assert table.sees_charges(1, 1) == ["?"]

    def test_she_sees_another_spys_shield(self) -> None:
        """Ruling B50."""
        table = lay(sit("spy"), sit("spy"))
        assert table.sees_shield(0, 1) == "10H"
        assert table.sees_shield(1, 0) == "10S"

    def test_she_does_not_see_the_draw_pile(self) -> None:
        """Ruling B50: cards in play, not the pile."""
        table = lay(sit("spy"), sit(), draw="9C")
        assert table.sees_top(0) is None

    def test_a_dead_spys_shield_lies_in_the_discard(self) -> None:
        """Ruling B55: discarded last, face up."""
        table = lay(sit(), sit("spy", hp="2H 3H", shield="6H"), sit(), draw="KC")
        table.play("attack 1")
        assert table.top == "6H"
