"""The games an evening may be: what each begins with, which entries it has, what follows them, what it reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from engines.musg.pocket.entries import COMMON, MENACE, RAID, Entry, follow, follow_alert
from engines.musg.pocket.raid.setup import Raid
from engines.musg.pocket.raid.state import RaidState
from engines.musg.pocket.raid.summary import raid_report
from engines.musg.pocket.setup import Setup
from engines.musg.pocket.state import State
from engines.musg.pocket.summary import report
from engines.musg.report import Report


class Game(Struct, frozen=True):
    """One kind of evening: the type of its ``setup``, how its state starts, its ``kinds`` of entries.

    ``follow`` names what is rolled next without a break after an entry; ``report`` what the evening fills in.
    """

    setup: type[Any]
    start: Callable[[Any], Any]
    kinds: tuple[type[Entry], ...]
    follow: Callable[[Any, Entry], Entry | None]
    report: Callable[[Any], Report]


GAMES: Final[Mapping[str, Game]] = {
    "": Game(Setup, lambda setup: State(setup=setup), (*COMMON, *MENACE), follow, report),
    "raid": Game(Raid, RaidState.start, (*COMMON, *RAID), follow_alert, raid_report),
}
"""By what the stored setup calls its game; a menace's says nothing."""


def game_of(setup: object) -> Game:
    """Return the game of a setup. Raises ``StopIteration`` for what is none."""
    return next(game for game in GAMES.values() if type(setup) is game.setup)


def agreed(stored: Mapping[str, Any]) -> Any:
    """Return the setup that was stored, of its game's own type. Raises ``KeyError``, ``msgspec.ValidationError``."""
    return msgspec.convert(stored, GAMES[stored.get("game", "")].setup)
