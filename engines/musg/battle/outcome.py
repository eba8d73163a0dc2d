"""How a battle ended."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Ending(StrEnum):
    """Why a battle is over: one side at most has figures in play, or the agreed last turn is done (ruling M53).

    ``OBJECTIVE``: nothing is left to achieve of an objective that decides it.
    """

    LAST_SIDE = "last_side"
    NOBODY = "nobody"
    TURN_LIMIT = "turn_limit"
    OBJECTIVE = "objective"


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How a battle ended: victory points by side, and the number of the winning side (``None``: a draw).

    ``captured``: the numbers of the fallen whom a neutral side keeps until somebody frees them (rulings M201, M330).
    """

    ending: Ending
    turns: int
    points: tuple[int, ...]
    winner: int | None
    captured: tuple[int, ...] = ()
