"""Who has whom in view, on foot or aboard: the sight of people in vehicles is that of the vehicle (M334, M357)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece
from engines.musg.ground import sight
from engines.musg.ground.table import Base, Table


def looks(field: Field, piece: Piece) -> tuple[Base, ...]:
    """Return the places at which a figure is to be seen: its base, or those of what it sits in."""
    if piece.afoot:
        return (piece.base,)
    return next((found for module in field.modules if (found := module.looks(field, piece))), (piece.base,))


def table_between(field: Field, *pieces: Piece) -> Table:
    """Return the table as some figures see each other: what they sit in hides none of them."""
    if all(piece.afoot for piece in pieces):
        return field.table
    found = (module.table_between(field, pieces) for module in field.modules)
    return next((table for table in found if table is not None), field.table)


def sees(field: Field, watcher: Piece, other: Piece) -> bool:
    """Tell whether a figure has another in view where both are."""
    table = table_between(field, watcher, other)
    return any(sight.sees(table, watcher.base, spot) for spot in looks(field, other))


def sees_at(field: Field, watcher: Piece, base: Base) -> bool:
    """Tell whether a figure has in view who stands at a place."""
    return sight.sees(table_between(field, watcher), watcher.base, base)


def sees_from(field: Field, places: Iterable[Base], other: Piece) -> bool:
    """Tell whether a figure is in view from one of some places."""
    table, spots = table_between(field, other), looks(field, other)
    return any(sight.sees(table, place, spot) for place in places for spot in spots)
