"""What La Bagarre brings to a tournament: its heroes, one of those dealt chosen by the bots or by lot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engines.bagarre.actions import Action, Kind
from engines.bagarre.bots import BOTS
from engines.bagarre.options import PLAYERS
from engines.bagarre.simulation import simulate
from engines.core.tournament import Contest, Playing


def _prepare(cards: object) -> Callable[[int], Playing[Action]]:
    def play(players: int) -> Playing[Action]:
        return partial(simulate, players)

    return play


def _chooses(action: Action) -> bool:
    return action.kind is Kind.HERO


CONTEST: Final = Contest(
    bots=BOTS,
    seats=range(PLAYERS[0], PLAYERS[1] + 1),
    heroes=("hero",),
    prepare=_prepare,
    chooses=_chooses,
    own_cards=False,
)
