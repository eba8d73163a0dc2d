"""Who decides for a side when nobody sits at the table: players at random, and captains of two temperaments."""

from __future__ import annotations

from typing import Final

from engines.musg.tactics.captain import Captain
from engines.musg.tactics.players import Player, RandomPlayer
from engines.musg.tactics.temper import TEMPERAMENTS

__all__ = ["NAMES", "TEMPERAMENTS", "Captain", "Player", "RandomPlayer", "player"]

RANDOM: Final = "random"
NAMES: Final = (*TEMPERAMENTS, RANDOM)
"""The players that can be named, the first being the default."""


def player(name: str, seed: int = 0) -> Player:
    """Return a player by name: "cautious", "bold" or "random" (which draws from ``seed``). Raises ``ValueError``."""
    if name == RANDOM:
        return RandomPlayer(seed)
    try:
        return Captain(TEMPERAMENTS[name])
    except KeyError:
        raise ValueError(f"no player called {name!r}; there are {', '.join(NAMES)}") from None
