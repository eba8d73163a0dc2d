"""How a game ended."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Ending(StrEnum):
    """Why a game is over: all was played, or at most one player stayed."""

    ROUNDS_PLAYED = "rounds_played"
    LEFT = "left"


class Outcome(Struct, frozen=True):
    """The end of a game.

    ``coins`` are everybody's, penalties taken off, and may be below 0 (ruling A31). ``places`` are by coins, equal
    ones sharing a place, and whoever left the game comes behind all who stayed; ``winners`` share the first
    (BAF!, Score final).
    """

    ending: Ending
    winners: tuple[int, ...]
    places: tuple[int, ...]
    coins: tuple[int, ...]

    @property
    def undecided(self) -> tuple[int, ...]:
        """Nobody: equals share the victory, no other game decides."""
        return ()
