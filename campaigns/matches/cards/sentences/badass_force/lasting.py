"""What lasts for a while in Badass Force, in words: deeds forbidden, figures raised. The account says it likewise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _, pgettext_lazy

from campaigns.matches.cards.sentences.badass_force.words import DEEDS
from campaigns.matches.cards.sentences.speaker import Speaker, Verb
from engines.badass_force.verbs.lasting import Figure, Forbid, Modify
from engines.badass_force.verbs.words import What
from engines.core.effects.steps import Step

RAISES: Final[Mapping[str, str]] = {Figure.TURN_CHARGE: What.AMMO, Figure.KILL_POINTS: What.POINTS}
"""What a figure is counted in."""
_RAISED: Final[Mapping[str, Callable[[], str]]] = {
    Figure.TURN_CHARGE: lambda: _("%(amount)s at the start of the turn"),
    Figure.KILL_POINTS: lambda: _("%(amount)s for each kill"),
}


def forbidden(deed: str) -> str:
    """Say that something may not be done."""
    return _("may not %(deed)s") % {"deed": DEEDS[deed]}


def raised(figure: str, amount: str) -> str:
    """Say that a figure is raised by so much, written with its sign."""
    return _RAISED[figure]() % {"amount": amount}


def _forbid(step: Forbid, speaker: Speaker) -> str:
    return f"{forbidden(step.what)}, {speaker.value(step.until)}"


def _modify(step: Modify, speaker: Speaker) -> str:
    said = raised(step.what, speaker.amount(RAISES[step.what], step.n, "+"))
    return f"{said}, {speaker.value(step.until)}"


VERBS: Final[Mapping[type[Step], Verb]] = {
    Forbid: Verb(pgettext_lazy("card step", "forbid something for a while"), _forbid),
    Modify: Verb(pgettext_lazy("card step", "raise a figure for a while"), _modify),
}
