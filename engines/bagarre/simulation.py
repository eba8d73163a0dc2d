"""Many games of La Bagarre: how often each hero, seat and bot wins, how long games last, how often the dragon wakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from engines.bagarre.audit import faults
from engines.bagarre.game import Game
from engines.bagarre.options import Options
from engines.bagarre.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.playout import Bot, Tally
from engines.core.simulation import at_random, check_games as check_random_games, simulate as simulate_games

DEALING: tuple[Phase, ...] = (Phase.HERO,)
"""Decisions before the cards are dealt."""


def _count(tally: Tally, game: Game, seating: Sequence[Bot[Game]]) -> None:
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    drawn = not outcome.winners  # a shared victory is one (ruling B61), as it is among the club's matches
    for seat in range(game.players):
        won = seat in outcome.winners
        tally.count("seat", str(seat), won=won, drawn=drawn)
        for hero in game.heroes[seat]:
            tally.count("hero", hero, won=won, drawn=drawn)
        if seating:
            tally.count("bot", seating[seat].name, won=won, drawn=drawn)
    tally.note(outcome.ending, outcome.turns, {"dragon": int(outcome.dragons > 0), "awakenings": outcome.dragons})


def variant(number: int, players: int | None = None) -> tuple[int, Options]:
    """Return players and options of a game by its number: over many numbers all come up, or all of ``players``."""
    dice = FastDice(number)
    seats = 2 + dice.one_of(5, "players")
    seats = players or seats
    teams: tuple[int, ...] = ()
    if seats in (4, 6) and dice.one_of(3, "teams") == 0:
        shapes = ((0, 1, 0, 1),) if seats == 4 else ((0, 1, 0, 1, 0, 1), (0, 1, 2, 0, 1, 2))
        teams = shapes[dice.one_of(len(shapes), "shape of teams")]
    heroes = dice.one_of(10, "heroes") > 0
    return seats, Options(
        joker_value=(20, 20, 20, 14, 1, 30)[dice.one_of(6, "joker value")],
        redraw_threshold=(10, 10, 0, 25)[dice.one_of(4, "redraw threshold")],
        heroes=heroes,
        trolls=heroes and dice.one_of(3, "trolls") == 0,
        teams=teams,
        same_hero_per_team=bool(teams) and dice.one_of(2, "same hero") == 0,
    )


def _title(players: int, options: Options) -> str:
    name = f"{players} players{' in teams' if options.teams else ''}{', trolls' if options.trolls else ''}"
    return name if options.heroes else name + ", no heroes"


def _look(game: Game, dice: Dice) -> Iterator[Sequence[str]]:
    for _ in at_random(game, dice):
        if game.phase not in DEALING:
            yield faults(game)


simulate: Final = partial(simulate_games, Game, count=_count)
"""Plays many games of a setup and counts them by hero, seat and bot (``engines.core.simulation``).

Marks: "dragon" counts games in which it awoke, "awakenings" how often it did.
"""

check_games: Final = partial(check_random_games, Game, variant, _title, _look)
"""Plays random games of all variants and audits every table (``engines.core.simulation``)."""
