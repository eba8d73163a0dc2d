"""What there is to hunt on each planet with what one has: tokens within reach, and what they are worth."""

from __future__ import annotations

from typing import Final

from engines.bebop.confront import price, targets_on
from engines.bebop.ground import CLUES, RESISTANCE, VICIOUS
from engines.bebop.state import Seat, Table

TOKEN: Final = 0.75
"""What a token is worth before its criminal is caught: others may let it escape."""
VICIOUS_TOKEN: Final = 0.6
WOUND: Final = 0.3
"""What a damage card takes away."""


def haul(table: Table, seat: Seat, place: int, force: int, clues: int) -> float:
    """Return what the best use of so much Force and so many clues on a planet would bring."""
    return max([_haul(table, seat, target, force, clues) for target in targets_on(table, place)], default=0.0)


def _haul(table: Table, seat: Seat, target: int, force: int, clues: int) -> float:
    blows = min(force // price(table, target, RESISTANCE), table.left[2 * target])
    finds = min(clues // price(table, target, CLUES), table.left[2 * target + 1])
    caught = blows == table.left[2 * target] or finds == table.left[2 * target + 1]
    wound = WOUND * (2 if target == VICIOUS else 1)
    if not caught:
        return blows * ((VICIOUS_TOKEN if target == VICIOUS else TOKEN) - wound) + finds * (
            VICIOUS_TOKEN if target == VICIOUS else TOKEN
        )
    card = table.book.vicious if target == VICIOUS else table.occupant[target]
    mine = blows + finds + seat.tokens[target] + table.book.star[card] + 1.0
    others = sum([one.tokens[target] for one in table.seats if one is not seat])
    return mine - others / table.players - wound * blows


def value_of_token(table: Table, seat: Seat, target: int, pile: int) -> float:
    """Return what taking one token now would bring."""
    left = table.left[2 * target + pile]
    wound = WOUND * (2 if target == VICIOUS else 1) if pile == RESISTANCE else 0.0
    if left > 1:
        # Of two piles the shorter one is the way to a capture.
        other = table.left[2 * target + 1 - pile]
        return (VICIOUS_TOKEN if target == VICIOUS else TOKEN) - wound + (0.1 if left <= other else 0.0)
    if target == VICIOUS:
        return 100.0 if _wins(table, seat) else -1.0
    card = table.occupant[target]
    others = sum([one.tokens[target] for one in table.seats if one is not seat])
    return 2.0 + seat.tokens[target] + table.book.star[card] - others / table.players - wound


def _wins(table: Table, seat: Seat) -> bool:
    """Tell whether capturing Vicious now would win, or is worth more than waiting; renown can be counted along."""
    star = table.book.star

    def total(one: Seat, more: int) -> int:
        return one.renown + sum([star[card] for card in one.captured]) + one.tokens[VICIOUS] + more

    mine = total(seat, 1 + star[table.book.vicious])
    return all(total(one, 0) <= mine for one in table.seats if one is not seat) or table.last_turns == 1
