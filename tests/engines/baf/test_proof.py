"""A finished game proves itself: hash, seed, every card of the set, draws, actions and outcome."""

import json
from typing import Any

import msgspec
import pytest

from engines.baf.bots import BOTS
from engines.baf.cards import training
from engines.baf.game import Game
from engines.baf.options import Options, Setup
from engines.core.dice import FastDice, SeededDice
from engines.core.playout import finish
from engines.core.proof import GameProof, read_proof, verify_game
from engines.registry import PROVABLE
from tests.engines.baf.table import BOX

SEED = bytes(range(32))


def document(*, quick: bool = False, **changes: Any) -> GameProof:
    game = Game.new(Setup(players=3, options=Options(cards=training(), quick_hands=quick)), dice=SeededDice(SEED))
    finish(game, [BOTS["thumb"], BOTS["random"], BOTS["thumb"]], FastDice(4))
    return msgspec.structs.replace(game.prove(), **changes)


@pytest.mark.parametrize("quick", [False, True])
def test_an_honest_game_has_no_fault(quick: bool) -> None:
    proof = document(quick=quick)
    assert verify_game(proof, PROVABLE) == []
    assert verify_game(read_proof(json.loads(msgspec.json.encode(proof))), PROVABLE) == []


def test_a_game_that_is_not_over_can_be_proven_too() -> None:
    game = Game.new(Setup(players=3, options=Options(cards=BOX)), dice=SeededDice(SEED))
    assert verify_game(game.prove(), PROVABLE) == []


def test_every_change_is_found() -> None:
    honest = document()
    order = list(honest.rolls[3].faces)
    order[3], order[4] = order[4], order[3]
    rolls = (*honest.rolls[:3], msgspec.structs.replace(honest.rolls[3], faces=tuple(order)), *honest.rolls[4:])
    changed = {
        "seed": bytes(32).hex(),
        "rolls": rolls,
        "outcome": dict(honest.outcome or {}, winners=[]),
        "log": honest.log[:-1],
        "setup": {**honest.setup, "players": 4},
    }
    for name, value in changed.items():
        assert verify_game(msgspec.structs.replace(honest, **{name: value}), PROVABLE), name


def test_the_hash_binds_every_card() -> None:
    """One coin more on one monster that nobody may even have met: another set was not promised."""
    honest = document()
    setup = json.loads(json.dumps(honest.setup))
    setup["options"]["cards"]["monsters"][-1]["coins"] += 1
    wrong = verify_game(msgspec.structs.replace(honest, setup=setup), PROVABLE)
    assert "seed and setup do not match the hash published before the game" in wrong


def test_an_illegal_log_or_an_odd_setup_is_named() -> None:
    honest = document()
    assert "not_now" in verify_game(msgspec.structs.replace(honest, log=("lay 0 0", *honest.log)), PROVABLE)[0]
    assert "is not an action" in verify_game(msgspec.structs.replace(honest, log=("dance",)), PROVABLE)[0]
    odd = verify_game(msgspec.structs.replace(honest, setup={"players": 3, "options": {}}), PROVABLE)
    assert "$.setup.options" in odd[0]
