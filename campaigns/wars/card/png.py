"""The card as a PNG, drawn by Typst, which sees nothing but the drawing and the site's typefaces."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from django.core.cache import cache

from campaigns.wars.card.picture import Card
from club.paper import press

FOLDER: Final = Path(__file__).parent
KEPT: Final = 24 * 3600
"""Seconds for which a picture is kept: drawing takes a moment, and a link shown to a group is asked for many times."""


def png(card: Card) -> bytes:
    """Return the card as a picture of 1200 by 630 pixels."""
    svg = card.svg
    key = f"battle-card-{hashlib.sha256(svg.encode()).hexdigest()}"
    made: bytes | None = cache.get(key)
    if made is None:
        made = draw(svg)
        cache.set(key, made, KEPT)
    return made


def draw(svg: str) -> bytes:
    """Draw an SVG of ours."""
    return press.drawn(FOLDER / "card.typ", svg=svg)
