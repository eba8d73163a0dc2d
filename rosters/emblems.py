"""The race's emblem, for paper: the drawings that pages show from ``icons/races.svg``, each by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders

_SYMBOL: Final = re.compile(r'<symbol id="([a-z_]+)" viewBox="([0-9 ]+)">(.*?)</symbol>', re.DOTALL)


def emblem(race: str) -> str:
    """Return the emblem of a race as an SVG of its own, black; nothing for a race without one."""
    return _emblems().get(race, "")


@cache
def _emblems() -> Mapping[str, str]:
    found = finders.find("icons/races.svg")
    source = Path(found).read_text(encoding="utf-8") if isinstance(found, str) else ""
    return {
        race: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn.replace("currentColor", "black")}</svg>'
        for race, box, drawn in _SYMBOL.findall(source)
    }
