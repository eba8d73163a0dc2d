"""The entry by which a campaign takes a warband in with what it brought from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.core.problems import Problem
from engines.musg.entries.base import Change, Entry, text_problems
from engines.musg.events import Event
from engines.musg.warband import Warband

CAMPAIGN_LIMIT: Final = 200
STEPS_LIMIT: Final = 5000


class Accept(Entry, frozen=True, kw_only=True, tag="accept"):
    """A campaign's referee accepts these ``steps`` (journal numbers), which no campaign of this site witnessed."""

    undoable = False
    during_aftermath = True
    keeps_legal = False
    witnessed = True
    campaign: str
    steps: tuple[int, ...]

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Some steps, in their order, and a campaign's name."""
        yield from text_problems(self.campaign, "campaign", CAMPAIGN_LIMIT)
        ordered = all(before < after for before, after in zip((0, *self.steps), self.steps, strict=False))
        if not self.steps or not ordered or len(self.steps) > STEPS_LIMIT:
            yield Problem("accepted_steps", None, {"count": len(self.steps), "most": STEPS_LIMIT})

    def apply(self, warband: Warband) -> Change:
        """Change nothing but what stands in the journal."""
        return Change(warband, (Event("accepted", None, {"campaign": self.campaign, "count": len(self.steps)}),))
