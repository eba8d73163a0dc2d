"""Slows down guessing: so many wrong tries a minute from one address, and from all together."""

from __future__ import annotations

from typing import Final

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

WINDOW: Final = 60
"""Seconds for which wrong tries are counted together."""
EACH: Final = 10
ALL: Final = 200


def blocked(request: HttpRequest, what: str) -> bool:
    """Tell whether this address, or everybody together, has guessed wrong too often to try ``what`` again now."""
    mine, all_ = _keys(request, what)
    return int(cache.get(mine, 0)) >= EACH or int(cache.get(all_, 0)) >= ALL


def failed(request: HttpRequest, what: str) -> None:
    """Count one wrong try of ``what``."""
    for key in _keys(request, what):
        cache.add(key, 0, WINDOW)
        try:
            cache.incr(key)
        except ValueError:  # it ran out between the two calls
            cache.set(key, 1, WINDOW)


def _keys(request: HttpRequest, what: str) -> tuple[str, str]:
    return f"attempts:{what}:{get_adapter(request).get_client_ip(request)}", f"attempts:{what}"
