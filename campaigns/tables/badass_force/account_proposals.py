"""What players propose where a card leaves it to the table, in words."""

from __future__ import annotations

from typing import Final

import msgspec
from django.utils.translation import gettext as _

from campaigns.matches.cards.sentences import said
from campaigns.tables.badass_force.words import Names
from engines.badass_force.language import LANGUAGE
from engines.core.effects.literal import TABLE, steps_of
from engines.core.effects.steps import Step

GAME: Final = "badass_force"


def proposal_said(proposal: str, names: Names) -> str:
    """Say what somebody proposes to the table: the part of the code after its first word."""
    steps = steps_of(LANGUAGE, TABLE + proposal, len(names))
    return "; ".join(change_said(step, names) for step in steps) or _("nothing happens")


def change_said(step: Step, names: Names) -> str:
    """Say what one change does; it begins with whom it happens to."""
    who = str(getattr(step, "who", ""))
    if not who.isdecimal():
        return said(GAME, step)
    return f"{names[int(who)]}, {said(GAME, msgspec.structs.replace(step, who='me'))}"
