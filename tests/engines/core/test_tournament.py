"""Tournaments: who sits where, mirrored deals, shares against a fair one, and the command of all four games."""

import json
import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from engines import baf
from engines.__main__ import main
from engines.badass_force.commands import SHELL as BADASS_FORCE
from engines.badass_force.options import Setup
from engines.badass_force.simulation import simulate as simulate_badass_force
from engines.baf.actions import Action, Kind
from engines.baf.commands import SHELL as BAF
from engines.baf.simulation import simulate
from engines.bagarre.commands import SHELL as BAGARRE
from engines.bebop.commands import SHELL as BEBOP
from engines.core.card_command import Shell
from engines.core.dice import Dice, FastDice
from engines.core.game import AnyGame
from engines.core.playout import Bot, RandomBot, Rate, Tally, finish
from engines.core.tournament import ByLot, line_ups, mirrored, standings_of, table_of, turns_of

SHELLS: Mapping[str, Shell[Any]] = {"badass_force": BADASS_FORCE, "baf": BAF, "bagarre": BAGARRE, "bebop": BEBOP}


class Named(RandomBot):
    """A bot of which only the name matters."""

    def __init__(self, name: str) -> None:
        self.name = name


A, B, C = Named("a"), Named("b"), Named("c")


def names(line_up: Sequence[Bot[Any]]) -> str:
    return "".join(bot.name for bot in line_up)


def test_each_plays_its_own_kind_and_each_pair_sits_at_one_table() -> None:
    bots: list[Bot[Any]] = [A, B, C]
    assert [names(line_up) for line_up in line_ups(bots, 3)] == ["aaa", "bbb", "ccc", "aba", "aca", "bcb"]
    assert [names(line_up) for line_up in line_ups(bots[:2], 4)] == ["aaaa", "bbbb", "abab"]


@pytest.mark.parametrize(("line_up", "turns"), [("aaaa", 1), ("abab", 2), ("aba", 3), ("ababa", 5)])
def test_how_often_a_deal_is_mirrored(line_up: str, turns: int) -> None:
    """As often as it looks different when everybody moves on by a seat."""
    assert turns_of([Named(letter) for letter in line_up]) == turns


@pytest.mark.parametrize("first", [0, 1, 5])
def test_every_deal_sees_everybody_in_every_seat(first: int) -> None:
    """Two deals for aba: each is dealt three times, with the b in another seat each time."""
    seen: list[tuple[int, str]] = []

    def play(*, games: int, bots: Sequence[Bot[Any]], seed: int, first: int) -> Tally:
        """Seat as the games do: moved on by one seat from game to game."""
        assert (games, seed) == (1, 7)
        seen.append((first, names([bots[(seat + first) % len(bots)] for seat in range(3)])))
        return Tally(games=1)

    assert mirrored(play, (A, B, A), 7, (first, 2)).games == 6
    assert sorted(seen) == [(deal, seats) for deal in (first, first + 1) for seats in ("aab", "aba", "baa")]


def test_mirrored_games_have_one_deal() -> None:
    """BAF!'s heroes are drafted, but the monsters and who begins are the deal's: seen by bots that note them."""
    dealt: list[tuple[object, ...]] = []

    class Noting(Named):
        def choose(self, game: AnyGame, dice: Dice) -> Any:
            assert isinstance(game, baf.Game)
            if len(game.heroes) == 10:
                dealt.append((game.first, game.master, game.dragon, self.name))
            return super().choose(game, dice)

    mirrored(partial(simulate, baf.Setup(players=2)), (Noting("a"), Noting("b")), 3, (4, 1))
    one, other = dealt
    assert one[:3] == other[:3]
    assert {one[3], other[3]} == {"a", "b"}


def test_a_share_is_held_against_that_of_all() -> None:
    """Together 6 of 20 won, 0.3: 4 of 10 is 4/3 of that, 2 of 10 is 2/3. The margin is half of Wilson's interval."""
    rates = {"weak": Rate(10, 2), "good": Rate(10, 4)}
    good, weak = standings_of("hero", rates)
    assert (good.name, good.played, good.share) == ("good", 10, 0.4)
    assert (good.of_fair, weak.of_fair) == pytest.approx((4 / 3, 2 / 3))
    assert good.margin == pytest.approx((rates["good"].share.high - rates["good"].share.low) / 2)


def test_nobody_won_is_nobodys_advantage() -> None:
    assert [one.of_fair for one in standings_of("hero", {"mage": Rate(4, 0)})] == [1.0]
    assert standings_of("hero", {}) == []


def test_mean_turns() -> None:
    """Three games of 4 turns and one of 8: 20 / 4."""
    table = table_of(Tally(games=4, lengths={4: 3, 8: 1}), 2, (A, B), ("bot",))
    assert (table.seats, table.bots, table.games, table.turns) == (2, ("a", "b"), 4, 5.0)


def test_by_lot_every_hero_is_taken_and_the_bot_decides_the_rest() -> None:
    class Last(Named):
        def choose(self, game: AnyGame, dice: Dice) -> Any:
            assert game.actions()[0].kind is not Kind.DRAFT
            return game.actions()[-1]

    def drafts(action: Action) -> bool:
        return action.kind is Kind.DRAFT

    taken = set()
    for seed in range(30):
        game = baf.Game.new(baf.Setup(players=2), dice=FastDice(seed), record=False)
        finish(game, [ByLot(Last("last"), drafts)] * 2, FastDice(seed))
        taken |= {hero.code for seat in game.seats for hero in seat.picks}
    assert len(taken) == 10


class TestCommand:
    @pytest.mark.parametrize("game", SHELLS)
    def test_each_game_has_one(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        """Alone, alone, against each other; the same seed tells the same, however the work is cut."""
        told = []
        for workers in (1, 2):
            assert (
                main(shlex.split(f"{game} tournament --players 2 --bots thumb,random --games 3 --workers {workers}"))
                == 0
            )
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]
        heads = [
            line.split(", ", 1)[1].split(" turns")[0].rsplit(", ", 1)[0]
            for line in told[0].splitlines()
            if " seats, " in line
        ]
        assert heads == ["random alone: 3 games", "thumb alone: 3 games", "random against thumb: 4 games"]
        groups = {line.split()[0] for line in told[0].splitlines() if line.startswith("  ")}
        assert groups >= {"bot", SHELLS[game].heroes[0]}

    def test_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(shlex.split("baf tournament --players 2,3 --bots random --games 2 --by-lot --json")) == 0
        tables = json.loads(capsys.readouterr().out)
        assert [(table["seats"], table["games"], table["turns"]) for table in tables] == [(2, 2, 9.0), (3, 2, 9.0)]

    @pytest.mark.parametrize("wrong", ["--players 6", "--players x", "--bots nobody"])
    def test_what_cannot_be_played_is_refused(self, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(shlex.split(f"baf tournament {wrong}"))
        assert "is not one of" in capsys.readouterr().err


def test_a_character_counts_once_for_a_seat_however_often_it_is_announced() -> None:
    """Badass Force: two bots that play at random announce more often than there are seats, games and characters."""
    rates = simulate_badass_force(Setup(players=2), games=4, bots=[A, A], seed=1).rates
    assert all(rate.played <= 4 * 2 for group in BADASS_FORCE.heroes for rate in rates[group].values())
