"""Seasons whose games are played on the site as well: whoever records matches may also begin a game.

The room that plays says by itself which games it has and where one is begun.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from campaigns.league.models import Campaign

type Beginner = Callable[[Campaign], str]
"""Returns the address of the form that begins a game which counts in a season; empty where its game is not played."""
_BEGINNERS: Final[list[Beginner]] = []


def register(beginner: Beginner) -> None:
    """Let ``beginner`` say where games of a season are begun. Registering twice changes nothing."""
    if beginner not in _BEGINNERS:
        _BEGINNERS.append(beginner)


def begun_at(season: Campaign) -> str:
    """Return the address of the form that begins a game of the season on the site; empty if there is none."""
    return next((address for address in (beginner(season) for beginner in _BEGINNERS) if address), "")
