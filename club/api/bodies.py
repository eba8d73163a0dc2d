"""What many operations take in."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

REASON_LENGTH: Final = 2000
Text = Annotated[str, Meta(max_length=REASON_LENGTH)]
"""Words of somebody's."""


class Because(Struct, frozen=True, forbid_unknown_fields=True):
    """Why you decide so, for the others to read: asked of who acts for others, or is a party to what they decide."""

    because: Text = ""
