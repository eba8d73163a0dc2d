"""The Demonist: three hit points for another card."""

import pytest

from tests.engines.bagarre.table import lay, sit

VICTIM = {"hp": "7H 8H", "shield": "6H"}


def test_he_decides_after_seeing_the_card() -> None:
    """Ruling B53: the 3 is revealed, then he is asked."""
    table = lay(sit("demonist"), sit(**VICTIM), draw="3D KD 9C")
    table.play("attack 1")
    assert table.actor == 0
    assert set(table.codes) == {"reroll", "pass"}
    assert table.draw[0] == "KD"


def test_the_new_card_counts_and_the_old_is_discarded() -> None:
    """La Bagarre, Démoniste: 3 points, 7 becomes 4; the king strikes 13 - 6 = 7."""
    table = lay(sit("demonist", hp="7S 8S"), sit(**VICTIM), draw="3D KD 9C", discard="4C")
    table.play("attack 1", "reroll")
    assert table.hp(0) == {"4C", "8S"}
    assert table.hp(1) == {"8H"}
    assert set(table.discard) == {"3D", "KD", "7S", "7H"}
    assert table.draw[0] == "9C"
    assert table.actor == 1


def test_he_may_keep_the_card_for_nothing() -> None:
    """La Bagarre, Démoniste: he can."""
    table = lay(sit("demonist", hp="7S 8S"), sit(**VICTIM), draw="7D", discard="6C")
    table.play("attack 1", "pass")
    assert table.points(0) == 15
    assert table.points(1) == 14


def test_a_shield_can_be_drawn_again() -> None:
    """Ruling B53: attack or shield."""
    table = lay(sit("demonist", hp="7S 8S"), sit(), draw="3D KD", discard="4C")
    table.play("shield 0", "reroll")
    assert table.shield(0) == "KD"
    assert table.points(0) == 12


def test_a_charge_cannot() -> None:
    """La Bagarre, Démoniste: charges are not drawn again."""
    table = lay(sit("demonist"), sit(), draw="3D")
    table.play("charge")
    assert table.actor == 1
    assert table.charges(0) == ["3D"]


def test_the_charge_in_an_attack_stays_the_same() -> None:
    """La Bagarre, Démoniste: only the drawn card changes: 4 + 5 - 6 = 3, the 7 becomes a 4."""
    table = lay(sit("demonist", hp="7S 8S", charges="4D"), sit(**VICTIM), draw="2D 5D", discard="4C 4S")
    table.play("attack 1", "reroll")
    assert table.points(1) == 12
    assert table.points(0) == 12
    assert table.charges(0) == []


def test_once_per_turn() -> None:
    """La Bagarre, Démoniste: the second card is final."""
    table = lay(sit("demonist", hp="7S 8S"), sit(), draw="3D 2D 9C", discard="4C")
    table.play("attack 1", "reroll")
    assert table.actor == 1
    assert table.draw[0] == "9C"


def test_not_again_in_the_action_of_a_murder() -> None:
    """La Bagarre, Démoniste: once per turn, however many actions."""
    table = lay(sit("demonist", hp="7S 8S"), sit(hp="2H 3H", shield="4H"), sit(), draw="3C KH 2C 9C", discard="4C")
    table.play("attack 1", "reroll", "attack 2")
    assert table.actor == 2


def test_again_in_the_next_turn() -> None:
    """La Bagarre, Démoniste."""
    table = lay(sit("demonist", hp="7S 8S"), sit(), draw="3D 2D 9C 5D 6D", discard="4C")
    table.play("attack 1", "reroll", "charge", "attack 1")
    assert "reroll" in table.codes


def test_not_in_somebody_elses_turn() -> None:
    """La Bagarre, Démoniste: in your turn."""
    table = lay(sit(), sit("demonist"), draw="3D")
    table.play("attack 1")
    assert table.actor == 1
    assert "attack 0" in table.codes


def test_not_in_an_action_earned_in_somebody_elses_turn() -> None:
    """La Bagarre, Démoniste, Précisions, Paladin: his answer killed, he acts at once, but the turn is not his."""
    table = lay(sit(hp="2S 3S", shield="4S"), sit("demonist", "paladin"), sit(), draw="3C KC 2C")
    table.play("attack 1")
    assert table.actor == 1
    table.play("attack 2")
    assert "reroll" not in table.codes
    assert table.top == "2C"


@pytest.mark.parametrize("hp", ["4S", "3S", "2S"])
def test_nobody_sacrifices_himself_to_death(hp: str) -> None:
    """Ruling B53; La Bagarre, Démoniste: with 2 or 3 points he goes to 1, as with 4."""
    table = lay(sit("demonist", hp=hp), sit(), draw="3D 2D", discard="AC")
    table.play("attack 1", "reroll")
    assert table.alive(0)
    assert table.hp(0) == {"AC"}


def test_at_1_point_it_is_free() -> None:
    """La Bagarre, Démoniste; ruling B53."""
    table = lay(sit("demonist", hp="AS"), sit(), draw="3D 2D", discard="AC")
    table.play("attack 1", "reroll")
    assert table.hp(0) == {"AS"}
    assert set(table.discard) == {"AC", "3D", "2D"}


def test_the_sacrifice_costs_no_charge() -> None:
    """Rulings B18 and B53: it is no attack."""
    table = lay(sit("demonist", hp="7S 8S", charges="4D"), sit(), draw="3D KD", discard="4C")
    table.play("shield 0", "reroll")
    assert table.charges(0) == ["4D"]


def test_the_weakest_card_is_sacrificed_first() -> None:
    """La Bagarre, Attaquer: the weakest is always discarded first; ruling B5: 3 is exactly that card."""
    table = lay(sit("demonist", hp="3S 8S"), sit(), draw="3D 2D")
    table.play("attack 1", "reroll")
    assert table.hp(0) == {"8S"}


def test_of_two_equal_cards_he_chooses() -> None:
    """Ruling B6."""
    table = lay(sit("demonist", hp="8S 8H"), sit(), draw="3D 2D", discard="5C")
    table.play("attack 1", "reroll")
    assert set(table.codes) == {"lose 8S", "lose 8H"}
    table.play("lose 8H")
    assert table.hp(0) == {"8S", "5C"}


def test_nobody_else_draws_again() -> None:
    """La Bagarre, Démoniste: his power."""
    table = lay(sit("ogre"), sit("demonist"), draw="3D")
    table.play("attack 1")
    assert table.actor == 1
    table.refuses("reroll")
