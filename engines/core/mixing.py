"""Putting things in a new order: what random games spend most of their chance on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def mix(pile: list[Any], chance: Callable[[], float]) -> None:
    """Put a list in a new order, every order equally likely; ``chance`` gives numbers from 0 up to, but not, 1.

    From the last place to the second, each is exchanged with a place drawn from those up to it.
    """
    left = len(pile)
    for last in range(left - 1, 0, -1):
        drawn = int(chance() * left)
        pile[last], pile[drawn] = pile[drawn], pile[last]
        left = last
