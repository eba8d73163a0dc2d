"""Things on the ground that are neither figures nor terrain: markers of noise, points where somebody arrives."""

from __future__ import annotations

from msgspec import Struct


class Mark(Struct, frozen=True):
    """A marker. ``code`` is what it marks ("noise", "point"), ``number`` tells those of a code apart, from 1.

    ``x`` and ``y`` are paces.
    """

    code: str
    number: int
    x: float
    y: float
