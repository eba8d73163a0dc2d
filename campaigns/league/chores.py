"""What waits to be done, as the noticeboard and the referee's desk tell it."""

from __future__ import annotations

from msgspec import Struct

from rosters.models import Warband


class Chore(Struct, frozen=True):
    """One thing to do: a stable code, a sentence, and where to do it. ``warband`` is the one it is about, if any."""

    code: str
    sentence: str
    address: str
    warband: Warband | None = None
