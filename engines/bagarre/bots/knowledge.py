"""What a seat knows of a table: the only way for a bot to look at cards that may be hidden.

Everything else it reads lies open: hit points, wounds, potions, how many charges, who plays what.
"""

from __future__ import annotations

from typing import Final

from engines.bagarre.bots.odds import Odds, any_card, best_of, certain
from engines.bagarre.state import BIT, Seat, Table

HIDDEN_SHIELD: Final = 5
"""What an unseen shield is taken to count: the lowest of three cards."""

HIDDEN_CHARGE: Final = 7
"""What an unseen charge is taken to count: an average card."""


def guard_of(seat: Seat, me: int) -> int:
    """Return what the shield of a seat counts, bonuses included, as far as the seat ``me`` knows."""
    guard = seat.guard if seat.shield_seen & BIT[me] else HIDDEN_SHIELD
    for hook in seat.powers.shield_bonus:
        guard += hook(seat)
    return guard


def charges_of(table: Table, seat: Seat, me: int) -> int:
    """Return what the charges of a seat are worth together, as far as the seat ``me`` knows."""
    worth = 0
    for card, seen in zip(seat.charges, seat.charge_seen, strict=True):
        worth += table.values[card] if seen & BIT[me] else HIDDEN_CHARGE
    return worth


def bonus_on(attacker: Seat, target: Seat) -> int:
    """Return what is added to an attack."""
    bonus = 0
    for hook in attacker.powers.attack_bonus:
        bonus += hook(target)
    return bonus


def next_card(table: Table, me: int, *, discard: bool = False) -> Odds:
    """Return the odds of the card that the seat's next action of its turn is played with."""
    if discard:
        return certain(table.values[table.discard[-1]])
    if table.draw and table.top_seen & BIT[me]:
        return certain(table.values[table.draw[-1]])
    joker = table.options.joker_value
    seat = table.seats[me]
    count = 1
    for hook in seat.powers.cards_drawn:
        count = max(count, hook(seat))
    return best_of(count, joker) if count > 1 else any_card(joker)


def foes_of(table: Table, me: int) -> list[Seat]:
    """Return the other side's seats that are in the game."""
    team = table.seats[me].team
    return [seat for seat in table.seats if seat.alive and seat.team != team]
