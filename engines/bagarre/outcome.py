"""How a game ended."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Ending(StrEnum):
    """Why a game is over: one player or team is left, nobody is, or the agreed number of turns is played."""

    LAST_PLAYER = "last_player"
    LAST_TEAM = "last_team"
    NOBODY = "nobody"
    TURN_LIMIT = "turn_limit"


class Outcome(Struct, frozen=True):
    """The end of a game.

    ``winners`` are seats, the fallen of the winning team included (ruling B56); in a draw those who share the victory
    (ruling B61), in the first version of the rules nobody. ``places`` gives
    each seat its place, 1 the best: seats that fell later rank higher, those that fell in one action are equal, and a
    team ranks where its last member does. ``turns`` were played, and the dragon awoke ``dragons`` times.
    """

    ending: Ending
    winners: tuple[int, ...]
    places: tuple[int, ...]
    turns: int
    dragons: int

    @property
    def undecided(self) -> tuple[int, ...]:
        """Nobody: no other game decides La Bagarre."""
        return ()

    @property
    def drawn(self) -> bool:
        """Whether no single player or team won."""
        return self.ending in (Ending.NOBODY, Ending.TURN_LIMIT)
