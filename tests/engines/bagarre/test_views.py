"""What a seat may know, and nothing else."""

from tests.engines.bagarre.table import Table, lay, sit

WATCHERS = (0, 1, 2, None)


def same_for(one: Table, other: Table, *watchers: int | None) -> bool:
    """Whether two tables look the same to all of them, log and legal actions included."""
    return all(one.view(watcher) == other.view(watcher) for watcher in watchers)


class TestHidden:
    def test_the_order_of_the_draw_pile(self) -> None:
        """La Bagarre, Déroulement d'un tour: the pile lies face down."""
        one = lay(sit(), sit(), sit(), draw="2C 3C 4C")
        other = lay(sit(), sit(), sit(), draw="4C 2C 3C")
        assert same_for(one, other, *WATCHERS)

    def test_a_charge_even_from_its_owner(self) -> None:
        """La Bagarre, Charger."""
        one = lay(sit(charges="2C"), sit(), sit(), draw="3C")
        other = lay(sit(charges="3C"), sit(), sit(), draw="2C")
        assert same_for(one, other, *WATCHERS)

    def test_but_not_from_a_spy(self) -> None:
        """Ruling B50."""
        one = lay(sit(charges="2C"), sit("spy"), sit(), draw="3C")
        other = lay(sit(charges="3C"), sit("spy"), sit(), draw="2C")
        assert same_for(one, other, 0, 2, None)
        assert not same_for(one, other, 1)

    def test_a_charge_just_laid(self) -> None:
        """La Bagarre, Charger: the account of it names no card either."""
        one = lay(sit(), sit(), sit(), draw="2C 3C").play("charge")
        other = lay(sit(), sit(), sit(), draw="3C 2C").play("charge")
        assert one.charges(0) != other.charges(0)
        assert same_for(one, other, *WATCHERS)

    def test_a_spys_shield(self) -> None:
        """La Bagarre, Espionne."""
        one = lay(sit("spy", shield="5S"), sit(), sit(), draw="3C")
        other = lay(sit("spy", shield="3C"), sit(), sit(), draw="5S")
        assert same_for(one, other, 1, 2, None)
        assert not same_for(one, other, 0)

    def test_a_spys_new_shield(self) -> None:
        """La Bagarre, Espionne: hidden again, in the account as on the table, also from who changed it."""
        one = lay(sit("spy"), sit(), sit(), draw="3C 5S", turn=1).play("shield 0")
        other = lay(sit("spy"), sit(), sit(), draw="5S 3C", turn=1).play("shield 0")
        assert one.shield(0) != other.shield(0)
        assert same_for(one, other, 1, 2, None)

    def test_a_spys_shield_shown_to_the_attacker_from_the_others(self) -> None:
        """Ruling B51: two shields that stop the attack alike look alike to whoever did not attack."""
        one = lay(sit(), sit("spy", shield="9S"), sit(), draw="2C 9D").play("attack 1")
        other = lay(sit(), sit("spy", shield="9D"), sit(), draw="2C 9S").play("attack 1")
        assert same_for(one, other, 2, None)
        assert one.sees_shield(0, 1) == "9S"
        assert other.sees_shield(0, 1) == "9D"

    def test_what_a_clairvoyant_saw(self) -> None:
        """La Bagarre, Clairvoyance: the account tells the others that somebody looked at most, not at what."""
        one = lay(sit(hp="AS"), sit(), sit(), draw="2C 3C")
        other = lay(sit(hp="AS"), sit(), sit(), draw="3C 2C")
        assert same_for(one, other, 1, 2, None)
        assert not same_for(one, other, 0)

    def test_a_clairvoyants_own_charge_which_he_saw_on_the_pile(self) -> None:
        """La Bagarre, Clairvoyance: he looked at the card before charging it; he is alone to know it."""
        one = lay(sit(hp="AS"), sit(), sit(), draw="2C 3C").play("charge")
        other = lay(sit(hp="AS"), sit(), sit(), draw="3C 2C").play("charge")
        assert same_for(one, other, 1, 2, None)

    def test_a_bards_chosen_charge(self) -> None:
        """Ruling B52: the others see what he discarded, not what he kept."""
        hearts = {"hp": "7H 8H", "shield": "6H"}
        plain = {"hp": "JS JH", "shield": "9S"}
        one = lay(sit("bard", **hearts), sit(**plain), sit(), draw="2C 3C 4C 5C")
        one.play("charge", "pick 2C 3C 4C")
        other = lay(sit("bard", **hearts), sit(**plain), sit(), draw="5C 3C 4C 2C")
        other.play("charge", "pick 5C 3C 4C")
        assert same_for(one, other, 1, 2, None)
        assert one.sees_charges(0, 0) == ["2C"]


class TestOpen:
    def test_hit_points_shields_and_the_discard_lie_face_up(self) -> None:
        """La Bagarre, Mise en place."""
        table = lay(sit(), sit(), sit(), discard="2C 3C")
        for watcher in WATCHERS:
            view = table.view(watcher)
            assert [set(seat.hp) for seat in view.seats] == [{"KS", "QS"}, {"KH", "QH"}, {"KD", "QD"}]
            assert [seat.shield for seat in view.seats] == ["10S", "10H", "10D"]
            assert [seat.hit_points for seat in view.seats] == [25, 25, 25]
            assert view.discard == ("2C", "3C")
            assert view.draw == 54 - 9 - 2

    def test_the_card_of_an_action_under_way_is_seen_by_all(self) -> None:
        """La Bagarre, Déroulement d'un tour: it is revealed."""
        table = lay(sit(), sit("alchemist"), sit(), draw="KC")
        table.play("attack 1")
        for watcher in WATCHERS:
            pending = table.view(watcher).pending
            assert pending is not None
            assert (pending.seat, pending.targets, pending.card) == (0, (1,), "KC")

    def test_wounds_and_potions_are_open(self) -> None:
        """La Bagarre, Bête, Alchimiste: tokens on the table."""
        table = lay(sit("alchemist", potions="fire speed"), sit("beast", wounds=2), sit())
        for watcher in WATCHERS:
            view = table.view(watcher)
            assert set(view.seats[0].potions) == {"fire", "speed"}
            assert view.seats[1].wounds == 2

    def test_a_fresh_alchemist_has_three_potions(self) -> None:
        """La Bagarre, Alchimiste."""
        assert lay(sit("alchemist"), sit()).potions(0) == {"fire", "invisibility", "speed"}
        assert lay(sit("ogre"), sit()).potions(0) == set()

    def test_the_guard_includes_what_a_power_adds(self) -> None:
        """Ruling B31: 10 + 2 * 2."""
        table = lay(sit("warrior", charges="2C 3C"), sit())
        assert table.view(1).seats[0].guard == 14
        assert table.view(1).seats[1].guard == 10

    def test_a_hidden_shield_has_no_guard_to_see(self) -> None:
        """La Bagarre, Espionne."""
        table = lay(sit("spy"), sit())
        assert table.view(1).seats[0].guard is None
        assert table.view(1).seats[0].shield_hidden
        assert table.view(0).seats[0].guard == 10


class TestDecisions:
    def test_only_whoever_decides_has_actions(self) -> None:
        """La Bagarre, Déroulement d'un tour."""
        table = lay(sit(), sit(), sit(), turn=1)
        assert table.view(1).actions == tuple(table.codes)
        for watcher in (0, 2, None):
            assert table.view(watcher).actions == ()
            assert table.view(watcher).actor == 1

    def test_the_mage_decides_in_anothers_turn(self) -> None:
        """Ruling B35: his actions, in the turn of 0."""
        table = lay(sit(), sit(), sit("mage"), draw="AC")
        table.play("attack 1")
        assert set(table.view(2).actions) == {"transform", "pass"}
        assert table.view(0).actions == ()
        assert table.view(2).turn == 0
