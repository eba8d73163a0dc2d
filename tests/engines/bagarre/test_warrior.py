"""The Warrior: charges pile up, and guard her."""

from tests.engines.bagarre.table import lay, sit


def test_she_may_hold_several_charges() -> None:
    """La Bagarre, Guerrière."""
    table = lay(sit("warrior", charges="2D 3D"), sit(), draw="4D")
    table.play("charge")
    assert set(table.charges(0)) == {"2D", "3D", "4D"}


def test_only_she_may() -> None:
    """La Bagarre, Charger: the others hold one at most; ruling B17."""
    table = lay(sit("warrior"), sit(charges="2D"), turn=1)
    assert "charge" not in table.codes


def test_an_attack_uses_all_charges() -> None:
    """La Bagarre, Guerrière: 2 + 3 + 4 + 8 - 10 = 7, exactly the 7."""
    table = lay(sit("warrior", charges="2D 3D 4D"), sit(hp="7S 8H", shield="10H"), draw="8D")
    table.play("attack 1")
    assert table.hp(1) == {"8H"}
    assert table.charges(0) == []
    assert {"2D", "3D", "4D", "8D", "7S"} == set(table.discard)


def test_her_shield_is_worth_2_more_per_charge() -> None:
    """Ruling B31: 5 + 2 * 2 = 9; a 9 does nothing, a 10 takes one point."""
    nine = lay(sit(), sit("warrior", hp="7S 8H", shield="5C", charges="2D 3D"), draw="9D")
    nine.play("attack 1")
    assert nine.points(1) == 15
    assert set(nine.charges(1)) == {"2D", "3D"}
    ten = lay(sit(), sit("warrior", hp="7S 8H", shield="5C", charges="2D 3D"), draw="10D", discard="6D")
    ten.play("attack 1")
    assert ten.hp(1) == {"6D", "8H"}


def test_the_bonus_has_no_maximum() -> None:
    """Ruling B31: 2 + 2 * 6 = 14 stops a king."""
    table = lay(sit(), sit("warrior", hp="7S 8H", shield="2C", charges="2D 3D 4D 5D 6D 7D"), draw="KH")
    table.play("attack 1")
    assert table.points(1) == 15


def test_a_loss_of_hit_points_costs_all_charges() -> None:
    """La Bagarre, Guerrière: 10 - 9 = 1."""
    table = lay(sit(), sit("warrior", hp="7S 8H", shield="5C", charges="2D 3D"), draw="10D", discard="6D")
    table.play("attack 1")
    assert table.charges(1) == []
    assert {"2D", "3D"} < set(table.discard)


def test_without_charges_her_shield_is_what_it_says() -> None:
    """La Bagarre, Guerrière: 7 - 5 = 2; the charges lost to the first attack no longer guard against the second."""
    table = lay(sit(), sit("warrior", hp="7S 8H", shield="5C", charges="2D 3D"), draw="10D 2C 7D", discard="6D 4D")
    table.play("attack 1")
    assert table.points(1) == 14
    table.play("shield 0", "attack 1")
    assert table.points(1) == 12


def test_no_charge_of_hers_makes_another_player_safer() -> None:
    """La Bagarre, Guerrière: a plain player's charge adds nothing to the shield: 7 - 6 = 1."""
    table = lay(sit(), sit(hp="7S 8H", shield="6C", charges="2D"), draw="7D", discard="6D")
    table.play("attack 1")
    assert table.points(1) == 14
