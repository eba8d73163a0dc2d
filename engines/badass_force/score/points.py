"""What scores how much: shared by the pad, on which people note kills, and by the engine that plays them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engines.core.score import shared_places

KILLS: Final = "Badass Force, Le premier personnage que vous tuez"
FIRST_KILL: Final = 2
LATER_KILL: Final = 1
LEADER_BONUS: Final = 1
COOL_BONUS: Final = 1
TIE_BREAKS: Final = ("cards", "ammo")
"""Compared in this order between those who share the most points (ruling F27)."""


def kill_points(
    *,
    first: bool,
    of_leader: bool,
    first_kill: int = FIRST_KILL,
    later_kill: int = LATER_KILL,
    leader_bonus: int = LEADER_BONUS,
) -> tuple[tuple[int, str, str], ...]:
    """Return the amounts of a kill with their sources and rules: a first one in the turn or a later one, and the
    leader's bonus (rulings F17, F18, F19).
    """
    kill = (first_kill, "first_kill", KILLS) if first else (later_kill, "later_kill", KILLS)
    bonus = ((leader_bonus, "leader", "ruling F19"),) if of_leader else ()
    return tuple(one for one in (kill, *bonus) if one[0])


def leader_of(totals: Sequence[int]) -> int | None:
    """Return the seat that is alone in front; equals lead together, which is nobody (ruling F19)."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def counted(totals: Sequence[int], left: Collection[int]) -> tuple[int, ...]:
    """Return what the places go by: the seats that ``left`` come behind all who stayed, with whatever points."""
    return tuple(-1 if seat in left else total for seat, total in enumerate(totals))


def contenders(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that share the most points; none if one is alone in front."""
    best = max(totals)
    found = tuple(seat for seat, total in enumerate(totals) if total == best)
    return found if len(found) > 1 else ()


def foremost(totals: Sequence[int], hands: Sequence[int], ammo: Sequence[int]) -> tuple[int, ...]:
    """Return who is in front after the tie-break: cards in hand among all who share the most points, then ammunition
    among those left (rulings F27, F52). More than one: another game decides between them (ruling F53).
    """
    left = contenders(totals) or (max(range(len(totals)), key=totals.__getitem__),)
    for figures in (hands, ammo):
        most = max(figures[seat] for seat in left)
        left = tuple(seat for seat in left if figures[seat] == most)
    return left


def places(totals: Sequence[int], first: Sequence[int]) -> tuple[int, ...]:
    """Return the places: ``first`` are in front, all others follow by points, equals sharing (ruling F52)."""
    return shared_places([(seat in first, total) for seat, total in enumerate(totals)])
