"""Which version of the site this is: ``pyproject.toml`` says so, and nothing else."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


@cache
def version() -> str:
    """Return the site's own version; it needs no settings, and the file lies in checkouts and images alike."""
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
