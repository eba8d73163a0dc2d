"""A drawing of 1200 by 630 as a picture: what messengers show beside a link."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from django.core.cache import cache

from club.paper import press

TEMPLATE: Final = Path(__file__).parent / "share_card.typ"
KEPT: Final = 24 * 3600
"""Seconds for which a picture is kept: drawing takes a moment, and a link shown to a group is asked for many times."""


def png(svg: str) -> bytes:
    """Return an SVG of ours as a picture of 1200 by 630 pixels."""
    key = f"share-card-{hashlib.sha256(svg.encode()).hexdigest()}"
    made: bytes | None = cache.get(key)
    if made is None:
        made = draw(svg)
        cache.set(key, made, KEPT)
    return made


def draw(svg: str) -> bytes:
    """Draw it."""
    return press.drawn(TEMPLATE, svg=svg)
