"""What players propose where a card leaves it to the table, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from campaigns.matches.cards.sentences import speaker
from campaigns.tables.badass_force.words import Names
from campaigns.tables.proposing import clauses
from engines.badass_force.language import LANGUAGE
from engines.core.effects.literal import TABLE, steps_of
from engines.core.effects.steps import Step

GAME: Final = "badass_force"


def describe_proposal(proposal: str, holder: int, names: Names) -> str:
    """Say what the holder of a card proposes to the table: the part of the code after its first word."""
    said = describe_changes(steps_of(LANGUAGE, TABLE + proposal, len(names)), holder, names)
    return _(", then ").join(said) if said else _("nothing happens")


def describe_changes(steps: Sequence[Step], holder: int, names: Names) -> list[str]:
    """Say what changes do, a clause for each, which begins with who does it."""
    return clauses(speaker(GAME, names), holder, steps)
