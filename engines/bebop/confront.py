"""Taking capture tokens (Space Serenade, Affaiblir un criminel; Confronter Vicious)."""

from __future__ import annotations

from typing import Final

from engines.bebop.capture import capture, capture_vicious
from engines.bebop.damage import suffer
from engines.bebop.events import TokenTaken
from engines.bebop.ground import NOBODY, PILES, RESISTANCE, TARGETS, VICIOUS
from engines.bebop.score.hunting import WEAKEN
from engines.bebop.state import Table

VICIOUS_DAMAGE: Final = 2
"""Damage cards for a resistance token of Vicious."""


def targets_on(table: Table, place: int) -> tuple[int, ...]:
    """Return whose tokens can be taken on a planet: its criminal's, and Vicious's if he is there (ruling C38)."""
    if place == table.vicious:
        return (place, VICIOUS) if table.occupant[place] != NOBODY else (VICIOUS,)
    return (place,) if place < VICIOUS and table.occupant[place] != NOBODY else ()


def price(table: Table, target: int, pile: int) -> int:
    """Return what one token costs, in Force or in clues."""
    if target == VICIOUS:
        return table.book.vicious_prices[pile]
    return table.book.prices[table.occupant[target]][pile]


def take(table: Table, target: int, pile: int, paid: int, *, harmless: bool = False) -> None:
    """Let whose turn it is take a token for what is paid of the reserve.

    Resistance costs damage cards, unless it is ``harmless`` (ruling C21). An empty pile captures, after the damage
    (ruling C57); Vicious's ends the game at once.
    """
    seat = table.seats[table.turn]
    if pile == RESISTANCE:
        table.force -= paid
    else:
        table.clues -= paid
    at = 2 * target + pile
    table.left[at] -= 1
    seat.tokens[target] += 1
    if table.events is not None:
        force, clues = (paid, 0) if pile == RESISTANCE else (0, paid)
        of, left = TARGETS[target], table.left[at]
        table.emit(
            TokenTaken(seat=table.turn, target=of, pile=PILES[pile], left=left, force=force, clues=clues, rule=WEAKEN)
        )
    if target == VICIOUS:
        if not table.left[at]:
            capture_vicious(table)
            return
        table.hit = table.hit or pile == RESISTANCE
    elif not table.left[at]:
        table.agenda.append((capture, target))
    if pile == RESISTANCE and not harmless:
        table.agenda.append((suffer, (table.turn, VICIOUS_DAMAGE if target == VICIOUS else 1)))
