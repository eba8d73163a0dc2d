"""What a setup is turned into once (``opening.prepared``), however many battles are fought from it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engines.musg.attacks.fighter import Fighter, of_figure
from engines.musg.battle.modules import Module
from engines.musg.battle.setup import Setup
from engines.musg.ground.table import Table, table_of


class Prepared:
    """A setup with its table and combat sheets. Sheets are numbered through the battle, side by side.

    ``memory`` is for what players work out about these figures, whoever fights the battle: the rules never look there.
    """

    __slots__ = ("memory", "modules", "setup", "sheets", "table")

    def __init__(self, setup: Setup, modules: tuple[Module[Any], ...]) -> None:
        self.setup = setup
        self.memory: dict[object, Any] = {}
        self.table: Table = table_of(setup.table)
        self.modules = modules
        number = 0
        sheets: list[tuple[tuple[int, Fighter], ...]] = []
        for side in setup.sides:
            row = []
            for figure in side.figures:
                if figure.id in side.absent:
                    continue
                row.append((figure.id, replace(of_figure(figure, setup.catalogue), number=number)))
                number += 1
            sheets.append(tuple(row))
        self.sheets = tuple(sheets)
