"""Computer players by name: one at random, one by rule of thumb, and a strong one that plays imagined games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.bebop.bots.search import Search
from engines.bebop.bots.thumb import Thumb
from engines.bebop.game import Game
from engines.core.playout import Bot, RandomBot

PLAYOUTS: Final = 240
"""How many games the strong player plays on in its head for one decision: some tenths of a second."""

BOTS: Final[Mapping[str, Bot[Game]]] = {bot.name: bot for bot in (RandomBot(), Thumb(), Search(PLAYOUTS))}
"""Every player by name, from the weakest to the strongest; the names are stable codes."""
