"""``python -m engines bagarre play``, ``simulate`` and ``counts``."""

import json
import re
import shlex
from pathlib import Path

import pytest

from engines.__main__ import main
from engines.bagarre.game import Game
from engines.bagarre.options import HEROES, Options, Setup
from engines.bagarre.view import Phase
from engines.core.dice import FastDice
from engines.core.playout import counts, divide

HANDBOOK = Path(__file__).resolve().parents[3] / "docs/handbook/shell.md"


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> "Shell":
    return Shell(capsys)


class Shell:
    """Runs commands and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, command: str, status: int = 0) -> str:
        assert main(shlex.split(command)) == status
        return self.capsys.readouterr().out


class TestPlay:
    def test_the_account_goes_from_the_deal_to_the_winner(self, shell: Shell) -> None:
        lines = shell("bagarre play --players 3 --seed 7 --heroes ogre,mage,spy").splitlines()
        *events, _ = map(json.loads, lines)
        assert events[0] == {"kind": "heroes_revealed", "rule": HEROES, "heroes": [["ogre"], ["mage"], ["spy"]]}
        assert next(event["number"] for event in events if event["kind"] == "turn_began") == 1
        (winner,) = events[-1]["outcome"]["winners"]
        assert winner not in {event["seat"] for event in events if event["kind"] == "eliminated"}

    @pytest.mark.parametrize("variant", ["heroes", "plain", "trolls", "teams", "same-hero", "three-teams"])
    def test_the_proof_of_every_variant_verifies(self, shell: Shell, variant: str, tmp_path: Path) -> None:
        proof = tmp_path / "game.json"
        proof.write_text(shell(f"bagarre play --players 6 --variant {variant} --bots thumb,random --json"))
        assert shell(f"verify {proof}").startswith("OK: ")

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (
                "--players 5 --variant teams",
                "5 players make no such teams: teams and same-hero are for 4 or 6",
            ),
            ("--players 2 --heroes ogre,nobody", "'nobody' is not a hero; there are warrior, necromancer, "),
            ("--players 3 --heroes ogre,mage", "--heroes names 2 seats, but there are 3 players"),
            ("--players 2 --heroes ogre+mage,spy", "--heroes: seat 0 takes 1, all different, but has 2"),
            ("--players 2 --heroes bard+bard,spy+ogre --variant trolls", "seat 0 takes 2, all different, but has 2"),
            ("--players 2 --heroes ogre,mage --variant plain", "--heroes cannot be used with --variant plain"),
        ],
    )
    def test_what_cannot_be_played_is_refused(
        self, arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(shlex.split(f"bagarre play {arguments}")) == 2
        assert sentence in capsys.readouterr().err

    def test_a_seed_is_as_long_as_the_dice_take_it(self, shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
        assert shell(f"bagarre play --players 2 --seed {2**256 - 1}")
        with pytest.raises(SystemExit) as exit_:
            main(["bagarre", "play", "--seed", str(2**256)])
        assert exit_.value.code == 2
        assert "a seed is less than 2 to the power of 256" in capsys.readouterr().err

    def test_unknown_bots_are_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(["bagarre", "play", "--bots", "genius"])
        assert "random, thumb, strong" in capsys.readouterr().err


class TestSimulate:
    def test_it_tells_who_wins_how_often(self, shell: Shell) -> None:
        lines = shell("bagarre simulate --games 60 --players 3 --bots thumb,random").splitlines()
        assert lines[0].startswith("60 games, ")
        assert lines[1].startswith("the dragon awoke in ")
        assert sum(line.startswith("seat ") for line in lines) == 3
        rates = {line.split()[1]: line for line in lines if line.startswith("bot ")}
        assert list(rates) == ["thumb", "random"]
        assert "of 120" in rates["thumb"]  # two of the three seats

    def test_shares_come_with_their_intervals(self, shell: Shell) -> None:
        line = shell("bagarre simulate --games 40 --players 2 --variant plain").splitlines()[2]
        found = re.fullmatch(r"seat 0  won (.+)% \((.+)% to (.+)%\) of 40, drawn 0", line)
        assert found is not None
        value, low, high = map(float, found.groups())
        assert low < value < high

    def test_several_processes_count_the_same(self, shell: Shell) -> None:
        one, two = (shell(f"bagarre simulate --games 50 --json --workers {workers}") for workers in (1, 2))
        assert json.loads(one) == json.loads(two)
        assert json.loads(one)["games"] == 50

    def test_fixed_heroes(self, shell: Shell) -> None:
        tally = json.loads(shell("bagarre simulate --games 20 --players 2 --heroes ogre,paladin --json"))
        assert {hero: rate["played"] for hero, rate in tally["rates"]["hero"].items()} == {"ogre": 20, "paladin": 20}

    def test_a_mirrored_duel(self, shell: Shell) -> None:
        line = shell("bagarre simulate --players 2 --bots thumb,random --mirrored --games 60 --workers 2")
        assert line.startswith("thumb against random: won ")
        assert "of 60, drawn" in line
        rate = json.loads(shell("bagarre simulate --players 2 --bots thumb,random --mirrored --games 60 --json"))
        assert rate["played"] == 60
        assert rate["won"] > 40

    def test_a_duel_needs_two(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(shlex.split("bagarre simulate --players 3 --bots thumb,random,thumb --mirrored")) == 2
        assert "--players 2" in capsys.readouterr().err

    def test_checking_goes_through_all_variants(self, shell: Shell) -> None:
        lines = shell("bagarre simulate --check --games 120").splitlines()
        assert lines[-1] == "120 random games, no fault"
        assert sum(int(line.rsplit(": ")[1]) for line in lines[:-1]) == 120
        assert {line[0] for line in lines[:-1]} == set("23456")

    def test_a_fault_is_status_1(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("engines.bagarre.simulation.faults", lambda game: ["a card is nowhere"])
        assert "a card is nowhere" in shell("bagarre simulate --check --games 3", status=1)


def brute(setup: Setup, seed: int, depth: int) -> int:
    """Count sequences the slow way: each is played from the deal, on its own, through every check."""

    def from_here(log: tuple[str, ...]) -> int:
        game = Game.replay(setup, log, dice=FastDice(seed))
        if len(log) == depth or game.actor is None:
            return 1
        return sum(from_here((*log, action.code)) for action in game.actions())

    return from_here(())


class TestCounts:
    def test_three_actions_without_heroes_by_hand(self) -> None:
        """Two players have four actions each: attack, two shields, charge. Unlike hit points leave nothing to choose.

        After a charge and three of the four answers the first player may not charge again (ruling B17), which leaves
        three actions; after an attack that hurts it may, for the charge is lost: 64 - 4, or 64 - 3. With jokers of 1
        no card kills who has 14 hit points.
        """
        hurt = set()
        for seed in range(60):
            game = Game.new(
                Setup(players=2, options=Options(heroes=False, joker_value=1)), dice=FastDice(seed), record=False
            )
            first = game.actor
            if first is None or game.phase is not Phase.TURN:
                continue  # equal cards: somebody chooses a shield first (ruling B11)
            if any(sum(seat.worth) < 14 or len(set(seat.worth)) < 2 for seat in game.seats):
                continue
            trial = game.copy()
            for code in ("charge", f"attack {first}"):
                (action,) = [option for option in trial.actions() if option.code == code]
                trial.play(action)
            kept = bool(trial.seats[first].charges)
            hurt.add(kept)
            assert counts(game, 3) == (60 if kept else 61)
            assert divide(game, 3)["charge"] == (12 if kept else 13)
        assert hurt == {True, False}

    TABLE = (
        ("plain", 2, Options(heroes=False), 1, (1, 4, 16, 61, 232)),
        ("four", 4, Options(heroes=False), 1, (1, 8, 64, 504, 3984)),
        ("drafted", 2, Options(), 1, (1, 2, 4, 16, 36)),
        ("potions", 2, Options(fixed_heroes=(("alchemist",), ("necromancer",))), 2, (1, 4, 12, 32, 105)),
        ("theft", 3, Options(fixed_heroes=(("thief",), ("priestess",), ("bard",))), 3, (1, 2, 12, 24, 144)),
        (
            "trolls",
            2,
            Options(trolls=True, fixed_heroes=(("mage", "demonist"), ("spy", "paladin"))),
            4,
            (1, 1, 2, 8, 28),
        ),
    )
    """Players, options, seed, and the numbers of sequences of 0 to 4 actions."""

    @pytest.mark.parametrize(
        ("players", "options", "seed", "expected"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
    )
    def test_copies_count_what_replays_count(
        self, players: int, options: Options, seed: int, expected: tuple[int, ...]
    ) -> None:
        """The numbers stay what they are, and are those of sequences each played from the deal, without a copy."""
        game = Game.new(Setup(players=players, options=options), dice=FastDice(seed), record=False)
        setup = Setup(players=players, options=options)
        assert tuple(counts(game, depth) for depth in range(5)) == expected
        assert tuple(brute(setup, seed, depth) for depth in range(4)) == expected[:4]

    def test_from_the_shell(self, shell: Shell) -> None:
        lines = shell("bagarre counts --variant plain --seed 1 --depth 2").splitlines()
        assert re.fullmatch(r"attack [01]: 4", lines[0])
        assert lines[1:] == ["shield 0: 4", "shield 1: 4", "charge: 4", "16"]
        assert shell("bagarre counts --depth 0") == "1\n"


def test_the_commands_of_the_handbook_work(shell: Shell) -> None:
    """Each as printed, but for the number of games."""
    found = re.findall(
        r"^    python -m engines (bagarre (?:play|simulate|counts).*?)(?:  .*)?$", HANDBOOK.read_text(), re.M
    )
    assert len(found) == 5
    for command in found:
        shorter = re.sub(r"--games \d+", "--games 4", command)
        assert shell(shorter)
