"""Lines of sight and cover between two figures (Musg, Lignes de vue et couverts; rulings M89, M91, M101)."""

from __future__ import annotations

from typing import NamedTuple

from engines.musg.table import Base, Table


class Cover(NamedTuple):
    """An obstacle that alone hides more than half of the target: number of the piece, paces from the shooter's base.

    ``distance`` is compared with the weapon's ranges to find the cover roll (ruling M91).
    """

    piece: int
    distance: float


class View(NamedTuple):
    """What one figure sees of another. ``covers`` run from the nearest to the shooter to the farthest."""

    visible: bool
    covers: tuple[Cover, ...]


def look(table: Table, shooter: Base, target: Base) -> View:
    """Return whether the target is seen, and every obstacle that gives it cover (ruling M89).

    Figures never hide anybody (ruling M101): only terrain does. Sight is mutual; cover is not. Remembered.
    """
    raise NotImplementedError


def sees(table: Table, a: Base, b: Base) -> bool:
    """Tell whether two figures see each other; the order does not matter."""
    raise NotImplementedError
