"""What waits to be done, as the noticeboard and the referee's desk tell it."""

from __future__ import annotations

from msgspec import Struct

from club.grammar import continued
from rosters.models import Warband


class Chore(Struct, frozen=True):
    """One thing to do: a stable code, a sentence, and where to do it. ``warband`` is the one it is about, if any."""

    code: str
    sentence: str
    address: str
    warband: Warband | None = None

    @property
    def continued(self) -> str:
        """The sentence as it goes on after the warband's name and a colon."""
        if self.warband is None:
            return self.sentence
        return continued(self.sentence, (figure.name for figure in self.warband.roster.figures))
