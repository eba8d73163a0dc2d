"""What is agreed before a match of Badass Force that is kept on the pad."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from engines.core.problems import Problem
from engines.core.score import Field, Number, Pick, Setup

LIMITS: Final = (12, 16, 20, 30, 50)
"""The printed lengths of a game (ruling F33); a table may agree on its own."""
LIMIT_LEAST: Final = 2
LIMIT_MOST: Final = 500
HOUSE_MOST: Final = 10
"""The most points a house rule may give for one thing."""


class Symbol(StrEnum):
    """What a face of an armoury die shows; ``BLANK`` is for dice that have empty faces (ruling F3)."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"
    BLANK = "blank"


class BadassSetup(Setup, frozen=True, tag="badass_force"):
    """How long the game is, and what scores how much; the defaults are printed.

    ``limit`` is the space of the Badassometer that ends the game. ``first_kill`` is what a scorer's first kill in
    anybody's turn brings, ``later_kill`` each further one, ``leader_bonus`` what a kill of the sole leader adds
    (Badass Force, "chaque fois qu'un joueur est directement responsable"), ``cool_bonus`` what a Cool player gains at
    the start of a turn while anybody is in Vengeance mode. ``faces`` are the symbols the armoury dice can show.
    """

    limit: int = 16
    first_kill: int = 2
    later_kill: int = 1
    leader_bonus: int = 1
    cool_bonus: int = 1
    faces: tuple[Symbol, ...] = (Symbol.GREEN, Symbol.YELLOW, Symbol.RED)

    def problems(self) -> Iterable[Problem]:
        """Yield what is wrong with the length, the house points or the dice."""
        if not LIMIT_LEAST <= self.limit <= LIMIT_MOST:
            yield Problem("limit", None, {"value": self.limit, "least": LIMIT_LEAST, "most": LIMIT_MOST})
        for name in ("first_kill", "later_kill", "leader_bonus", "cool_bonus"):
            value = getattr(self, name)
            if not 0 <= value <= HOUSE_MOST:
                yield Problem("house_points", None, {"item": name, "value": value, "least": 0, "most": HOUSE_MOST})
        if not self.faces:
            yield Problem("no_faces", None, {}, "ruling F3")


SETUP_FIELDS: Final[tuple[Field, ...]] = (
    Number("limit", LIMIT_LEAST, LIMIT_MOST, default=16, usual=LIMITS),
    Number("first_kill", 0, HOUSE_MOST, default=2),
    Number("later_kill", 0, HOUSE_MOST, default=1),
    Number("leader_bonus", 0, HOUSE_MOST, default=1),
    Number("cool_bonus", 0, HOUSE_MOST, default=1),
    Pick("faces", tuple(Symbol), many=True),
)
