"""The Ogre: an attack equal to the shield kills."""

from tests.engines.bagarre.table import lay, sit


def test_an_attack_equal_to_the_shield_kills() -> None:
    """La Bagarre, Ogre; rulings B40 and B59: 10 against 10, whatever the 25 hit points."""
    table = lay(sit("ogre"), sit(shield="10H"), sit(), draw="10C")
    table.play("attack 1")
    assert not table.alive(1)
    assert table.hp(1) == set()


def test_such_a_death_is_a_murder() -> None:
    """Ruling B40: the extra action; ruling B55: the cards of the dead, shield last."""
    table = lay(sit("ogre"), sit(shield="10H"), sit(), draw="10C")
    table.play("attack 1")
    assert table.actor == 0
    assert "attack 2" in table.codes
    assert table.discard == ["10C", "QH", "KH", "10H"]


def test_one_less_does_nothing() -> None:
    """Ruling B59: equality alone is the exception."""
    table = lay(sit("ogre"), sit(shield="10H"), sit(), draw="9D")
    table.play("attack 1")
    assert table.points(1) == 25


def test_one_more_is_an_ordinary_point() -> None:
    """La Bagarre, Ogre: exactly equal, not more."""
    table = lay(sit("ogre"), sit(shield="10H"), sit(), draw="JD", discard="JC")
    table.play("attack 1")
    assert table.points(1) == 24


def test_the_total_of_a_charged_attack_counts() -> None:
    """La Bagarre, Précisions, Ogre; ruling B19: 6 + 4 = 10."""
    table = lay(sit("ogre", charges="6D"), sit(shield="10H"), sit(), draw="4D")
    table.play("attack 1")
    assert not table.alive(1)


def test_a_charged_attack_whose_card_alone_equals_the_shield_does_not_kill() -> None:
    """La Bagarre, Précisions, Ogre: 10 + 2 = 12 against 10 is 2: the queen becomes a 10."""
    table = lay(sit("ogre", charges="2D"), sit(shield="10H"), draw="10D", discard="10C")
    table.play("attack 1")
    assert table.hp(1) == {"10C", "KH"}


def test_a_warriors_bonus_is_part_of_the_shield() -> None:
    """La Bagarre, Ogre; ruling B31: 4 + 2 = 6: a 6 kills, a 4 does not."""
    six = lay(sit("ogre"), sit("warrior", shield="4H", charges="2D"), sit(), draw="6D")
    six.play("attack 1")
    assert not six.alive(1)
    four = lay(sit("ogre"), sit("warrior", shield="4H", charges="2D"), sit(), draw="4D")
    four.play("attack 1")
    assert four.points(1) == 25


def test_a_transformed_card_counts_its_new_value() -> None:
    """La Bagarre, Mage and Ogre: the ogre's king is made an ace: 1 against an ace kills."""
    table = lay(sit("ogre"), sit(shield="AH"), sit("mage"), draw="KC")
    table.play("attack 1", "transform")
    assert not table.alive(1)


def test_others_do_not_kill_so() -> None:
    """La Bagarre, Attaquer: for everybody else nothing happens."""
    table = lay(sit(), sit("ogre", shield="10H"), draw="10D")
    table.play("attack 1")
    assert table.points(1) == 25


def test_an_ogres_shield_protects_like_any() -> None:
    """La Bagarre, Ogre: it speaks of his attack."""
    table = lay(sit(), sit("ogre", hp="7H 8H", shield="6H"), draw="JD", discard="2C")
    table.play("attack 1")
    assert table.hp(1) == {"2C", "8H"}
