"""How a game ended."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Ending(StrEnum):
    """Why a game is over: Vicious was captured or fled, the turn limit was reached, or the others have resigned."""

    VICIOUS_CAPTURED = "vicious_captured"
    VICIOUS_FLED = "vicious_fled"
    BROKEN_OFF = "broken_off"
    LAST_PLAYER = "last_player"


class Outcome(Struct, frozen=True):
    """The end of a game.

    ``winners`` are seats, ``places`` gives each its place, 1 the best; equals share one (ruling C48). ``renown`` is
    each seat's total with stars, ``captured`` its number of captured criminals, Vicious included. ``turns`` were
    played.
    """

    ending: Ending
    winners: tuple[int, ...]
    places: tuple[int, ...]
    renown: tuple[int, ...]
    captured: tuple[int, ...]
    turns: int

    @property
    def undecided(self) -> tuple[int, ...]:
        """Nobody: no other game decides this one."""
        return ()
