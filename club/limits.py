"""How often something may be tried. Allauth counts, as it does for passwords.

Its public ``consume`` leaves GETs out, but following a link may be a guess, too.
"""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.http import HttpRequest


def within(request: HttpRequest, what: str, limits: str, *, key: str = "", dry_run: bool = False) -> bool:
    """Count one more try of ``what`` and tell whether ``limits`` allowed it; with ``dry_run`` only tell.

    ``limits`` are written like allauth's: ``10/m/ip,200/m/key``.
    """
    counted = ratelimit.consume(
        request, app="club", action=what, config={what: limits}, key=key, dry_run=dry_run, limit_get=True
    )
    return counted is not None
