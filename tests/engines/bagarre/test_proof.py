"""A finished game proves itself: hash, seed, draws, actions and outcome."""

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.__main__ import main
from engines.bagarre.game import Game
from engines.bagarre.options import Options, Setup
from engines.core.dice import FastDice, SeededDice, commitment
from engines.core.playout import RandomBot, finish
from engines.core.problems import Malformed
from engines.core.proof import GameProof, read_proof, verify_game
from engines.registry import PROVABLE

SEED = bytes(range(32))


def played() -> Game:
    game = Game.new(Setup(players=3, options=Options(redraw_threshold=12)), dice=SeededDice(SEED))
    finish(game, [RandomBot()] * 3, FastDice(4))
    return game


def document(**changes: Any) -> GameProof:
    return msgspec.structs.replace(played().prove(), **changes)


def test_an_honest_game_has_no_fault() -> None:
    proof = document()
    assert verify_game(proof, PROVABLE) == []
    assert verify_game(read_proof(json.loads(msgspec.json.encode(proof))), PROVABLE) == []


def test_a_game_that_is_not_over_can_be_proven_too() -> None:
    game = Game.new(Setup(players=3), dice=SeededDice(SEED))
    assert verify_game(game.prove(), PROVABLE) == []


def test_every_change_is_found() -> None:
    honest = document()
    order = list(honest.rolls[1].faces)
    order[3], order[4] = order[4], order[3]
    outcome = dict(honest.outcome or {}, winners=[])
    changed = {
        "commitment": commitment(bytes(32)),
        "seed": bytes(32).hex(),
        "rolls": (honest.rolls[0], msgspec.structs.replace(honest.rolls[1], faces=tuple(order)), *honest.rolls[2:]),
        "outcome": outcome,
        "log": honest.log[:-1],
        "setup": {**honest.setup, "players": 4},
        "game": "poker",
    }
    for name, value in changed.items():
        assert verify_game(msgspec.structs.replace(honest, **{name: value}), PROVABLE), name


def test_the_hash_binds_the_setup() -> None:
    """With the same seed other options would have dealt other cards: they were promised as well."""
    honest = document()
    promised = SEED + b'{"options":{"redraw_threshold":12},"players":3,"rules":2}'
    assert honest.commitment == hashlib.sha256(promised).hexdigest()
    others = Game.new(Setup(players=3, options=Options(joker_value=25, redraw_threshold=12)), dice=SeededDice(SEED))
    finish(others, [RandomBot()] * 3, FastDice(4))
    swapped = msgspec.structs.replace(others.prove(), commitment=honest.commitment)
    assert verify_game(swapped, PROVABLE) == ["seed and setup do not match the hash published before the game"]
    without = msgspec.structs.replace(swapped, version=1)
    assert verify_game(without, PROVABLE), "nor does it pass for a proof of earlier days"


def test_a_proof_of_earlier_days_still_holds() -> None:
    """The first version promised the seed alone, and its setup named no rules: nobody won at the turn limit (B61)."""
    game = Game.new(Setup(players=2, options=Options(heroes=False, turn_limit=1), rules=1), dice=SeededDice(SEED))
    while game.outcome is None:
        game.play(next((one for one in game.actions() if one.code.startswith("shield")), game.actions()[0]))
    old = msgspec.to_builtins(game.prove(version=1))
    old["setup"] = {"players": 2, "options": msgspec.to_builtins(game.options)}
    assert (old["commitment"], old["outcome"]["winners"]) == (commitment(SEED), [])
    assert verify_game(read_proof(json.loads(msgspec.json.encode(old))), PROVABLE) == []


def test_an_illegal_log_or_an_odd_setup_is_named() -> None:
    honest = document()
    (fault,) = verify_game(msgspec.structs.replace(honest, log=("attack 0", *honest.log)), PROVABLE)[:1]
    assert "not_now" in fault
    (fault,) = verify_game(msgspec.structs.replace(honest, setup={"players": "three"}), PROVABLE)[:1]
    assert "$.setup.players" in fault
    assert "seed cannot be read" in verify_game(msgspec.structs.replace(honest, seed="xyz"), PROVABLE)[0]


def test_from_the_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    honest = document()
    path.write_bytes(msgspec.json.encode(honest))
    assert main(["verify", str(path)]) == 0
    expected = f"OK: {len(honest.log)} actions, {len(honest.rolls)} draws, as this hash promised if it was published"
    assert capsys.readouterr().out == f"{expected} before: {honest.commitment}\n"
    path.write_bytes(msgspec.json.encode(document(commitment="00" * 32)))
    assert main(["verify", str(path)]) == 1
    path.write_bytes(msgspec.json.encode({**msgspec.to_builtins(honest), "luck": 1}))
    assert main(["verify", str(path)]) == 2


@pytest.mark.parametrize(("key", "value"), [("version", 3), ("rolls", 1), ("luck", 1), ("seed", None)])
def test_what_cannot_be_read_is_malformed(key: str, value: object) -> None:
    with pytest.raises(Malformed):
        read_proof({**json.loads(msgspec.json.encode(document())), key: value})
