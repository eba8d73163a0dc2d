"""The audit finds what is wrong with a table, so that it proves something when it finds nothing."""

from collections.abc import Callable

import pytest

from engines.baf.audit import faults
from engines.baf.game import Game
from tests.engines.baf.table import seated


def twice(game: Game) -> None:
    game.seats[0].aside.append(game.cards[0])


def nowhere(game: Game) -> None:
    game.discarded.pop()


def coin(game: Game) -> None:
    game.seats[0].coins += 1


def skill(game: Game) -> None:
    game.seats[0].left += game.seats[0].right


def hand(game: Game) -> None:
    game.owners[1] = 1


def hero(game: Game) -> None:
    game.seats[1].picks = game.seats[0].picks


def doubled(game: Game) -> None:
    game.legal = (*game.legal, game.legal[0])


def silent(game: Game) -> None:
    game.legal = ()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (twice, "copies of"),
        (nowhere, "copies of"),
        (coin, "coins, but the cards make"),
        (skill, "runes"),
        (hand, "the monsters belong to"),
        (hero, "a hero is in two places"),
        (doubled, "legal twice"),
        (silent, "going on without"),
    ],
    ids=lambda value: value.__name__ if callable(value) else None,
)
def test_what_is_spoilt_is_found(spoil: Callable[[Game], None], told: str) -> None:
    game = seated("jelly bones purse totem").play("lay 0 -", "lay - -", "put 0 left").game
    assert faults(game) == []
    spoil(game)
    assert any(told in fault for fault in faults(game))
