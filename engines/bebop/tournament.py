"""What Space Serenade brings to a tournament: characters chosen by the bots or by lot."""

from __future__ import annotations

from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.commands import SHELL
from engines.core.tournament import Contest


def _chooses(action: Action) -> bool:
    return action.kind is Kind.CHARACTER


CONTEST: Final = Contest(shell=SHELL, heroes=("character",), chooses=_chooses)
