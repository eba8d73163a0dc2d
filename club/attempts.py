"""Slows down guessing: so many wrong tries from one address, and from all (``settings.ACCOUNT_RATE_LIMITS``)."""

from __future__ import annotations

from django.http import HttpRequest

from club import limits


def blocked(request: HttpRequest, what: str) -> bool:
    """Tell whether this address, or everybody together, has guessed wrong too often to try ``what`` again now."""
    return not limits.within(request, what, key=what, dry_run=True)


def failed(request: HttpRequest, what: str) -> None:
    """Count one wrong try of ``what``."""
    limits.within(request, what, key=what)
