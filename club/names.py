"""What people may call themselves, their guests, warbands, campaigns and card sets: ``engines.core.names`` in words.

Forms ask it (``NameField``), and operations that take a name from elsewhere, too (``objections``).
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from club.operations import Objection
from engines.core import names

UNSEEN: Final = _("This name contains a character that is invisible or reverses the writing (%(value)s): leave it out.")


def validate_name(name: str) -> None:
    """Raise ``ValidationError`` for a name that holds what nobody sees, or shows nothing."""
    if bad := names.unseen(name):
        raise ValidationError(UNSEEN, "unseen", {"value": f"U+{ord(bad):04X}"})
    if name and not names.shows(name):
        raise ValidationError(_("Nothing in this name is visible."), "shows_nothing")


def objections(name: str, field: str, most: int) -> list[Objection]:
    """Return what is wrong with a name as it is kept (``names.plain``) that stands in this ``field``."""
    if len(name) > most:
        return [Objection("too_long", _("At most %(most)s characters.") % {"most": most}, field, {"most": most})]
    try:
        validate_name(name)
    except ValidationError as error:
        return [Objection(error.code or "invalid", message, field) for message in error.messages]
    return []


class NameField(forms.CharField):
    """The name of somebody or something: kept as ``names.plain`` writes it, refused where it holds what is not seen."""

    def to_python(self, value: Any) -> str:
        """Return it as it is kept."""
        return names.plain(super().to_python(value) or "")

    def run_validators(self, value: str) -> None:
        """Look at it."""
        super().run_validators(value)
        validate_name(value)
