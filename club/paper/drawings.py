"""The site's drawings for paper: what pages show from a sprite, each as an SVG of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders

_SYMBOL: Final = re.compile(r'<symbol id="([A-Za-z_-]+)" viewBox="([0-9 ]+)">(.*?)</symbol>', re.DOTALL)
INK: Final = "currentColor"
"""What a drawing is inked with: a template puts a colour in its place."""


def drawing(sprite: str, name: str) -> str:
    """Return a drawing from a sprite (its path among the static files); nothing where there is none."""
    return _drawings(sprite).get(name, "")


@cache
def _drawings(sprite: str) -> Mapping[str, str]:
    found = finders.find(sprite)
    source = Path(found).read_text(encoding="utf-8") if isinstance(found, str) else ""
    return {
        name: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn}</svg>'
        for name, box, drawn in _SYMBOL.findall(source)
    }
