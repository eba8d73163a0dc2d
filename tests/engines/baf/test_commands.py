"""``python -m engines baf play``, ``simulate`` and ``counts``."""

import json
import re
import shlex
from importlib.resources import files
from pathlib import Path

import pytest

from engines.__main__ import main
from engines.baf.game import Game
from engines.baf.options import Options, Setup
from engines.core.dice import FastDice
from engines.core.playout import counts, divide
from engines.core.score import encode
from tests.engines.baf.table import BOX

HANDBOOK = Path(__file__).resolve().parents[3] / "docs/handbook/shell.md"


class Shell:
    """Runs commands and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, command: str, status: int = 0) -> str:
        assert main(shlex.split(command)) == status
        return self.capsys.readouterr().out


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


class TestPlay:
    @pytest.mark.parametrize("quick", ["", "--quick-hands --timer 30"])
    def test_the_account_goes_from_the_bosses_to_the_winner(self, shell: Shell, quick: str) -> None:
        *events, _ = map(json.loads, shell(f"baf play --players 3 --seed 7 {quick}").splitlines())
        assert events[0]["kind"] == "bosses_shown"
        rounds = [(event["number"], event["level"]) for event in events if event["kind"] == "round_began"]
        assert rounds == [(number, (number + 2) // 3) for number in range(1, 10)]
        assert events[-1]["outcome"]["winners"]

    @pytest.mark.parametrize("quick", ["", "--quick-hands"])
    def test_the_proof_verifies(self, shell: Shell, quick: str, tmp_path: Path) -> None:
        proof = tmp_path / "game.json"
        proof.write_text(shell(f"baf play --players 5 --bots thumb,random --json {quick}"))
        assert shell(f"verify {proof}").startswith("OK: ")

    def test_with_ones_own_cards(self, shell: Shell, tmp_path: Path) -> None:
        cards = tmp_path / "cards.json"
        cards.write_text(json.dumps(encode(BOX)))
        assert "witch" in shell(f"baf play --players 5 --cards {cards}")

    def test_with_the_training_set_as_a_file_of_toml(self, shell: Shell, tmp_path: Path) -> None:
        cards = tmp_path / "cards.toml"
        cards.write_bytes(files("engines.baf").joinpath("training.toml").read_bytes())
        assert shell(f"baf play --seed 3 --cards {cards}") == shell("baf play --seed 3")
        cards.write_text("[[")
        shell(f"baf play --cards {cards}", status=2)

    def test_what_cannot_be_played_is_told(self, shell: Shell) -> None:
        shell("baf play --timer 30", status=2)


class TestSimulate:
    def test_it_tells_who_wins(self, shell: Shell) -> None:
        lines = shell("baf simulate --games 40 --bots thumb,random").splitlines()
        assert lines[0].startswith("40 games, ")
        assert sum(line.startswith("hero ") for line in lines) == 10
        assert [line.split()[1] for line in lines if line.startswith("bot ")] == ["thumb", "random"]

    def test_parts_are_the_same_games(self, shell: Shell) -> None:
        """However the work is cut."""
        one, two = (shell(f"baf simulate --games 20 --json --workers {workers}") for workers in (1, 2))
        assert json.loads(one) == json.loads(two)

    def test_checking_audits_every_table(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        assert shell("baf simulate --check --games 60").endswith("60 random games, no fault\n")
        monkeypatch.setattr("engines.baf.simulation.faults", lambda game: ["a card is nowhere"])
        assert "a card is nowhere" in shell("baf simulate --check --games 3", status=1)


def brute(setup: Setup, seed: int, depth: int) -> int:
    """Count sequences the slow way: each is played from the start, on its own, through every check."""

    def from_here(log: tuple[str, ...]) -> int:
        game = Game.replay(setup, log, dice=FastDice(seed))
        if len(log) == depth or game.outcome is not None:
            return 1
        return sum(from_here((*log, action.code)) for action in game.actions())

    return from_here(())


def at_round_one(options: Options) -> Game:
    """A game of two, its first heroes drafted, seed 1."""
    game = Game.new(Setup(players=2, options=options), dice=FastDice(1), record=False)
    for _ in range(6):
        game.play(game.actions()[0])
    return game


class TestCounts:
    def test_the_draft_by_hand(self) -> None:
        """Four picks among ten heroes, then which of two is left, twice: 10 * 9 * 8 * 7 * 2 * 2."""
        game = Game.new(Setup(players=2, options=Options(cards=BOX)), dice=FastDice(1), record=False)
        assert [counts(game, depth) for depth in range(5)] == [1, 10, 90, 720, 5040]
        assert set(divide(game, 3).values()) == {72}
        for _ in range(4):
            game.play(game.actions()[0])
        assert counts(game, 2) == 4

    def test_hands_laid_in_secret_by_hand(self) -> None:
        """Two lay either hand on one of four places or none: 25 ways each."""
        game = at_round_one(Options(cards=BOX))
        assert [counts(game, depth) for depth in range(3)] == [1, 25, 625]

    def test_a_race_by_hand(self) -> None:
        """The clock; two seats touch one of four with either hand or have done: 2 * (8 + 1); then after

        a touch (16 of them) the toucher has its other hand on 4 places, or done: 5; the other 2 * 3 + 1 = 7;
        "done" (2): the other's 9. 16 * 12 + 2 * 9 = 210.
        """
        game = at_round_one(Options(cards=BOX, quick_hands=True))
        assert [counts(game, depth) for depth in range(4)] == [1, 1, 18, 210]

    TABLE = (
        ("secret", Options(cards=BOX), (1, 25, 625, 6849)),
        ("quick", Options(cards=BOX, quick_hands=True), (1, 1, 18, 210)),
        ("timer", Options(cards=BOX, quick_hands=True, timer=9), (1, 1, 19, 229)),
    )
    """Numbers of sequences of 0 to 3 actions from round 1 on, seed 1."""

    @pytest.mark.parametrize(("options", "expected"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE])
    def test_the_numbers_stay_what_they_are(self, options: Options, expected: tuple[int, ...]) -> None:
        assert tuple(counts(at_round_one(options), depth) for depth in range(4)) == expected

    def test_copies_count_what_replays_count(self) -> None:
        """Sequences each played from the start, without a copy."""
        options = Options(cards=BOX)
        game = Game.new(Setup(players=2, options=options), dice=FastDice(1), record=False)
        assert counts(game, 3) == brute(Setup(players=2, options=options), 1, 3)

    def test_from_the_shell(self, shell: Shell) -> None:
        lines = shell("baf counts --seed 1 --depth 2").splitlines()
        assert lines[0] == "draft juggler: 9"
        assert lines[-1] == "90"
        assert shell("baf counts --depth 0") == "1\n"


def test_the_commands_of_the_handbook_work(shell: Shell) -> None:
    """Each as printed, but for the number of games."""
    found = re.findall(r"^    python -m engines (baf (?:play|simulate|counts).*?)(?: {2,}.*| who wins.*)?$",
                       HANDBOOK.read_text(), re.M)  # fmt: skip
    assert len(found) == 3
    for command in found:
        assert shell(re.sub(r"--games \d+", "--games 2", command))
