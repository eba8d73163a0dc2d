"""Numbers that arrive as text, in addresses and hidden fields, from whoever cares to type them."""

from __future__ import annotations

from typing import Final

DIGITS_MOST: Final = 18
"""A number of this many digits fits into a database column."""


def whole_number(text: str) -> int | None:
    """Return the number that ``text`` writes in plain digits; None for anything else, and for numbers no row has."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS_MOST else None
