"""What is proposed where the table decides: a form of changes, put together into one code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from engines.core.effects.literal import code_of
from engines.core.effects.steps import Step

PROPOSE: Final = "propose"
"""What the form sends as its action; no code of the engine."""
ROWS: Final = (1, 2)
MOST: Final = 6

type Made = Mapping[str, Callable[[str, int, str], Step]]
"""By verb: the step made of what is changed, how much of it, and for whom, a seat's number."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The form: in each row who, how many, and a change, which is a verb and perhaps what it changes."""

    rows: tuple[int, ...]
    seats: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    changes: tuple[tuple[str, str], ...]


def proposal(changes: Sequence[tuple[str, str]], names: Sequence[str]) -> Proposal:
    """Return the form with its words."""
    seats = tuple((str(seat), name) for seat, name in enumerate(names))
    return Proposal(ROWS, seats, tuple(range(1, MOST + 1)), tuple(changes))


def code_sent(sent: QueryDict, made: Made) -> str:
    """Return the code of what the form says; what it cannot say is returned as it came, and the engine refuses it."""
    action: str = sent.get("action", "")
    if action != PROPOSE:
        return action
    steps = []
    try:
        for row in ROWS:
            verb, _space, what = sent.get(f"change.{row}", "").partition(" ")
            if verb:
                steps.append(made[verb](what, int(sent.get(f"count.{row}", "1")), sent.get(f"who.{row}", "0")))
    except (KeyError, ValueError):
        return action
    return code_of(tuple(steps))
