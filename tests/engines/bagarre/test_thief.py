"""The Thief: whoever loses hit points to her may lose a card as well."""

from tests.engines.bagarre.table import lay, sit

VICTIM = {"hp": "7H 8H", "shield": "6H"}


def test_after_the_loss_she_may_exchange_any_card_for_any_of_hers() -> None:
    """Ruling B38; La Bagarre, Voleuse: hit points and shields alike, the victim's cards after the loss."""
    table = lay(sit("thief"), sit(**VICTIM), draw="JD", discard="2C")
    table.play("attack 1")
    assert table.actor == 0
    mine, theirs = ("KS", "QS", "10S"), ("2C", "8H", "6H")
    assert set(table.codes) == {"pass"} | {f"swap {own} {other}" for own in mine for other in theirs}


def test_hit_points_for_hit_points() -> None:
    """Ruling B38: both totals change: 13 + 12 and 2 + 8 become 12 + 8 and 2 + 13."""
    table = lay(sit("thief"), sit(**VICTIM), draw="JD", discard="2C")
    table.play("attack 1", "swap KS 8H")
    assert table.hp(0) == {"8H", "QS"}
    assert table.hp(1) == {"2C", "KS"}


def test_shield_for_shield() -> None:
    """Ruling B38."""
    table = lay(sit("thief", shield="2S"), sit(**VICTIM), draw="JD", discard="2C")
    table.play("attack 1", "swap 2S 6H")
    assert table.shield(0) == "6H"
    assert table.shield(1) == "2S"


def test_a_shield_for_hit_points_and_the_reverse() -> None:
    """La Bagarre, Voleuse: each card may be either; it becomes what the other was."""
    table = lay(sit("thief", shield="2S"), sit(**VICTIM), draw="JD", discard="2C")
    table.play("attack 1", "swap 2S 8H")
    assert table.shield(0) == "8H"
    assert table.hp(1) == {"2C", "2S"}
    table = lay(sit("thief", shield="2S"), sit(**VICTIM), draw="JD", discard="2C")
    table.play("attack 1", "swap QS 6H")
    assert table.hp(0) == {"KS", "6H"}
    assert table.shield(1) == "QS"


def test_she_need_not() -> None:
    """La Bagarre, Voleuse: she can."""
    table = lay(sit("thief"), sit(**VICTIM), draw="JD", discard="2C")
    table.play("attack 1", "pass")
    assert table.hp(1) == {"2C", "8H"}
    assert table.actor == 1
    assert "attack 0" in table.codes


def test_not_when_the_attack_costs_nothing() -> None:
    """La Bagarre, Voleuse: only when points are lost."""
    table = lay(sit("thief"), sit(**VICTIM), draw="6D")
    table.play("attack 1")
    assert table.actor == 1


def test_one_exchange_per_attack_and_again_with_the_next() -> None:
    """Ruling B39: each attack that costs points, one exchange."""
    table = lay(sit("thief"), sit(hp="KH QH", shield="6H"), draw="7D 2D 7C", discard="JH JC")
    table.play("attack 1", "swap 10S 6H")
    assert table.actor == 1
    table.play("shield 1", "attack 1")
    assert any(code.startswith("swap") for code in table.codes)


def test_an_exchange_costs_no_charge() -> None:
    """Ruling B38: it is not an attack; hers was not laid yet and the victim's went with the attack."""
    table = lay(sit("thief"), sit(**VICTIM), sit(charges="3C"), draw="JD", discard="2C")
    table.play("attack 1", "swap KS 2C")
    assert table.charges(2) == ["3C"]
    assert table.hp(0) == {"2C", "QS"}


def test_charges_are_not_exchanged() -> None:
    """La Bagarre, Voleuse: hit points or shields."""
    table = lay(sit("thief", charges="5D"), sit(**VICTIM), draw="6D", discard="2C")
    table.play("attack 1")
    assert not [code for code in table.codes if "5D" in code or "6D" in code]


def test_a_victim_with_one_card_left_offers_that_and_the_shield() -> None:
    """Ruling B38: any of the cards left."""
    table = lay(sit("thief"), sit(**VICTIM), draw="KD")
    table.play("attack 1")
    offered = {code.split()[2] for code in table.codes if code.startswith("swap")}
    assert offered == {"8H", "6H"}


def test_a_killer_may_take_the_shield_of_the_dead() -> None:
    """Ruling B38: it replaces hers, which is discarded; then comes the action of the murder."""
    table = lay(sit("thief", shield="4S"), sit(hp="2H 3H", shield="6H"), sit(), draw="KC")
    table.play("attack 1")
    assert table.actor == 0
    assert set(table.codes) == {"steal", "pass"}
    table.play("steal")
    assert table.shield(0) == "6H"
    assert set(table.discard) == {"KC", "2H", "3H", "4S"}
    assert table.actor == 0
    assert "attack 2" in table.codes


def test_a_killer_may_leave_it() -> None:
    """Ruling B38: she can; the shield of the dead is then discarded last, ruling B55."""
    table = lay(sit("thief", shield="4S"), sit(hp="2H 3H", shield="6H"), sit(), draw="KC")
    table.play("attack 1", "pass")
    assert table.shield(0) == "4S"
    assert table.discard[-3:] == ["2H", "3H", "6H"]
    assert "attack 2" in table.codes


def test_a_shield_robbed_from_a_spy_lies_open_and_hers_is_hidden_again() -> None:
    """La Bagarre, Espionne, Voleuse: the thief has no hidden shield; whatever the spy has for one is hidden."""
    table = lay(sit("thief"), sit("spy", **VICTIM), sit(), draw="JC", discard="2C")
    table.play("attack 1")
    assert table.sees_shield(0, 1) == "6H"
    table.play("swap 10S 6H")
    assert table.sees_shield(2, 0) == "6H"
    assert table.shield(1) == "10S"
    assert table.view(2).seats[1].shield_hidden


def test_others_steal_nothing() -> None:
    """La Bagarre, Voleuse: her power, in her attacks only."""
    table = lay(sit(), sit("thief", **VICTIM), draw="JD", discard="2C")
    table.play("attack 1")
    assert table.actor == 1
    assert "attack 0" in table.codes
