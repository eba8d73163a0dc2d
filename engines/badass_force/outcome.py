"""How a game ended."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Ending(StrEnum):
    """Why a game is over: the limit was reached, the agreed number of turns is played, or all but one have left."""

    LIMIT = "limit"
    TURN_LIMIT = "turn_limit"
    LEFT = "left"


class Outcome(Struct, frozen=True, kw_only=True):
    """The end of a game.

    ``winners`` is the seat that won. ``undecided`` are seats level even in the tie-break: another game decides between
    them (ruling F53), so nobody has won, and all of them have place 1. ``places`` gives each seat its place, equals
    sharing theirs (ruling F52); ``points`` are what was reached, ``tie_breaks`` what told equals apart.
    """

    ending: Ending
    winners: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    turns: int
    tie_breaks: tuple[str, ...] = ()
    undecided: tuple[int, ...] = ()

    @property
    def drawn(self) -> bool:
        """Whether nobody has won."""
        return not self.winners
