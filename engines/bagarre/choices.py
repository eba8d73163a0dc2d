"""What a seat may choose to do: the actions of a turn, the ways to attack somebody."""

from __future__ import annotations

from functools import cache
from typing import Final

from engines.bagarre.actions import SEATS, Action, attack, charge, shield
from engines.bagarre.state import bits


@cache
def menu(
    alive: int,
    index: int,
    can_charge: bool,
    from_discard: int,
    second: bool,
    some_card: bool,
) -> tuple[Action, ...]:
    """Return the actions of the seat ``index``.

    ``alive`` is the set of seats in the game. ``from_discard``: 0 without the discard pile, 1 with it except for
    shields, 2 with it. ``second``: attacks may have a second target. Without ``some_card`` both piles are
    empty and the seat can only attack, with its charges or with nothing.
    """
    seats = bits(alive)
    found: list[Action] = []
    for target in seats:
        if target != index:
            found += attacks_on(alive, index, target, from_discard > 0, second)
    if some_card:
        found += [shield(target) for target in seats]
    if from_discard == 2:
        found += [shield(target, discard=True) for target in seats]
    if can_charge and some_card:
        found.append(charge())
    if can_charge and from_discard:
        found.append(charge(discard=True))
    return tuple(found)


@cache
def attacks_on(alive: int, index: int, target: int, from_discard: bool, second: bool) -> tuple[Action, ...]:
    """Return the ways in which a seat may attack another."""
    seconds = [-1]
    if second:
        seconds += [other for other in neighbours(alive, target) if other != index]
    piles = (False, True) if from_discard else (False,)
    return tuple([attack(target, other, discard=pile) for pile in piles for other in seconds])


def neighbours(alive: int, target: int) -> tuple[int, ...]:
    """Return the next seats in the game on both sides of one (ruling B47)."""
    others = [seat for seat in (*range(target + 1, SEATS), *range(target)) if alive >> seat & 1]
    return tuple(dict.fromkeys([*others[:1], *others[-1:]]))


PLAIN: Final = tuple(
    tuple(
        {alive: menu(alive, index, can_charge, 0, False, True) for alive in range(1 << SEATS) if alive >> index & 1}
        for index in range(SEATS)
    )
    for can_charge in (False, True)
)
"""``PLAIN[can_charge][index][alive]``: the actions of a seat without any power over them, while there are cards."""
