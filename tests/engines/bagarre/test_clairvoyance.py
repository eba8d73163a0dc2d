"""Exactly one hit point opens the eyes."""

import pytest

from tests.engines.bagarre.table import lay, sit


def test_with_exactly_1_point_one_sees_the_top_card_before_acting() -> None:
    """La Bagarre, Clairvoyance; ruling B23."""
    table = lay(sit(hp="AS"), sit(), draw="9C 8C")
    assert table.sees_top(0) == "9C"


@pytest.mark.parametrize("hp", ["2S", "8S", "2S 3S"])
def test_not_with_any_other_number_of_points(hp: str) -> None:
    """La Bagarre, Clairvoyance; ruling B23: one point, not one card."""
    table = lay(sit(hp=hp), sit(), draw="9C 8C")
    assert table.sees_top(0) is None


def test_nobody_else_sees_it() -> None:
    """La Bagarre, Clairvoyance: you may look."""
    table = lay(sit(hp="AS"), sit(), sit(), draw="9C 8C")
    for watcher in (1, 2, None):
        assert table.sees_top(watcher) is None


def test_not_before_somebody_elses_action() -> None:
    """La Bagarre, Clairvoyance: before choosing your own actions."""
    table = lay(sit(), sit(hp="AS"), draw="9C 8C")
    assert table.sees_top(0) is None
    assert table.sees_top(1) is None
    table.play("shield 0")
    assert table.sees_top(1) == "8C"


def test_also_before_an_additional_action() -> None:
    """Ruling B22: before each action while at exactly 1."""
    table = lay(sit(hp="AS"), sit(hp="2S 3S", shield="4S"), sit(), draw="KH 9C")
    assert table.sees_top(0) == "KH"
    table.play("attack 1")
    assert table.actor == 0
    assert table.sees_top(0) == "9C"


def test_not_any_more_when_the_point_is_healed() -> None:
    """La Bagarre, Clairvoyance: as long as; ruling B22."""
    table = lay(sit("priestess", hp="AS"), sit(), draw="9C 8C 7C")
    assert table.sees_top(0) == "9C"
    table.play("exchange 0 AS", "shield 1")
    assert table.points(0) == 9
    assert table.sees_top(0) is None


def test_an_attack_that_leaves_1_point_opens_the_eyes() -> None:
    """La Bagarre, Clairvoyance: 8 - 4 = 4 of 5; the new ace comes from the discard."""
    table = lay(sit(), sit(hp="2S 3S", shield="4S"), draw="8D 9C", discard="AC")
    table.play("attack 1")
    assert table.sees_top(1) == "9C"


def test_the_card_seen_is_the_one_drawn() -> None:
    """La Bagarre, Clairvoyance: looking does not move it."""
    table = lay(sit(hp="AS"), sit(shield="4H"), draw="9C 8C")
    seen = table.sees_top(0)
    table.play("shield 1")
    assert table.shield(1) == seen
