"""What Badass Force brings to a tournament: everybody holds the same characters, so that their use is compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engines.badass_force.actions import Action
from engines.badass_force.bots import BOTS
from engines.badass_force.cards import read, training
from engines.badass_force.options import PLAYERS, Options, Setup, check
from engines.badass_force.simulation import simulate
from engines.core.tournament import Contest, Playing


def _prepare(cards: object) -> Callable[[int], Playing[Action]]:
    options = Options(cards=training() if cards is None else read(cards))

    def play(players: int) -> Playing[Action]:
        check(Setup(players=players, options=options))
        return partial(simulate, players, options)

    return play


CONTEST: Final = Contest(
    bots=BOTS, seats=range(PLAYERS[0], PLAYERS[1] + 1), heroes=("announced", "executed"), prepare=_prepare
)
