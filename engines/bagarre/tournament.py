"""What La Bagarre brings to a tournament: its heroes, one of those dealt chosen by the bots or by lot."""

from __future__ import annotations

from typing import Final

from engines.bagarre.actions import Action, Kind
from engines.bagarre.commands import SHELL
from engines.core.tournament import Contest


def _chooses(action: Action) -> bool:
    return action.kind is Kind.HERO


CONTEST: Final = Contest(shell=SHELL, heroes=("hero",), chooses=_chooses)
