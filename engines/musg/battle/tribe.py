"""Tribesmen activated as one: four at most in a chain, who all move before any of them strikes or shoots.

Musg, Exception de composition de bande pour le pulp; rulings M170, M312. The chain is formed when it is activated, and
counts as one activation; each keeps his own action points, target and dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece
from engines.musg.ground.table import within
from engines.musg.pulp import NEVER_CHARGES
from engines.musg.ranks import Rank

MOST: Final = 4
CHAIN_PACES: Final = 1


def tribesman(field: Field, piece: Piece) -> bool:
    """Tell whether a figure may act in a group now: a tribe's henchman on foot who has not acted and does not flee."""
    if not field.led(piece.side) or piece.sheet.rank is not Rank.HENCHMAN or NEVER_CHARGES in piece.traits:
        return False
    part = field.setup.sides[piece.side].part
    return part is not UNSET and part.tribe and piece.afoot and not piece.acted and not piece.routed


def chained(group: Sequence[Piece]) -> list[Piece]:
    """Return those of a group who stand in one chain with the first of it, each within 1 pace of another."""
    found, left = [group[0]], list(group[1:])
    for member in found:
        near = [p for p in left if within(member.base, p.base, CHAIN_PACES)]
        found += near
        left = [p for p in left if p not in near]
    return found


def neighbours(field: Field, piece: Piece) -> list[Piece]:
    """Return whom to activate with a tribesman: the nearest of his chain, as many as there may be."""
    if not tribesman(field, piece):
        return []
    return chained([piece, *[p for p in field.friends(piece) if tribesman(field, p)]])[1:MOST]


def may_act_as_one(field: Field, group: Sequence[Piece]) -> bool:
    """Tell whether these may be activated together."""
    return (
        len(group) <= MOST
        and all(tribesman(field, p) and p.side == group[0].side for p in group)
        and len(chained(group)) == len(group)
    )
