"""What a side knows of a battle: whoever is hidden from it is left out of all that it is shown.

Nothing about a hidden commando may be read from an option that is there or missing, a chance or a way (ruling M280).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engines.musg.battle import morale
from engines.musg.battle.field import near
from engines.musg.battle.game import Battle
from engines.musg.battle.knowledge import hidden_from as hidden_from
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.table import Base, within
from engines.musg.ranks import Rank


@contextmanager
def untouched(battle: Battle) -> Iterator[None]:
    """Leave a battle as it was: what checking actions works out for playing them is kept apart."""
    plans = battle.plans
    battle.plans = {}
    try:
        yield
    finally:
        battle.plans = plans


class Known:
    """A battle as one side knows it. ``pieces``: all figures but those hidden from it."""

    def __init__(self, battle: Battle, side: int) -> None:
        self.battle = battle
        self.side = side
        self.hidden = hidden_from(battle, side)
        self.pieces = [piece for piece in battle.pieces if piece.uid not in self.hidden]

    def knows(self, piece: Piece) -> bool:
        """Tell whether the side knows where a figure is."""
        return piece.uid not in self.hidden

    def enemies(self, piece: Piece) -> list[Piece]:
        """Return the enemies on foot of a figure, as far as they are known to this side and to the figure's."""
        return [p for p in self.battle.enemies(piece) if p.uid not in self.hidden]

    def friends(self, piece: Piece) -> list[Piece]:
        """Return the other figures of its side on foot, as far as they are known."""
        return [p for p in self.battle.friends(piece) if p.uid not in self.hidden]

    def around(self, piece: Piece) -> tuple[list[Base], list[Base]]:
        """Return the bases of enemies and of all others that a move has to mind (``Field.around``)."""
        foes, friends = self.battle.around(piece)
        if not self.hidden:
            return foes, friends
        secret = {self.battle.pieces[uid].base for uid in self.hidden if self.battle.pieces[uid].place is Place.PLAY}
        return [one for one in foes if one not in secret], [one for one in friends if one not in secret]

    def leadership(self, piece: Piece, at: Base) -> int:
        """Return the leadership of a figure that stands at a place (``morale.leadership``)."""
        if piece.base == at and not any(self.battle.pieces[uid].side == piece.side for uid in self.hidden):
            return morale.leadership(self.battle, piece)
        value = piece.sheet.leadership
        if value is None:
            return 0
        sheet = piece.sheet
        value += piece.rallies
        if sheet.neighbour_leadership and value < morale.BEST and sheet.rank is not Rank.MERCENARY:
            own = [p for p in self.friends(piece) if p.sheet.rank is not Rank.MERCENARY]
            value += sheet.neighbour_leadership * sum(within(at, p.base, sheet.neighbour_range) for p in own)
        if sheet.rank is Rank.EXTRA:
            value += len(self._compact(piece, at)) - 1
        return min(value, morale.BEST)

    def allies(self, piece: Piece, at: Base) -> list[Piece]:
        """Return friends not fleeing within 3 paces of a place (rulings M2, M146)."""
        return [p for p in self.friends(piece) if not p.routed and near(at, p.base, morale.ALLY_PACES)]

    def _compact(self, piece: Piece, at: Base) -> list[Piece]:
        extras = [p for p in self.friends(piece) if p.sheet.rank is Rank.EXTRA]
        group, bases = [piece], [at]
        for base in bases:
            near = [p for p in extras if within(base, p.base, morale.COMPACT_PACES)]
            group += near
            bases += [p.base for p in near]
            extras = [p for p in extras if p not in near]
        return group


def ghost(piece: Piece, at: Base) -> Piece:
    """Return a figure as it would be elsewhere, in contact with nobody; the battle does not know it."""
    found = Piece(piece.uid, piece.side, piece.number, piece.sheet)
    found.like, found.traits, found.level, found.bystander = piece.like, piece.traits, piece.level, piece.bystander
    found.base, found.place, found.hidden = at, piece.place, piece.hidden
    found.hp, found.ap, found.hurt, found.shaken = piece.hp, piece.ap, piece.hurt, piece.shaken
    found.routed, found.rallies, found.provoked = piece.routed, piece.rallies, piece.provoked
    found.used_catch, found.used_vital = piece.used_catch, piece.used_vital
    return found
