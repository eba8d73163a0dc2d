"""Space Serenade from a shell, its proofs, its bots, and how many ways to play there are."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.__main__ import main
from engines.bebop.bots import BOTS
from engines.bebop.bots.search import Search
from engines.bebop.cards import Character, training
from engines.bebop.game import Game
from engines.bebop.options import Options, Setup
from engines.bebop.simulation import check_games, simulate
from engines.bebop.view import Phase
from engines.core.dice import FastDice, SeededDice
from engines.core.playout import counts, finish
from engines.core.proof import GameProof, read_proof, verify_game
from engines.registry import PROVABLE
from tests.engines.bebop.test_properties import one_moment
from tests.thorough import MARATHON, often

SEED = bytes(range(32))


def played() -> Game:
    game = Game.new(Setup(players=3), dice=SeededDice(SEED))
    finish(game, [BOTS["thumb"]] * 3, FastDice(4))
    return game


class TestProof:
    def document(self, **changes: Any) -> GameProof:
        return msgspec.structs.replace(played().prove(), **changes)

    def test_an_honest_game_has_no_fault(self) -> None:
        proof = self.document()
        assert verify_game(proof, PROVABLE) == []
        assert verify_game(read_proof(json.loads(msgspec.json.encode(proof))), PROVABLE) == []

    def test_the_setup_holds_the_cards_whole(self) -> None:
        proof = self.document()
        assert proof.setup["cards"] == json.loads(msgspec.json.encode(training()))

    def test_every_change_is_found(self) -> None:
        honest = self.document()
        cards = msgspec.json.decode(msgspec.json.encode(honest.setup["cards"]))
        cards["cards"][0]["cost"] += 1
        changed = {
            "seed": bytes(32).hex(),
            "commitment": "00" * 32,
            "outcome": dict(honest.outcome or {}, winners=[]),
            "log": honest.log[:-1],
            "rolls": honest.rolls[:-1],
            "setup": {**honest.setup, "players": 4},
        }
        for name, value in changed.items():
            assert verify_game(msgspec.structs.replace(honest, **{name: value}), PROVABLE), name
        assert verify_game(msgspec.structs.replace(honest, setup={**honest.setup, "cards": cards}), PROVABLE)


class TestCommands:
    def test_a_game_is_told_and_proven(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["bebop", "play", "--players", "2", "--seed", "5"]) == 0
        told = capsys.readouterr().out
        assert '{"kind":"turn_began"' in told
        assert '"winners":[' in told
        assert main(["bebop", "play", "--players", "2", "--seed", "5", "--json"]) == 0
        path = tmp_path / "proof.json"
        path.write_text(capsys.readouterr().out)
        assert main(["verify", str(path)]) == 0
        assert capsys.readouterr().out.startswith("OK: ")

    def test_games_are_counted(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["bebop", "simulate", "--players", "2", "--games", "8", "--bots", "thumb"]) == 0
        out = capsys.readouterr().out
        assert "8 games" in out
        assert "character" in out
        assert "card" in out

    def test_random_games_are_audited(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["bebop", "simulate", "--check", "--games", "30"]) == 0
        assert "30 random games, no fault" in capsys.readouterr().out

    def test_sequences_are_counted(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["bebop", "counts", "--depth", "2"]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == "12"  # 4 characters, then 3

    def test_a_card_set_says_what_it_lacks(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        data = msgspec.to_builtins(training())
        path = tmp_path / "set.json"
        path.write_text(json.dumps(data))
        assert main(["bebop", "cards", str(path)]) == 0
        out = capsys.readouterr().out
        assert "It can be played." in out
        assert "Of 162 cards 162 are whole, 0 ask the table" in out  # 92 + 40 + 30
        data["cards"][0]["cost"] = 99
        data["cards"] = data["cards"][:-1]
        path.write_text(json.dumps(data))
        assert main(["bebop", "cards", str(path)]) == 1
        out = capsys.readouterr().out
        assert "It is enough to keep score." in out
        assert "90 cards, the box has 92" in out
        assert "cost 99 is out of range: 0 to 20" in out

    def test_what_cannot_be_played_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["bebop", "play", "--players", "2", "--characters", "ed,ed"]) != 0


class TestCounts:
    """Numbers of sequences of legal actions, pinned: a change of the rules shows here."""

    @pytest.mark.parametrize(
        ("players", "wanted"), [(2, [4, 12, 96, 627, 3792]), (3, [4, 12, 24, 144, 648]), (4, [4, 12, 24, 24, 144])]
    )
    def test_from_the_start(self, players: int, wanted: list[int]) -> None:
        game = Game.new(Setup(players=players), dice=FastDice(1), record=False)
        assert [counts(game, depth) for depth in range(1, 6)] == wanted

    def test_from_the_first_turn(self) -> None:
        options = Options(characters=(Character.SPIKE, Character.ED), first=0)
        game = Game.new(Setup(players=2, options=options), dice=FastDice(7), record=False)
        assert [counts(game, depth) for depth in range(1, 7)] == [5, 18, 94, 607, 3889, 23624]


class TestBots:
    def test_each_has_a_name(self) -> None:
        assert list(BOTS) == ["random", "thumb", "strong"]

    @pytest.mark.parametrize("name", ["random", "thumb"])
    def test_decisions_are_legal_and_equal_for_equal_views(self, name: str) -> None:
        for number in range(60):
            game = one_moment(number)
            if game.actor is None:
                continue
            choice = BOTS[name].choose(game, FastDice(3))
            assert choice in game.actions()
            if game.phase is not Phase.CHARACTER:
                twin = game.imagine(game.actor, FastDice(number))
                assert BOTS[name].choose(twin, FastDice(3)) == choice

    def test_the_strong_one_decides_on_what_its_seat_may_know(self) -> None:
        player = Search(12)
        for number in range(often(60, 30, 12)):
            game = one_moment(number)
            if game.actor is not None:
                twin = game.imagine(game.actor, FastDice(number))
                assert player.choose(twin, FastDice(3)) == player.choose(game, FastDice(3))

    def test_thumb_beats_random(self) -> None:
        tally = simulate(
            Setup(players=2, options=Options(turn_limit=200)), games=30, bots=[BOTS["thumb"], BOTS["random"]], seed=1
        )
        assert tally.rates["bot"]["thumb"].won >= 28

    @pytest.mark.marathon
    @pytest.mark.skipif(not MARATHON, reason="five minutes of a processor: for make marathon alone")
    def test_strong_beats_thumb(self) -> None:
        """It wins four of five; who won only every second game would come to 12 of 16 once in 26 tries."""
        tally = simulate(
            Setup(players=2, options=Options(turn_limit=400)), games=16, bots=[BOTS["strong"], BOTS["thumb"]], seed=2
        )
        assert tally.rates["bot"]["strong"].won >= 12


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(0, 8000, 1000))
def test_random_games_are_audited_after_every_decision(first: int) -> None:
    """8,000 in all; ``python -m engines bebop simulate --check --games 100000 --workers 2`` plays the full number."""
    games = often(1000, 30)
    assert sum(check_games(games, seed=23, first=first).values()) == games


def test_some_random_games_are_audited() -> None:
    assert sum(check_games(60, seed=7).values()) == 60


def test_parts_of_a_simulation_add_up() -> None:
    bots = [BOTS["thumb"], BOTS["random"]]
    options = Options(turn_limit=60)
    whole = simulate(Setup(players=3, options=options), games=8, seed=5, bots=bots)
    part = simulate(Setup(players=3, options=options), games=5, seed=5, bots=bots)
    part.merge(simulate(Setup(players=3, options=options), games=3, seed=5, first=5, bots=bots))
    assert part == whole
