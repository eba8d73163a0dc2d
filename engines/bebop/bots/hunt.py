"""What there is to hunt on each planet with what one has: tokens within reach, and what they are worth."""

from __future__ import annotations

from typing import Final

from engines.bebop.bots.leanings import PLAIN, Leanings
from engines.bebop.confront import price, targets_on
from engines.bebop.ground import CLUES, RESISTANCE, VICIOUS
from engines.bebop.state import Seat, Table

WON: Final = 100.0
LOST: Final = -100.0
"""Catching Vicious ends the game: it is everything or the end of everything."""


def haul(table: Table, seat: Seat, place: int, force: int, clues: int, to: Leanings = PLAIN) -> float:
    """Return what the best use of so much Force and so many clues on a planet would bring."""
    return max([_haul(table, seat, target, force, clues, to) for target in targets_on(table, place)], default=0.0)


def _haul(table: Table, seat: Seat, target: int, force: int, clues: int, to: Leanings) -> float:
    left = table.left
    blows = min(force // price(table, target, RESISTANCE), left[2 * target])
    finds = min(clues // price(table, target, CLUES), left[2 * target + 1])
    caught = blows == left[2 * target] or finds == left[2 * target + 1]
    if target == VICIOUS:
        if caught:
            if catching_wins(table, seat, blows + finds):
                return WON
            blows, finds = min(blows, left[2 * target] - 1), min(finds, left[2 * target + 1] - 1)
        return blows * (to.vicious_token - 2 * to.wound) + finds * to.vicious_token
    if not caught:
        return blows * (to.token - to.wound) + finds * to.token
    mine = blows + finds + seat.tokens[target] + to.star * (table.book.star[table.occupant[target]] + 1.0)
    return mine - _others(table, seat, target) - to.wound * blows


def value_of_token(table: Table, seat: Seat, target: int, pile: int, to: Leanings = PLAIN) -> float:
    """Return what taking one token now would bring."""
    left = table.left[2 * target + pile]
    wound = to.wound * (2 if target == VICIOUS else 1) if pile == RESISTANCE else 0.0
    if left > 1:
        # Of two piles the shorter one is the way to a capture.
        other = table.left[2 * target + 1 - pile]
        return (to.vicious_token if target == VICIOUS else to.token) - wound + (0.1 if left <= other else 0.0)
    if target == VICIOUS:
        return WON if catching_wins(table, seat, 1) else LOST
    star = to.star * (table.book.star[table.occupant[target]] + 1.0)
    return 1.0 + star + seat.tokens[target] - _others(table, seat, target) - wound


def _others(table: Table, seat: Seat, target: int) -> float:
    """What a capture brings the others, who share it."""
    return sum([one.tokens[target] for one in table.seats if one is not seat]) / table.players


def catching_wins(table: Table, seat: Seat, more: int) -> bool:
    """Tell whether a seat would win by catching Vicious now with so many tokens more.

    Renown and captures can be counted along by everybody; with equal renown whoever captured most wins.
    """
    star = table.book.star

    def total(one: Seat, more: int, caught: int) -> tuple[int, int]:
        renown = one.renown + sum([star[card] for card in one.captured])
        tokens = (one.tokens[VICIOUS] + more) * table.options.token_renown
        return renown + tokens + caught * star[table.book.vicious], len(one.captured) + caught

    mine = total(seat, more, 1)
    return all(total(one, 0, 0) <= mine for one in table.seats if one is not seat and not one.left)
