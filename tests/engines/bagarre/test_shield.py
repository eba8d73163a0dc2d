"""Changing a shield, one's own or another's."""

import pytest

from tests.engines.bagarre.table import lay, sit


@pytest.mark.parametrize("target", [0, 1, 2], ids=["own", "the next one's", "the last one's"])
def test_the_drawn_card_becomes_the_shield_and_the_old_one_tops_the_discard(target: int) -> None:
    """La Bagarre, Changer un bouclier; ruling B16."""
    table = lay(sit(shield="4S"), sit(shield="4H"), sit(shield="4D"), draw="9C", discard="2C")
    table.play(f"shield {target}")
    old = ["4S", "4H", "4D"][target]
    assert table.shield(target) == "9C"
    assert table.discard == ["2C", old]


def test_only_the_named_shield_changes() -> None:
    """La Bagarre, Changer un bouclier."""
    table = lay(sit(shield="4S"), sit(shield="4H"), draw="9C")
    table.play("shield 1")
    assert table.shield(0) == "4S"
    assert table.points(0) == table.points(1) == 25


@pytest.mark.parametrize("card", ["AC", "2C"], ids=["ace", "two"])
def test_a_worse_card_must_be_taken(card: str) -> None:
    """Ruling B15: the change is compulsory; nobody is asked anything."""
    table = lay(sit(shield="9S"), sit(), draw=card)
    table.play("shield 0")
    assert table.shield(0) == card
    assert table.actor == 1


def test_a_joker_may_become_a_shield() -> None:
    """Ruling B1: it counts its value; 13 does not pass 20."""
    table = lay(sit(), sit(shield="4S"), draw="X1 2D KD")
    table.play("shield 1", "attack 0", "attack 1")
    assert table.shield(1) == "X1"
    assert table.points(1) == 25


def test_the_shields_of_the_dead_cannot_be_changed() -> None:
    """Ruling B15."""
    table = lay(sit(), sit(dead=True), sit(), draw="9C")
    assert {code for code in table.codes if code.startswith("shield")} == {"shield 0", "shield 2"}
    table.refuses("shield 1")


def test_changing_a_shield_costs_nobody_a_charge() -> None:
    """La Bagarre, Charger: only an attack that costs life does."""
    table = lay(sit(charges="3D"), sit(charges="4D"), draw="9C 8C")
    table.play("shield 1")
    assert table.charges(0) == ["3D"]
    assert table.charges(1) == ["4D"]


def test_hit_points_do_not_change_with_the_shield() -> None:
    """La Bagarre, Mise en place: the shield is no hit point; a shield above the hit points moves nothing."""
    table = lay(sit(hp="3S 4S", shield="2S"), sit(), draw="9C")
    table.play("shield 0")
    assert table.hp(0) == {"3S", "4S"}
