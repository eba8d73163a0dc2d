"""Killing somebody, and the action it earns."""

from tests.engines.bagarre.table import lay, sit

WEAK = {"hp": "2S 3S", "shield": "4S"}
FRAIL = {"hp": "2H 3H", "shield": "4H"}


def test_a_murderer_plays_another_action_at_once() -> None:
    """La Bagarre, Meurtre: 13 - 4 = 9 kills 5 points; the same seat acts again, freely."""
    table = lay(sit(), sit(**WEAK), sit(), draw="KH 9C")
    table.play("attack 1")
    assert not table.alive(1)
    assert table.actor == 0
    assert set(table.codes) == {"attack 2", "shield 0", "shield 2", "charge"}


def test_losing_exactly_all_hit_points_is_death() -> None:
    """La Bagarre, Fin de partie: 9 - 4 = 5 of 5."""
    table = lay(sit(), sit(**WEAK), sit(), draw="9D")
    table.play("attack 1")
    assert not table.alive(1)


def test_one_point_left_is_life() -> None:
    """La Bagarre, Fin de partie: 8 - 4 = 4 of 5."""
    table = lay(sit(), sit(**WEAK), sit(), draw="8D", discard="AC")
    table.play("attack 1")
    assert table.alive(1)
    assert table.hp(1) == {"AC"}
    assert table.actor == 1


def test_the_cards_of_the_dead_go_charge_weakest_strongest_shield() -> None:
    """Ruling B55; La Bagarre, Nécro, Ordre de défausse: the shield last of all."""
    table = lay(sit(), sit(charges="9C", **WEAK), sit(), draw="KH", discard="8C")
    table.play("attack 1")
    assert table.discard == ["8C", "KH", "9C", "2S", "3S", "4S"]
    assert table.hp(1) == set()
    assert table.charges(1) == []


def test_a_murder_by_the_extra_action_earns_another() -> None:
    """Ruling B20: no limit."""
    table = lay(sit(), sit(**WEAK), sit(**FRAIL), sit(), draw="KH KD 9C")
    table.play("attack 1", "attack 2")
    assert table.actor == 0
    table.play("attack 3")
    assert table.actor == 3


def test_after_the_extra_action_the_next_player_has_the_turn() -> None:
    """Ruling B57: 0 kills 1, plays again, then it is 2's turn, 3's, and 0's."""
    table = lay(sit(), sit(**WEAK), sit(), sit(), draw="KH 9C 9D 8D 8C")
    table.play("attack 1")
    order = []
    for target in (2, 0, 0, 2):
        order.append(table.actor)
        table.play(f"attack {target}")
    assert order == [0, 2, 3, 0]


def test_killing_somebody_further_on_does_not_skip_those_between() -> None:
    """Ruling B57: 0 kills 2; after the extra action it is 1's turn, then 3's."""
    table = lay(sit(), sit(), sit(**WEAK), sit(), draw="JH 9C 9D 8D")
    table.play("attack 2", "attack 1")
    assert table.actor == 1
    table.play("attack 0")
    assert table.actor == 3


def test_a_charged_attack_can_murder() -> None:
    """La Bagarre, Meurtre; ruling B19: 5 + 4 - 4 = 5 of 5."""
    table = lay(sit(charges="5D"), sit(**WEAK), sit(), draw="4D")
    table.play("attack 1")
    assert not table.alive(1)
    assert table.actor == 0
    assert "charge" in table.codes


def test_the_last_murder_ends_the_game_instead() -> None:
    """La Bagarre, Fin de partie: the last one alive wins, there is nobody left to act against."""
    table = lay(sit(), sit(**WEAK), draw="KH")
    table.play("attack 1")
    assert table.actor is None
    assert table.winners == {0}


def test_a_failed_attack_earns_nothing() -> None:
    """La Bagarre, Meurtre."""
    table = lay(sit(), sit(**WEAK), sit(), draw="4D")
    table.play("attack 1")
    assert table.actor == 1
