"""Words that several verbs share."""

from __future__ import annotations

from enum import StrEnum


class What(StrEnum):
    """What can be gained, lost and taken."""

    AMMO = "ammo"
    POINTS = "points"


class From(StrEnum):
    """Where a seat's character is."""

    ACTIVE = "active"
    HAND = "hand"


class Until(StrEnum):
    """How long something lasts: to the end of the turn, to the next turn of whom it binds, to its first use, or as long
    as its maker keeps the weapon it came from.
    """

    TURN_END = "turn_end"
    MY_NEXT_TURN = "my_next_turn"
    USED = "used"
    LEAVES = "leaves"
