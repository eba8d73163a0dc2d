"""Many games of one setup, counted; and random games of all setups, audited after every decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engines.core.dice import Dice, FastDice
from engines.core.game import AnyGame
from engines.core.playout import Bot, Fault, Tally, finish, finish_at_random, seeds


def simulate[G: AnyGame](
    kind: type[G],
    setup: Any,
    count: Callable[[Tally, G, Sequence[Bot[G]]], None],
    *,
    games: int,
    bots: Sequence[Bot[G]] = (),
    seed: int = 0,
    first: int = 0,
    progress: Callable[[int], bool] | None = None,
) -> Tally:
    """Play games number ``first`` to ``first + games - 1`` of a seed and count them by what ``count`` compares.

    ``bots`` sit clockwise and move on by one seat from game to game, so that none always has the same seat; without
    bots everybody plays at random. ``progress`` is told after each game how many are done; when it returns ``False``
    the simulation stops there.
    """
    tally = Tally()
    for number, one in enumerate(seeds(seed, first, games), first):
        seating = [bots[(seat + number) % len(bots)] for seat in range(setup.players)] if bots else []
        game = kind.new(setup, dice=FastDice(2 * one), record=False)
        dice = FastDice(2 * one + 1)
        tally.decisions += finish(game, seating, dice) if seating else finish_at_random(game, dice)
        tally.games += 1
        count(tally, game, seating)
        if progress is not None and not progress(tally.games):
            break
    return tally


def check_games[G: AnyGame](
    kind: type[G],
    variant: Callable[[int, int | None], tuple[int, Any]],
    title: Callable[[int, Any], str],
    look: Callable[[G, Dice], Iterator[Sequence[str]]],
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    players: int | None = None,
    progress: Callable[[int], bool] | None = None,
) -> dict[str, int]:
    """Play random games of all sizes, or of ``players``, and of all variants, and audit the table after every decision.

    ``variant`` returns players and options of the game of a number, ``title`` the name under which it is counted;
    ``look`` plays it to its end and yields what is wrong with each table. Return how many games there were of each
    title. Raises ``Fault`` naming game, seed and what is wrong.
    """
    counted: dict[str, int] = {}
    for done, one in enumerate(seeds(seed, first, games), 1):
        seats, options = variant(one, players)
        name = title(seats, options)
        counted[name] = counted.get(name, 0) + 1
        dice = FastDice(one)
        try:
            game = kind.new(kind.SETUP(players=seats, options=options), dice=dice, record=False)
            for wrong in look(game, dice):
                if wrong:
                    raise Fault("; ".join(wrong))
        except Exception as error:
            raise Fault(f"game {one} ({name}): {error!r}") from error
        if progress is not None and not progress(done):
            break
    return counted


def at_random[G: AnyGame](game: G, dice: Dice, choose: Callable[[G, Dice], Any] | None = None) -> Iterator[G]:
    """Play random legal actions, or what ``choose`` chooses, to the end of a game; yield it after each."""
    while game.outcome is None:
        legal = game.actions()
        action = legal[dice.one_of(len(legal), "a random action")] if choose is None else choose(game, dice)
        game.play(action)
        yield game
