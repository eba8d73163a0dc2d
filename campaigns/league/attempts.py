"""Slows down guessing: only so many wrong tries from one address, and from all together (``settings.WRONG_CODES``).

Allauth counts, as it does for passwords. Its public ``consume`` leaves GETs out, but following a link is a guess too.
"""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest


def blocked(request: HttpRequest, what: str) -> bool:
    """Tell whether this address, or everybody together, has guessed wrong too often to try ``what`` again now."""
    return not _within_limits(request, what, dry_run=True)


def failed(request: HttpRequest, what: str) -> None:
    """Count one wrong try of ``what``."""
    _within_limits(request, what, dry_run=False)


def _within_limits(request: HttpRequest, what: str, *, dry_run: bool) -> bool:
    limits = {what: settings.WRONG_CODES}
    counted = ratelimit.consume(
        request, app="campaigns", action=what, config=limits, key=what, dry_run=dry_run, limit_get=True
    )
    return counted is not None
