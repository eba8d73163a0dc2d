"""Charging, and the next attack."""

from tests.engines.bagarre.table import lay, sit


def test_the_charge_lies_face_down_in_front_of_its_owner() -> None:
    """La Bagarre, Charger: the drawn card goes there, not to the discard."""
    table = lay(sit(), sit(), draw="9C", discard="2C")
    table.play("charge")
    assert table.charges(0) == ["9C"]
    assert table.discard == ["2C"]
    assert table.actor == 1


def test_nobody_not_even_its_owner_looks_at_it() -> None:
    """La Bagarre, Charger: without looking at it."""
    table = lay(sit(), sit(), draw="9C")
    table.play("charge")
    for watcher in (0, 1, None):
        assert table.sees_charges(watcher, 0) == ["?"]


def test_the_next_attack_adds_the_charge_and_the_shield_counts_once() -> None:
    """La Bagarre, Charger; ruling B19: 5 + 4 against 6 is 3, though neither card passes a 6; 7 becomes 4."""
    table = lay(sit(charges="4D"), sit(hp="7S 8H", shield="6C"), draw="5D", discard="4C")
    table.play("attack 1")
    assert table.hp(1) == {"4C", "8H"}
    assert table.charges(0) == []
    assert {"5D", "4D", "7S"} == set(table.discard)


def test_the_charge_of_an_earlier_turn_is_revealed_by_the_next_attack() -> None:
    """La Bagarre, Charger: 9 laid, then 4 + 9 against 6 is 7, exactly the 7."""
    table = lay(sit(), sit(hp="7S 8H", shield="6C"), draw="9D 2D 4D")
    table.play("charge", "attack 0", "attack 1")
    assert table.hp(1) == {"8H"}
    assert table.charges(0) == []


def test_a_charge_is_spent_even_if_the_attack_fails() -> None:
    """La Bagarre, Charger: both cards are discarded afterwards."""
    table = lay(sit(charges="2D"), sit(shield="10H"), draw="3D")
    table.play("attack 1")
    assert table.points(1) == 25
    assert table.charges(0) == []
    assert set(table.discard) == {"2D", "3D"}


def test_a_charge_equal_to_the_shield_together_with_the_card_does_nothing() -> None:
    """La Bagarre, Attaquer; ruling B19: 4 + 6 = 10 against 10."""
    table = lay(sit(charges="4D"), sit(shield="10H"), draw="6D")
    table.play("attack 1")
    assert table.points(1) == 25


def test_only_one_charge_at_a_time() -> None:
    """La Bagarre, Charger; ruling B17: charging again is illegal."""
    table = lay(sit(charges="4D"), sit(), draw="6D")
    assert "charge" not in table.codes
    table.refuses("charge")
    assert table.charges(0) == ["4D"]


def test_a_charge_need_not_be_used_at_once() -> None:
    """La Bagarre, Charger: one may do something else with a charge, and keeps it."""
    table = lay(sit(charges="4D"), sit(), draw="6D 2D 7D", discard="AC")
    assert {"attack 1", "shield 0", "shield 1"} <= set(table.codes)
    table.play("shield 0")
    assert table.charges(0) == ["4D"]
    table.play("shield 1", "shield 0")
    assert table.charges(0) == ["4D"]


def test_an_attack_must_use_the_charge() -> None:
    """La Bagarre, Charger: there is no attack without it."""
    table = lay(sit(charges="4D"), sit(), draw="6D")
    assert [code for code in table.codes if code.startswith("attack")] == ["attack 1"]


def test_an_attack_that_costs_life_costs_the_charge() -> None:
    """La Bagarre, Charger: the target's charge is discarded."""
    table = lay(sit(), sit(hp="7S 8H", shield="6C", charges="9D"), draw="7D", discard="6H")
    table.play("attack 1")
    assert table.charges(1) == []
    assert set(table.discard) == {"7D", "9D", "7S"}


def test_an_attack_that_costs_no_life_costs_no_charge() -> None:
    """La Bagarre, Charger."""
    table = lay(sit(), sit(hp="7S 8H", shield="6C", charges="9D"), draw="6D")
    table.play("attack 1")
    assert table.charges(1) == ["9D"]


def test_after_using_or_losing_a_charge_one_may_charge_again() -> None:
    """La Bagarre, Charger."""
    table = lay(sit(charges="2D"), sit(hp="7S 8H", shield="6C", charges="9D"), draw="5D 4C", discard="6H")
    table.play("attack 1")
    assert "charge" in table.codes
    table.play("charge")
    assert table.charges(1) == ["4C"]
    assert "charge" in table.codes


def test_a_joker_as_a_charge_counts_its_value() -> None:
    """Ruling B1: 20 + 2 against 10 is 12, exactly the queen."""
    table = lay(sit(charges="X1"), sit(hp="QH KH", shield="10H"), draw="2D")
    table.play("attack 1")
    assert table.hp(1) == {"KH"}
