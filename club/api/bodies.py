"""What many operations take in."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

from django.core.exceptions import ValidationError
from msgspec import Meta, Struct

from club.moments import moment_of
from club.operations import Objection, Refused

REASON_LENGTH: Final = 2000
Text = Annotated[str, Meta(max_length=REASON_LENGTH)]
"""Words of somebody's."""


class Because(Struct, frozen=True, forbid_unknown_fields=True):
    """Why you decide so, for the others to read: asked of who acts for others, or is a party to what they decide."""

    because: Text = ""


def moment(said: datetime, field: str) -> datetime:
    """Return the moment that stands in this ``field``: with an offset, or by the club's clock, as in forms.

    Raises ``Refused`` where there is none, or it lies too far away.
    """
    try:
        return moment_of(said)
    except ValidationError as error:
        raise Refused(Objection(error.code or "invalid", message, field) for message in error.messages) from error
