"""Addresses of pages: whole ones, for who is elsewhere, and those that differ in a number alone.

A list leads to dozens of the latter; looking each up takes longer than drawing its line, so the address is put together
once, the number each time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django.conf import settings
from django.urls import get_script_prefix, get_urlconf, reverse

_BLANK: Final = 2_130_000_000
"""Stands in an address for the number; it occurs nowhere else in any."""


def whole(path: str) -> str:
    """Return the whole address of a path of this site."""
    return f"{settings.SITE_URL}{path}"


def numbered(name: str, number: int) -> str:
    """Return ``reverse(name, args=[number])`` of a page that takes one number of 0 or more, and nothing else."""
    before, after = _around(name, get_script_prefix(), get_urlconf())
    return f"{before}{number}{after}"


@lru_cache(maxsize=256)
def _around(name: str, _prefix: str, urlconf: str | None) -> tuple[str, str]:
    before, _blank, after = reverse(name, urlconf, args=[_BLANK]).partition(str(_BLANK))
    return before, after
