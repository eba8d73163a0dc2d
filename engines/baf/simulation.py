"""Many games of BAF!: how often each hero, seat and bot wins, and with how many coins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from engines.baf.audit import faults, passing_faults
from engines.baf.cards import training
from engines.baf.game import Game
from engines.baf.options import Options
from engines.core.dice import Dice, FastDice
from engines.core.playout import Bot, Tally
from engines.core.simulation import at_random, check_games as check_random_games, simulate as simulate_games


def _count(tally: Tally, game: Game, seating: Sequence[Bot[Game]]) -> None:
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    for seat in game.seats:
        won = seat.index in outcome.winners
        tally.count("seat", str(seat.index), won=won, drawn=False)
        tally.count("draft", str((seat.index - game.first) % game.players), won=won, drawn=False)
        for hero in seat.picks:
            tally.count("hero", hero.code, won=won, drawn=False)
        if seating:
            tally.count("bot", seating[seat.index].name, won=won, drawn=False)
    picks = {f"first pick {seat.picks[0].code}": int(seat.index == game.first) for seat in game.seats}
    shared = int(len(outcome.winners) > 1)
    tally.note(outcome.ending, game.round, {"coins": sum(outcome.coins), "shared": shared, **picks})


def variant(number: int, players: int | None = None) -> tuple[int, Options]:
    """Return players and options of a game by its number: over many numbers all come up, or all of ``players``."""
    dice = FastDice(number)
    seats = 2 + dice.one_of(4, "players")
    quick = dice.one_of(3, "quick hands") == 0
    timer = 20 if quick and dice.one_of(2, "timer") else 0
    return players or seats, Options(cards=training(), quick_hands=quick, timer=timer)


def _title(players: int, options: Options) -> str:
    return f"{players} players{', quick hands' if options.quick_hands else ''}{', timer' if options.timer else ''}"


def _look(game: Game, dice: Dice) -> Iterator[Sequence[str]]:
    """Whether all cards are there is looked at whenever some have moved."""
    before = None
    for _ in at_random(game, dice):
        moment = game.round, game.phase, len(game.gains)
        yield passing_faults(game) if moment == before else faults(game)
        before = moment


simulate: Final = partial(simulate_games, Game, count=_count)
"""Plays many games of a setup and counts them by hero, seat and bot (``engines.core.simulation``).

Seats are also counted as "draft": "0" is whoever drafted first; lengths are rounds. Marks: "coins" are all coins
together, "shared" counts shared victories, "first pick HERO" who was drafted first.
"""

check_games: Final = partial(check_random_games, Game, variant, _title, _look)
"""Plays random games of all variants and audits every table (``engines.core.simulation``)."""
