"""How far a game is: what there is still to hunt."""

from __future__ import annotations

from typing import Final

from engines.bebop.ground import NOBODY, VICIOUS
from engines.bebop.state import Table

START: Final = 2.0
"""What there is to come at the start."""

NEAR: Final = 6
"""With so few tokens on his shorter pile the hunt for Vicious is in its last part."""


def to_come(table: Table) -> float:
    """Return what there is still to hunt: 2 at the start, 1 once Vicious is there, 0 when he is caught."""
    if table.vicious == NOBODY:
        return 1.0 + len(table.criminals) / (3 * (max(table.players, 2) + 1) + 1)
    return min(1.0, min(table.left[2 * VICIOUS], table.left[2 * VICIOUS + 1]) / NEAR)
