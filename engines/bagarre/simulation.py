"""Many games of La Bagarre: how often each hero, seat and bot wins, how long games last, how often the dragon wakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engines.bagarre.actions import Action
from engines.bagarre.audit import faults
from engines.bagarre.game import Game
from engines.bagarre.options import Options, Setup
from engines.bagarre.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.playout import Bot, Fault, Tally, finish, finish_at_random, seeds, simulate as simulate_games

DEALING: tuple[Phase, ...] = (Phase.HERO,)
"""Decisions before the cards are dealt."""


def simulate(
    setup: Setup,
    *,
    games: int,
    bots: Sequence[Bot[Action]] = (),
    seed: int = 0,
    first: int = 0,
    progress: Callable[[int], bool] | None = None,
) -> Tally:
    """Play games number ``first`` to ``first + games - 1`` of a seed and count them by hero, seat and bot.

    ``bots`` sit clockwise and move on by one seat from game to game, so that none always has the same seat; without
    bots everybody plays at random. Marks: "dragon" counts games in which it awoke, "awakenings" how often it did.
    """
    rota = list(bots)
    seating: list[Bot[Action]] = []
    number = first

    def begin(dice: Dice) -> Game:
        nonlocal number
        seating[:] = [rota[(seat + number) % len(rota)] for seat in range(setup.players)] if rota else []
        number += 1
        return Game.new(setup, dice=dice, record=False)

    def play(game: Game, dice: Dice) -> int:
        return finish(game, seating, dice) if seating else finish_at_random(game, dice)

    counting = partial(_count, seating=seating)
    return simulate_games(begin, play, counting, games=games, seed=seed, first=first, progress=progress)


def _count(tally: Tally, game: Game, *, seating: Sequence[Bot[Action]]) -> None:
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
    tally.endings[outcome.ending.value] = tally.endings.get(outcome.ending.value, 0) + 1
    tally.lengths[outcome.turns] = tally.lengths.get(outcome.turns, 0) + 1
    tally.marks["dragon"] = tally.marks.get("dragon", 0) + (outcome.dragons > 0)
    tally.marks["awakenings"] = tally.marks.get("awakenings", 0) + outcome.dragons


def check_games(
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    players: int | None = None,
    progress: Callable[[int], bool] | None = None,
) -> dict[str, int]:
    """Play random games of all sizes, or of ``players``, and of all variants, and audit the table after every decision.

    Return how many games there were of each variant. Raises ``Fault`` naming game, seed and what is wrong.
    """
    counted: dict[str, int] = {}
    for done, one in enumerate(seeds(seed, first, games), 1):
        seats, options = variant(one, players)
        name = f"{seats} players{' in teams' if options.teams else ''}{', trolls' if options.trolls else ''}"
        name += "" if options.heroes else ", no heroes"
        counted[name] = counted.get(name, 0) + 1
        _check(one, seats, options)
        if progress is not None and not progress(done):
            break
    return counted


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


def _check(number: int, players: int, options: Options) -> None:
    dice = FastDice(number)
    try:
        game = Game.new(Setup(players=players, options=options), dice=dice, record=False)
        while game.actor is not None:
            legal = game.actions()
            game.play(legal[dice.one_of(len(legal), "a random action")])
            if game.phase not in DEALING:
                wrong = faults(game)
                if wrong:
                    raise Fault("; ".join(wrong))
    except Exception as error:
        raise Fault(f"game {number} ({players} players, {options}): {error!r}") from error
