"""A game as a seat may imagine it: what it cannot know is drawn anew, what it knows stays as it is."""

from __future__ import annotations

from engines.baf.actions import ATTEMPTS
from engines.baf.secret import choices
from engines.baf.state import Card, Table


def imagine(table: Table, viewer: int) -> None:
    """Draw anew everything the viewer cannot know, with the dice of the table.

    Unknown are the cards that still lie face down, and what others have laid or chosen and not shown yet. Every
    arrangement is equally likely; nothing is concluded from how the others have played.
    """
    table.piles = tuple([_pile(table, pile, table.shown(level)) for level, pile in enumerate(table.piles, 1)])
    for seat in table.seats:
        if seat.index != viewer and seat.laid is not None:
            legal = choices(table, seat)
            action = legal[table.dice.one_of(len(legal), "imagined hands")]
            seat.laid = (action.left, action.right)
        if seat.index != viewer and seat.attempted and table.outcome is None:
            seat.boss = ATTEMPTS[table.dice.one_of(len(ATTEMPTS), "imagined attempt")].boss


def _pile(table: Table, pile: tuple[Card, ...], shown: int) -> tuple[Card, ...]:
    """Shuffle what lies face down of a level."""
    hidden = sorted(pile[shown:])
    table.dice.shuffle(hidden, "imagined monsters")
    return pile[:shown] + tuple(hidden)
