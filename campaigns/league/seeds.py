"""Secret seeds of the site's dice and cards."""

from __future__ import annotations

import secrets


def new_seed() -> str:
    """Return a fresh secret seed for an engine's dice, in hexadecimal."""
    return secrets.token_hex(32)
