"""What a vehicle on the table looks like to everybody (ruling M291: nothing about it is secret), and who sees all."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

EVERYTHING: Final = -1
"""Instead of a side's number: whoever may know all there is, such as a referee once the battle is over."""


class VehicleView(Struct, frozen=True):
    """A vehicle: ``vehicle`` is its number in the battle, ``number`` that in its warband, ``type`` the catalogue's.

    ``side`` is whose it is now. ``at``: middle of its base and facing, in paces and in degrees to the left of down the
    map. ``state``: "running", "wreck" or "left" (the table). ``crew`` are the numbers of those aboard; ``pilot`` is
    who holds the wheel.
    """

    vehicle: int
    side: int
    number: int
    name: str
    type: str
    at: tuple[float, float, int]
    width: float
    length: float
    structure: int
    state: str
    pilot: int | None
    crew: tuple[int, ...]
