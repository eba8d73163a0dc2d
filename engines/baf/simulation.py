"""Many games of BAF!: how often each hero, seat and bot wins, and with how many coins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engines.baf.actions import Action
from engines.baf.audit import faults, passing_faults
from engines.baf.cards import training
from engines.baf.game import Game
from engines.baf.options import Options, Setup
from engines.core.dice import Dice, FastDice
from engines.core.playout import Bot, Fault, Tally, finish, finish_at_random, seeds, simulate as simulate_games


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
    bots everybody plays at random. Seats are also counted as "draft": "0" is whoever drafted first; lengths are
    rounds. Marks: "coins" are
    all coins together, "shared" counts shared victories, "first pick HERO" and "picked HERO" the draft.
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
    for seat in game.seats:
        won = seat.index in outcome.winners
        tally.count("seat", str(seat.index), won=won, drawn=False)
        tally.count("draft", str((seat.index - game.first) % game.players), won=won, drawn=False)
        for hero in seat.picks:
            tally.count("hero", hero.code, won=won, drawn=False)
        if seating:
            tally.count("bot", seating[seat.index].name, won=won, drawn=False)
    tally.endings[outcome.ending.value] = tally.endings.get(outcome.ending.value, 0) + 1
    tally.lengths[game.round] = tally.lengths.get(game.round, 0) + 1
    _mark(tally, "coins", sum(outcome.coins))
    _mark(tally, "shared", int(len(outcome.winners) > 1))
    for seat in game.seats:
        _mark(tally, f"first pick {seat.picks[0].code}", int(seat.index == game.first))


def _mark(tally: Tally, name: str, count: int) -> None:
    tally.marks[name] = tally.marks.get(name, 0) + count


def check_games(
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    players: int | None = None,
    progress: Callable[[int], bool] | None = None,
) -> dict[str, int]:
    """Play random games of all sizes, or of ``players``, in secret and with quick hands.

    The table is audited after every decision.

    Whether all cards are there is looked at whenever some have moved. Return how many games there were of each
    variant. Raises ``Fault`` naming game, seed and what is wrong.
    """
    counted: dict[str, int] = {}
    for done, one in enumerate(seeds(seed, first, games), 1):
        seats, options = variant(one, players)
        name = f"{seats} players{', quick hands' if options.quick_hands else ''}{', timer' if options.timer else ''}"
        counted[name] = counted.get(name, 0) + 1
        _check(one, seats, options)
        if progress is not None and not progress(done):
            break
    return counted


def variant(number: int, players: int | None = None) -> tuple[int, Options]:
    """Return players and options of a game by its number: over many numbers all come up, or all of ``players``."""
    dice = FastDice(number)
    seats = 2 + dice.one_of(4, "players")
    quick = dice.one_of(3, "quick hands") == 0
    timer = 20 if quick and dice.one_of(2, "timer") else 0
    return players or seats, Options(cards=training(), quick_hands=quick, timer=timer)


def _check(number: int, players: int, options: Options) -> None:
    dice = FastDice(number)
    try:
        game = Game.new(Setup(players=players, options=options), dice=dice, record=False)
        before = None
        while game.outcome is None:
            legal = game.actions()
            game.play(legal[dice.one_of(len(legal), "a random action")])
            moment = game.round, game.phase, len(game.gains)
            wrong = passing_faults(game) if moment == before else faults(game)
            before = moment
            if wrong:
                raise Fault("; ".join(wrong))
    except Exception as error:
        raise Fault(f"game {number} ({players} players, quick hands {options.quick_hands}): {error!r}") from error
