"""What waits to be done, as the noticeboard and the referee's desk tell it."""

from __future__ import annotations

from dataclasses import dataclass

from rosters.models import Warband


@dataclass(frozen=True, slots=True)
class Chore:
    """One thing to do: a stable code, a sentence, and where to do it. ``warband`` is the one it is about, if any."""

    code: str
    sentence: str
    address: str
    warband: Warband | None = None
