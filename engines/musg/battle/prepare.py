"""What a setup is turned into once, however many battles are fought from it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from engines.core.problems import Illegal
from engines.musg.attacks.fighter import Fighter, of_figure
from engines.musg.battle import modules, setup as setups
from engines.musg.battle.modules import Module
from engines.musg.battle.objectives.pursuit import Pursuit
from engines.musg.battle.setup import Setup
from engines.musg.ground.table import Table, table_of


class Prepared:
    """A setup with its table and combat sheets. Sheets are numbered through the battle, side by side.

    ``memory`` is for what players work out about these figures, whoever fights the battle: the rules never look there.
    """

    __slots__ = ("memory", "modules", "setup", "sheets", "table")

    def __init__(self, setup: Setup) -> None:
        found = setups.problems(setup)
        if found:
            raise Illegal(found)
        self.setup = setup
        self.memory: dict[object, Any] = {}
        self.table: Table = table_of(setup.table)
        self.modules: tuple[Module, ...] = modules.in_force(setup.modules)
        if setup.objectives:
            self.modules = (*self.modules, Pursuit(setup.objectives))
        number = 0
        sheets: list[tuple[tuple[int, Fighter], ...]] = []
        for side in setup.sides:
            row = []
            for figure in side.figures:
                if figure.id in side.absent:
                    continue
                row.append((figure.id, replace(of_figure(figure), number=number)))
                number += 1
            sheets.append(tuple(row))
        self.sheets = tuple(sheets)


@lru_cache(maxsize=16)
def prepared(setup: Setup) -> Prepared:
    """Return a setup made ready. Raises ``Illegal`` with all that is wrong with it."""
    return Prepared(setup)
