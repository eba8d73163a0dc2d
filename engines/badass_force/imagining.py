"""A game as a seat may imagine it: what it cannot know is drawn anew, what it knows stays as it is.

Hidden are the dressing rooms and active characters of the others, the order of the weapon pile, and answers to an
announcement that are not shown yet. Which seven characters everybody has, and which lie in graveyards, is known.
"""

from __future__ import annotations

from typing import Final

from engines.badass_force.state import ALL_CHARACTERS, BIT, MEMBERS, NONE, Seat, Table
from engines.badass_force.view import Phase

CALLS: Final = 4
"""One in so many hidden answers is imagined as a call."""


def imagine(table: Table, viewer: int) -> None:
    """Draw anew everything the viewer cannot know, with the dice of the table.

    Every arrangement of the unknown characters is equally likely; nothing is concluded from how others have played.
    """
    for seat in table.seats:
        if seat.index != viewer:
            draw_anew(table, seat, viewer)
    pile = table.pile
    if len(pile) > 1:
        pile.sort()
        table.dice.shuffle(pile, "imagined weapons")
    if table.phase is Phase.CALL:
        _answers(table, viewer)
    if table.phase is Phase.LAY and table.actor is not None and table.actor != viewer:
        table.legal = table.lays[table.seats[table.actor].hand]


def possible(seat: Seat, viewer: int) -> list[tuple[int, int]]:
    """Return every dressing room and active character that a viewer may think a seat has, as pairs."""
    bit = BIT[viewer]
    rest = ALL_CHARACTERS & ~seat.grave
    loges = BIT[seat.loge] if seat.loge_seen & bit else rest & ~seat.outside[viewer]
    if seat.active == NONE:
        return [(loge, NONE) for loge in MEMBERS[loges]]
    actives = BIT[seat.active] if seat.active_seen & bit else rest & ~seat.ruled_out
    return [(loge, active) for loge in MEMBERS[loges] for active in MEMBERS[actives & ~BIT[loge]]]


def draw_anew(table: Table, seat: Seat, viewer: int) -> None:
    """Draw what a seat has hidden from a viewer."""
    pairs = possible(seat, viewer)
    settle(seat, pairs[table.dice.one_of(len(pairs), "imagined characters")])


def settle(seat: Seat, pair: tuple[int, int]) -> None:
    """Give a seat this dressing room and this active character; the rest is its hand."""
    seat.loge, seat.active = pair
    seat.hand = ALL_CHARACTERS & ~seat.grave & ~BIT[seat.loge]
    if seat.active != NONE:
        seat.hand &= ~BIT[seat.active]


def _answers(table: Table, viewer: int) -> None:
    """Draw answers anew that have been given but not shown, except the viewer's own."""
    for seat in table.askees[: table.heard]:
        if seat != viewer:
            table.callers &= ~BIT[seat]
            if table.dice.one_of(CALLS, "imagined answer") == 0:
                table.callers |= BIT[seat]
