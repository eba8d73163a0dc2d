"""What somebody can do now, most urgent first: the noticeboard, a campaign's page, the desk and mails tell the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from club.grammar import continued
from rosters.models import Warband


class Urgency(IntEnum):
    """Whom it keeps waiting; the most urgent first."""

    AWAITED = 1
    """Somebody waits for this member's word, or his move."""
    HOLDS_UP = 2
    """A campaign, a round or a game cannot go on before it is done."""
    OWN = 3
    """Only what is the member's own waits for it."""
    PLANNED = 4
    """It has its day, or may be done whenever it suits."""


class Chore(Struct, frozen=True):
    """One thing to do: a stable code, a sentence, and where to do it. ``warband`` is the one it is about, if any.

    ``since`` is when it began to wait, where that is known.
    """

    code: str
    sentence: str
    address: str
    warband: Warband | None = None
    urgency: Urgency = Urgency.OWN
    since: datetime | None = None

    @property
    def continued(self) -> str:
        """The sentence as it goes on after the warband's name and a colon."""
        if self.warband is None:
            return self.sentence
        return continued(self.sentence, (figure.name for figure in self.warband.roster.figures))

    @property
    def label(self) -> str | Promise:
        """What stands on the button that leads there."""
        return LABELS[self.code]


SHOWN: Final = 12
"""How many things to do stand below the first one at most."""

LABELS: Final[Mapping[str, Promise]] = {
    "first_steps": _("Set up the club"),
    "card_table": _("Make my move"),
    "decide": _("Go on playing"),
    "agree": _("Answer"),
    "playing": _("Look at the battle"),
    "deal": _("Deal the cards"),
    "evening": _("Answer"),
    "result": _("Answer"),
    "guests": _("Confirm guests"),
    "correction_dice": _("Roll the dice"),
    "correction": _("Look at the correction"),
    "applicants": _("Let players in"),
    "stray": _("Look at the warband"),
    "report": _("Answer"),
    "dispute": _("Settle it"),
    "failed": _("Try it again"),
    "resting": _("Decide"),
    "date": _("Answer"),
    "challenge": _("Answer"),
    "propose": _("Propose dates"),
    "consent": _("Look at the question"),
    "bring": _("Bring a warband"),
    "enlist": _("Bring a warband"),
    "invite": _("Invite players"),
    "open_round": _("Open the next round"),
    "pair": _("Pair the warbands"),
    "muster": _("Go on mustering"),
    "aftermath": _("Roll the aftermath"),
    "overdue": _("Report it"),
    "leader": _("Look at the roster"),
    "illegal": _("Look at the roster"),
    "skills": _("Choose"),
    "fees": _("Pay"),
    "rescue": _("Plan the rescue game"),
    "recruit": _("Hire"),
    "play": _("Look at the battle"),
    "record": _("Record a match"),
}
"""What stands on the buttons, by the codes of chores."""


class NextSteps(Struct, frozen=True):
    """What a page says of what a reader can do: one thing large, some of the others below it.

    ``count`` is how many wait, without what only has its day still to come.
    """

    first: Chore | None
    others: tuple[Chore, ...]
    count: int


def next_steps(chores: Sequence[Chore]) -> NextSteps:
    """Return what is shown of chores in order. Battles to come are named only where nothing else is first."""
    others = [chore for chore in chores[1:] if chore.code not in ("play", "playing")]
    count = sum(chore.urgency < Urgency.PLANNED for chore in chores)
    return NextSteps(chores[0] if chores else None, tuple(others[:SHOWN]), count)


def in_order(chores: Iterable[Chore]) -> list[Chore]:
    """Return them the most urgent first, of those alike what waits longest; else as they came."""
    found = list(chores)
    return sorted(found, key=lambda one: (one.urgency, one.since is None, one.since.timestamp() if one.since else 0.0))
