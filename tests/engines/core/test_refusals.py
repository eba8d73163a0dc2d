"""What all card games refuse alike: leaving a seat that is none, and what is not to be decided now."""

from typing import Any

import pytest

from engines import badass_force, baf, bagarre, bebop
from engines.badass_force.actions import ARMOURY
from engines.baf.actions import lay
from engines.bagarre.actions import charge
from engines.bebop.actions import END
from engines.core.dice import FastDice
from engines.core.game import IllegalAction

GAMES = (badass_force, baf, bagarre, bebop)


@pytest.mark.parametrize("seat", [7, 3, -1])
@pytest.mark.parametrize("package", GAMES)
def test_a_seat_that_is_none_is_not_said_to_be_out(package: Any, seat: int) -> None:
    """Seven of three: there is no such seat, by the ruling on how many may play."""
    game = package.Game.new(package.Setup(players=3), dice=FastDice(1))
    with pytest.raises(IllegalAction) as refused:
        game.resign(seat)
    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.params)) == ("no_such_seat", {"players": 3})
    assert (problem.figure, problem.rule.startswith("ruling ")) == (seat, True)
    assert not game.log


@pytest.mark.parametrize("package", GAMES)
def test_who_has_left_is_out(package: Any) -> None:
    game = package.Game.new(package.Setup(players=3), dice=FastDice(1))
    game.resign(1)
    with pytest.raises(IllegalAction, match="seat_is_out"):
        game.resign(1)


@pytest.mark.parametrize("package", [badass_force, bebop])
def test_the_code_of_a_resignation_says_the_same(package: Any) -> None:
    game = package.Game.new(package.Setup(players=3), dice=FastDice(1))
    leave = game.action("resign 7")
    assert not game.can(leave)
    with pytest.raises(IllegalAction, match="no_such_seat"):
        game.play(leave)


@pytest.mark.parametrize(
    ("package", "action", "rule"),
    [
        (baf, lay(0, 0), "BAF!, Mise en place"),
        (bagarre, charge(discard=False), "La Bagarre, Mise en place"),
        (bebop, END, "ruling C76"),
        (badass_force, ARMOURY, "Badass Force, Mort d'un personnage"),
    ],
)
def test_what_comes_before_is_named_by_its_rule_not_by_that_of_a_turn(package: Any, action: Any, rule: str) -> None:
    """Ruling F60: while the table is being set up nothing else is done."""
    game = package.Game.new(package.Setup(players=3), dice=FastDice(1))
    with pytest.raises(IllegalAction) as refused:
        game.play(action)
    assert refused.value.problems[0].rule == rule
