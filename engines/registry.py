"""Which games there are, and the commands of each.

A new game adds one line to ``GAMES``. A command that belongs to no game stands in ``COMMANDS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core.command import Command
from engines.core.verify import VERIFY
from engines.musg import commands as musg

GAMES: Final[Mapping[str, Mapping[str, Command]]] = {
    "musg": musg.COMMANDS,
}

COMMANDS: Final[Mapping[str, Command]] = {
    "verify": VERIFY,
}
