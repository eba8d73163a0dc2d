"""Whoever leaves a game must sit at it: in all card games alike."""

from collections.abc import Callable
from typing import Any

import pytest

from engines.badass_force.game import BadassForce
from engines.baf.game import Baf
from engines.bagarre.game import Bagarre
from engines.bebop.game import Bebop
from engines.core.dice import FastDice
from engines.core.game import IllegalAction

GAMES: tuple[Callable[..., Any], ...] = (BadassForce.new, Baf.new, Bagarre.new, Bebop.new)


@pytest.mark.parametrize("seat", [7, 3, -1])
@pytest.mark.parametrize("begin", GAMES)
def test_a_seat_that_is_none_is_not_said_to_be_out(begin: Callable[..., Any], seat: int) -> None:
    """Seven of three: there is no such seat, by the ruling on how many may play."""
    game = begin(3, dice=FastDice(1))
    with pytest.raises(IllegalAction) as refused:
        game.resign(seat)
    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.params)) == ("no_such_seat", {"players": 3})
    assert (problem.figure, problem.rule.startswith("ruling ")) == (seat, True)
    assert not game.log


@pytest.mark.parametrize("begin", GAMES)
def test_who_has_left_is_out(begin: Callable[..., Any]) -> None:
    game = begin(3, dice=FastDice(1))
    game.resign(1)
    with pytest.raises(IllegalAction, match="seat_is_out"):
        game.resign(1)


@pytest.mark.parametrize("begin", [BadassForce.new, Bebop.new])
def test_the_code_of_a_resignation_says_the_same(begin: Callable[..., Any]) -> None:
    game = begin(3, dice=FastDice(1))
    leave = game.action("resign 7")
    assert not game.can(leave)
    with pytest.raises(IllegalAction, match="no_such_seat"):
        game.play(leave)
