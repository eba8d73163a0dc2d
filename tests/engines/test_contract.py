"""What all card games promise (``engines/core/game.py``), of each with random games."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engines import badass_force, baf, bagarre, bebop
from engines.core.dice import Dice, FastDice
from engines.core.game import IllegalAction
from engines.core.playout import RandomBot, finish
from engines.core.problems import Malformed
from engines.core.proof import read_proof, verify_game
from engines.core.simulation import at_random
from engines.registry import PROVABLE

GAMES = (bagarre, badass_force, baf, bebop)
pytestmark = pytest.mark.parametrize("package", GAMES, ids=lambda package: package.Game.CODE)


def begun(package: Any, seed: int = 1, **how: Any) -> Any:
    return package.Game.new(package.Setup(players=3), dice=Dice.of(seed), **how)


def test_a_game_is_described_without_its_secrets(package: Any) -> None:
    game = begun(package)
    asked = ", ".join(map(str, game.actors))
    assert repr(game) == f"<{game.CODE} for 3, rules {package.RULES[-1]}: {game.phase}, asks {asked}>"
    assert repr(game.dice) == f"<SeededDice: {len(game.dice.rolls)} rolls>"
    finish(game, [RandomBot()] * 3, FastDice(1))
    assert "over, won by" in repr(game)


def test_an_action_has_a_code_that_the_game_reads(package: Any) -> None:
    for game in at_random(begun(package), FastDice(2)):
        assert all(game.action(action.code) == action and game.can(action) for action in game.actions())
        assert {action for seat in game.actors for action in game.actions_of(seat)} <= set(game.actions())
    with pytest.raises(Malformed):
        game.action("")  # what answers a card of Space Serenade may be any words, but not none


def test_what_is_illegal_names_its_rule_and_changes_nothing(package: Any) -> None:
    game = begun(package)
    illegal = game.actions()[0]
    while illegal in game.actions():
        game.play(game.actions()[0])
    before = game.view(0), list(game.log), list(game.events)
    with pytest.raises(IllegalAction) as refused:
        game.play(illegal)
    assert refused.value.problems[0].rule
    assert refused.value.problems[0].rule in str(refused.value)
    assert (game.view(0), game.log, game.events) == before


def test_setup_dice_and_log_are_the_whole_truth(package: Any) -> None:
    game = begun(package, 3)
    finish(game, [RandomBot()] * 3, FastDice(3))
    setup = package.Game.read_setup(json.loads(msgspec.json.encode(game.setup)))
    assert setup == game.setup
    again = package.Game.replay(setup, game.log, dice=Dice.of(3))
    assert (again.events, again.outcome, again.log) == (game.events, game.outcome, game.log)
    assert [again.view(seat) for seat in (None, 0, 1, 2)] == [game.view(seat) for seat in (None, 0, 1, 2)]


def test_a_proof_holds_until_somebody_changes_it(package: Any) -> None:
    game = begun(package, 4)
    finish(game, [RandomBot()] * 3, FastDice(4))
    proof = read_proof(json.loads(msgspec.json.encode(game.prove())))
    assert verify_game(proof, PROVABLE) == []
    assert verify_game(msgspec.structs.replace(proof, log=proof.log[:-1]), PROVABLE)
    assert verify_game(msgspec.structs.replace(proof, setup={**proof.setup, "players": 2}), PROVABLE)
    with pytest.raises(ValueError, match="seeded"):
        package.Game.new(package.Setup(players=2), dice=FastDice(1)).prove()


def test_equal_views_have_equal_imaginings(package: Any) -> None:
    """And an imagining keeps all that the seat knows."""
    for step, game in enumerate(at_random(begun(package, 5), FastDice(5))):
        if step % 20 == 0 and game.actor is not None:
            seat = game.actor
            once, twice = (game.imagine(seat, FastDice(step)) for _ in range(2))
            assert once.view(seat) == twice.view(seat)
            assert once.view(seat).seats == game.view(seat).seats
            assert once.actions() == game.actions()


def test_a_copy_goes_its_own_way(package: Any) -> None:
    game = begun(package, 6)
    twin = game.copy(record=True)
    before = game.view(0)
    finish(twin, [RandomBot()] * 3, FastDice(6))
    assert game.view(0) == before
    finish(game, [RandomBot()] * 3, FastDice(6))
    assert (twin.outcome, twin.log, twin.events) == (game.outcome, game.log, game.events)


def test_when_all_but_one_leave_the_game_is_over(package: Any) -> None:
    game = begun(package, 7)
    game.resign(2)
    game.resign(0)
    finish(game, [RandomBot()] * 3, FastDice(7))  # La Bagarre deals first: before its first turn nobody falls
    assert game.outcome.winners == (1,)
    assert game.actions() == ()
    with pytest.raises(IllegalAction, match="game_over"):
        game.resign(1)


def test_without_a_record_there_is_none(package: Any) -> None:
    game = begun(package, record=False)
    assert game.play(game.actions()[0]) == ()
    assert (game.log, game.events) == (None, None)
