"""What makes one captain differ from another, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct


class Temperament(Struct, frozen=True, kw_only=True):
    """How a captain weighs things.

    ``fear`` is the weight of what the enemy may do in return to an ordinary figure, ``leader_fear`` to the leader.
    ``cover`` is what standing behind something is worth to a figure that may be shot at, in victory points. ``reach``:
    whether shooters close to short range (0) or keep to medium range and out of charging distance (1). ``onward`` is
    what a pace towards the enemy is worth.
    """

    fear: float
    leader_fear: float
    cover: float
    reach: int
    onward: float


CAUTIOUS: Final = Temperament(fear=0.9, leader_fear=1.8, cover=0.9, reach=1, onward=0.06)
BOLD: Final = Temperament(fear=0.35, leader_fear=0.9, cover=0.3, reach=0, onward=0.12)

TEMPERAMENTS: Final[Mapping[str, Temperament]] = MappingProxyType({"cautious": CAUTIOUS, "bold": BOLD})
"""The temperaments by name."""
