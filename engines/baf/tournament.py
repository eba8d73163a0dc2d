"""What BAF! brings to a tournament: hands laid in secret, heroes drafted by the bots or by lot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engines.baf.actions import Action, Kind
from engines.baf.bots import BOTS
from engines.baf.cards import read, training
from engines.baf.options import PLAYERS, Options, Setup, check
from engines.baf.simulation import simulate
from engines.core.tournament import Contest, Playing


def _prepare(cards: object) -> Callable[[int], Playing[Action]]:
    options = Options(cards=training() if cards is None else read(cards))

    def play(players: int) -> Playing[Action]:
        check(Setup(players=players, options=options))
        return partial(simulate, players, options)

    return play


def _drafts(action: Action) -> bool:
    return action.kind is Kind.DRAFT


CONTEST: Final = Contest(
    bots=BOTS, seats=range(PLAYERS[0], PLAYERS[1] + 1), heroes=("hero",), prepare=_prepare, chooses=_drafts
)
