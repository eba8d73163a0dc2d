"""Referees who are parties: what one decides about a battle that a warband of his own fights, he gives reasons for."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from campaigns.wars.models.battle import BattleSide
from club.access import User
from club.operations import Refused

BECAUSE = "because"
"""The field in which a referee says why."""


def is_party(user: User, sides: Iterable[BattleSide]) -> bool:
    """Tell whether somebody leads a warband in a battle against somebody else; the sides' warbands are at hand."""
    owners = {side.warband.owner_id for side in sides}
    return user.pk in owners and len(owners) > 1


def must_say_why(reason: str) -> str:
    """Return why a party decides as the referee. Raises ``Refused`` for no reason."""
    if not reason.strip():
        words = _("You are a party to this battle: say why you decide it, for the others to read.")
        raise Refused.because("party_reason", words, BECAUSE)
    return reason.strip()
