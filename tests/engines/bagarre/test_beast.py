"""The Beast: wounds make her next attacks worse."""

from tests.engines.bagarre.table import lay, sit

VICTIM = {"hp": "7H 8H", "shield": "6H"}


def test_each_loss_she_causes_is_a_wound() -> None:
    """La Bagarre, Bête."""
    table = lay(sit("beast"), sit(**VICTIM), draw="7D", discard="6C")
    table.play("attack 1")
    assert table.wounds(1) == 1


def test_no_loss_no_wound() -> None:
    """La Bagarre, Bête."""
    table = lay(sit("beast"), sit(**VICTIM), draw="6D")
    table.play("attack 1")
    assert table.wounds(1) == 0


def test_each_wound_adds_3() -> None:
    """Ruling B46: 5 + 2 * 3 - 6 = 5: the 7 becomes a 2; a third wound."""
    table = lay(sit("beast"), sit(wounds=2, **VICTIM), draw="5D", discard="2C")
    table.play("attack 1")
    assert table.hp(1) == {"2C", "8H"}
    assert table.wounds(1) == 3


def test_the_wound_of_an_attack_counts_from_the_next_on() -> None:
    """La Bagarre, Bête: 7 - 6 = 1, then 4 + 3 - 6 = 1."""
    table = lay(sit("beast"), sit(**VICTIM), draw="7D 2D 4D", discard="5C 6C")
    table.play("attack 1")
    assert table.points(1) == 14
    table.play("shield 0", "attack 1")
    assert table.points(1) == 13
    assert table.wounds(1) == 2


def test_wounds_are_permanent() -> None:
    """Ruling B46: an attack that fails and a new shield take none away."""
    table = lay(sit("beast"), sit(wounds=1, **VICTIM), draw="2D 9D 2C 10C")
    table.play("attack 1", "shield 1", "attack 1", "shield 1")
    assert table.wounds(1) == 1


def test_only_against_the_wounded() -> None:
    """La Bagarre, Bête: wounds of the target."""
    table = lay(sit("beast"), sit(wounds=3, hp="JH JC", shield="9H"), sit(**VICTIM), draw="6D")
    table.play("attack 2")
    assert table.points(2) == 15


def test_only_for_the_beast() -> None:
    """La Bagarre, Bête: you receive the bonus."""
    table = lay(sit(), sit("beast", wounds=2, **VICTIM), draw="6D")
    table.play("attack 1")
    assert table.points(1) == 15


def test_others_wound_nobody() -> None:
    """La Bagarre, Bête."""
    table = lay(sit(), sit("beast", **VICTIM), draw="7D", discard="6C")
    table.play("attack 1")
    assert table.wounds(1) == 0


def test_the_bonus_counts_once_with_a_charge() -> None:
    """Rulings B19 and B46: 2 + 3 + 3 - 6 = 2."""
    table = lay(sit("beast", charges="3D"), sit(wounds=1, **VICTIM), draw="2D", discard="5C")
    table.play("attack 1")
    assert table.hp(1) == {"5C", "8H"}


def test_reaching_the_shield_with_the_bonus_is_not_passing_it() -> None:
    """La Bagarre, Attaquer: 3 + 3 = 6."""
    table = lay(sit("beast"), sit(wounds=1, **VICTIM), draw="3D")
    table.play("attack 1")
    assert table.points(1) == 15
    assert table.wounds(1) == 1
