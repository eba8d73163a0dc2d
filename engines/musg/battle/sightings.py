"""Whom a figure may aim at: the enemies in view, their cover, and the groups they stand in (Musg, Tirer)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from engines.musg.battle.state import Piece, Place
from engines.musg.ground import sight
from engines.musg.ground.sight import View
from engines.musg.ground.table import RADIUS, Table, distance, within

CHAIN_PACES: Final = 1
_ASIDE: Final = CHAIN_PACES + 3 * RADIUS
"""Figures farther apart along one edge of the table are in no chain: a quick look before the distance is taken."""


@final
class Sighting:
    """An enemy in view: how far, what covers it, and the number of its group (ruling M86)."""

    __slots__ = ("gap", "group", "piece", "view")

    def __init__(self, gap: float, piece: Piece, view: View, group: int) -> None:
        self.gap = gap
        self.piece = piece
        self.view = view
        self.group = group


def sightings(table: Table, pieces: Sequence[Piece], piece: Piece, *, blind: bool) -> list[Sighting]:
    """Return the enemies the piece may aim at: seen, and in close combat with no friend of it (Musg, Tirer).

    ``blind``: it does not see the hidden, as no warband's figure does (ruling M280).
    """
    base, side, here = piece.base, piece.side, piece.at()
    sniper = "shoots_into_melee" in piece.traits
    found: list[tuple[float, Piece, View]] = []
    for other in pieces:
        if other.side == side or other.place is not Place.PLAY or (blind and other.hidden):
            continue
        if other.foes and not sniper and any(foe.side == side for foe in other.foes):
            continue
        view = sight.look_from(table, here, base, other.at(), other.base)
        if view.visible:
            found.append((distance(base, other.base), other, view))
    found.sort(key=lambda row: (row[0], row[1].uid))
    groups = _groups([row[1] for row in found])
    return [Sighting(gap, other, view, groups[n]) for n, (gap, other, view) in enumerate(found)]


def _groups(pieces: list[Piece]) -> list[int]:
    """Number the chains of figures within 1 pace of each other; each is named by its nearest member."""
    count = len(pieces)
    group = list(range(count))
    bases = [piece.base for piece in pieces]
    for a in range(count):
        base = bases[a]
        x = base[0]
        for b in range(a + 1, count):
            other = bases[b]
            if -_ASIDE < x - other[0] < _ASIDE and group[a] != group[b] and within(base, other, CHAIN_PACES):
                low, high = min(group[a], group[b]), max(group[a], group[b])
                group = [low if g == high else g for g in group]
    return group
