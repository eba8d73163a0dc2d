"""Badass Force from a shell, and the proof of a game."""

import json
from pathlib import Path

import msgspec
import pytest

from engines.__main__ import main
from engines.badass_force.game import Game
from engines.badass_force.options import Setup
from engines.core.dice import FastDice, SeededDice
from engines.core.playout import RandomBot, counts, finish
from engines.core.problems import Malformed
from engines.core.proof import read_proof, verify_game
from engines.registry import PROVABLE
from tests.engines.badass_force.test_cards import TEXT


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(["badass_force", *arguments]) == status
    return capsys.readouterr().out


class TestCommands:
    def test_a_game_is_told_to_its_end(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = told(capsys, "play", "--players", "3", "--seed", "4", "--bots", "thumb,random").splitlines()
        assert json.loads(lines[0])["kind"] == "cast_chosen"
        outcome = json.loads(lines[-2])["outcome"]
        assert outcome["winners"] or outcome["undecided"]

    def test_a_proof_can_be_verified(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "proof.json"
        path.write_text(told(capsys, "play", "--json", "--seed", "9"))
        assert main(["verify", str(path)]) == 0
        path.write_text(path.read_text().replace('"believe"', '"call"', 1))
        assert main(["verify", str(path)]) == 1

    def test_many_games_are_counted(self, capsys: pytest.CaptureFixture[str]) -> None:
        text = told(capsys, "simulate", "--games", "30", "--bots", "thumb", "--limit", "8")
        assert text.startswith("30 games,")
        assert "executed" in text

    def test_random_games_are_audited(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert told(capsys, "simulate", "--check", "--games", "20").endswith("20 random games, no fault\n")

    def test_sequences_of_actions_are_counted(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Two players lay one of six each: 6 × 6 sequences of two; one begins with the actions of its turn."""
        assert told(capsys, "counts", "--depth", "2").splitlines()[-1] == "36"

    def test_a_card_set_is_checked(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "set.toml"
        path.write_text(TEXT, encoding="utf-8")
        assert told(capsys, "cards", str(path)).startswith("16 of 16 whole, 0 ask the table")
        path.write_text(TEXT.replace('do = "copy" }]\nvengeance', 'do = "kopy" }]\nvengeance'), encoding="utf-8")
        said = told(capsys, "cards", str(path), status=1)
        assert said == "line 56, “stunt_double”, power, step 1: unknown verb “kopy”; did you mean “copy”?\n"
        path.write_text(TEXT.replace("faces =", "facse ="), encoding="utf-8")
        assert "did you mean 'faces'?" in told(capsys, "cards", str(path), status=2)
        path.write_text("[[", encoding="utf-8")
        assert told(capsys, "cards", str(path), status=2).startswith("cannot be read")
        path.write_text(TEXT, encoding="utf-8")
        assert "game_over" in told(capsys, "play", "--cards", str(path), "--bots", "random")

    def test_odd_arguments_are_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["badass_force", "play", "--characters", "nobody"]) == 2
        assert "no_such_character" in capsys.readouterr().err


class TestCounts:
    PERFT = {(2, 0): (6, 36, 432, 2484), (3, 5): (6, 36, 216, 2592)}
    """By players and seed: sequences of one action, of two, and so on."""

    @pytest.mark.parametrize(("players", "seed"), PERFT)
    def test_sequences_of_legal_actions(self, players: int, seed: int) -> None:
        game = Game.new(Setup(players=players), dice=FastDice(seed), record=False)
        assert tuple(counts(game, depth) for depth in range(1, 5)) == self.PERFT[players, seed]


class TestProof:
    def game(self) -> Game:
        game = Game.new(Setup(players=3), dice=SeededDice(bytes(32)))
        finish(game, [RandomBot()] * 3, FastDice(2))
        return game

    def test_the_whole_card_set_is_promised(self) -> None:
        game = self.game()
        assert len(game.agreed(game.setup)["options"]["cards"]["characters"]) == 8

    def test_it_holds_and_a_changed_card_breaks_it(self) -> None:
        proof = self.game().prove()
        again = read_proof(msgspec.json.decode(msgspec.json.encode(proof)))
        assert verify_game(again, PROVABLE) == []
        again.setup["options"]["cards"]["weapons"][0]["bar"]["explode"] = 2
        assert verify_game(again, PROVABLE)

    def test_a_setup_that_cannot_be_read_is_refused_with_its_place(self) -> None:
        with pytest.raises(Malformed) as refused:
            Game.read_setup({"players": 2})
        assert refused.value.where.startswith("$.setup")
