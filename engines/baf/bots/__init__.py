"""Computer players by name: one at random, one by rule of thumb, and a strong one that plays imagined rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.baf.bots.search import Search
from engines.baf.bots.thumb import Thumb
from engines.baf.game import Game
from engines.core.playout import Racer, RandomBot

PLAYOUTS: Final = 64
"""How many rounds the strong player plays in its head for one decision: about a hundredth of a second."""

BOTS: Final[Mapping[str, Racer[Game]]] = {bot.name: bot for bot in (RandomBot(), Thumb(), Search(PLAYOUTS))}
"""Every player by name, from the weakest to the strongest; the names are stable codes."""
