"""What Space Serenade brings to a tournament: characters chosen by the bots or by lot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.bots import BOTS
from engines.bebop.cards import read, training
from engines.bebop.game import Bebop
from engines.bebop.options import PLAYERS, Options
from engines.bebop.simulation import simulate
from engines.core.dice import FastDice
from engines.core.tournament import Contest, Playing

TURNS: Final = 200
"""After so many turns a game is broken off: bots that play at random hardly ever capture Vicious."""


def _prepare(cards: object) -> Callable[[int], Playing[Action]]:
    book = training() if cards is None else read(cards)
    options = Options(turn_limit=TURNS)

    def play(players: int) -> Playing[Action]:
        Bebop.new(players, options, dice=FastDice(0), cards=book, record=False)  # refuses what cannot be played
        return partial(simulate, players, options, cards=book)

    return play


def _chooses(action: Action) -> bool:
    return action.kind is Kind.CHARACTER


CONTEST: Final = Contest(
    bots=BOTS, seats=range(PLAYERS[0], PLAYERS[1] + 1), heroes=("character",), prepare=_prepare, chooses=_chooses
)
