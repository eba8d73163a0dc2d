"""Two bots against each other, every deal played twice with seats exchanged, so that luck favours neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.bagarre.game import Game
from engines.bagarre.options import Options, Setup
from engines.core.dice import FastDice
from engines.core.playout import Bot, Rate, finish, seeds

USUAL: Final = Options()


def duel(
    one: Bot[Game],
    other: Bot[Game],
    *,
    games: int,
    options: Options = USUAL,
    seed: int = 0,
    first: int = 0,
    progress: Callable[[int], bool] | None = None,
) -> Rate:
    """Play games for two, number ``first`` to ``first + games - 1`` of a seed, and return how ``one`` fared.

    Games 0 and 1 have the same heroes and cards dealt to the same seats, and so on; ``one`` sits first in even games.
    ``progress`` is told after each game how many are done; when it returns ``False`` the duel stops there.
    """
    rate = Rate()
    for done, number in enumerate(range(first, first + games), 1):
        (deal,) = seeds(seed, number // 2, 1)
        game = Game.new(Setup(players=2, options=options), dice=FastDice(2 * deal), record=False)
        seat = number % 2
        finish(game, (one, other) if seat == 0 else (other, one), FastDice(2 * deal + 1))
        outcome = game.outcome
        winners = outcome.winners if outcome is not None and not outcome.drawn else ()
        rate.merge(Rate(1, int(seat in winners), int(not winners)))
        if progress is not None and not progress(done):
            break
    return rate
