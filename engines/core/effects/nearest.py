"""The known name nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

LIKE: Final = 0.6
"""Less alike than this (0 to 1) is not a slip of the finger."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known name that was most likely meant; empty when none is near."""
    return next(iter(get_close_matches(word, list(known), 1, LIKE)), "")
