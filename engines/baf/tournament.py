"""What BAF! brings to a tournament: heroes drafted by the bots or by lot."""

from __future__ import annotations

from typing import Final

from engines.baf.actions import Action, Kind
from engines.baf.commands import SHELL
from engines.core.tournament import Contest


def _drafts(action: Action) -> bool:
    return action.kind is Kind.DRAFT


CONTEST: Final = Contest(shell=SHELL, heroes=("hero",), chooses=_drafts)
