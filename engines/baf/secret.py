"""Hands laid in secret and shown together (ruling A20): lots settle who attacks a monster, losers lay theirs again."""

from __future__ import annotations

from typing import Final

from engines.baf.actions import NONE, Action, lays
from engines.baf.events import Contested, HandsLaid, HandsShown
from engines.baf.rounds import show
from engines.baf.state import BOTH, LEFT, RIGHT, Hands, Seat, Table
from engines.baf.view import Phase

RULE: Final = "ruling A20"


def begin(table: Table) -> None:
    """Show the monsters and let everybody lay their hands."""
    show(table)
    table.phase = Phase.LAY


def ask_hands(table: Table) -> None:
    """Step: the next seat lays its hands, or all show theirs."""
    for seat in table.seats:
        if seat.asked and seat.laid is None:
            legal = choices(table, seat)
            if len(legal) > 1 and not seat.gone:
                table.ask(seat.index, legal, _laid)
                return
            # Nothing is left for its hands, or nobody is there to lay them.
            _lay(table, seat, seat.hands)
    _show_hands(table)


def choices(table: Table, seat: Seat) -> tuple[Action, ...]:
    """Return every way in which a seat may lay the hands it is asked for (rulings A8, A24).

    A hand goes to a monster that nobody attacks yet, to the one that the other hand attacks already, or to none, which
    holds for the whole round (ruling A27).
    """
    on_left, on_right = seat.hands
    free = [place for place, owner in enumerate(table.owners) if owner == NONE]
    if seat.asked == BOTH:
        both = (NONE, *free)
        return lays(both, both)
    if seat.asked == LEFT:
        return lays(_places(free, on_right), (on_right,))
    return lays((on_left,), _places(free, on_left))


def _places(free: list[int], own: int) -> tuple[int, ...]:
    return (NONE, *sorted([*free, own])) if own != NONE else (NONE, *free)


def _laid(table: Table, action: Action) -> None:
    _lay(table, table.seats[table.actor or 0], (action.left, action.right))


def _lay(table: Table, seat: Seat, hands: Hands) -> None:
    seat.laid = hands
    if table.events is not None:
        table.emit(HandsLaid(seat=seat.index, left=hands[0], right=hands[1], seen_by=(seat.index,), rule=RULE))


def _show_hands(table: Table) -> None:
    """Show what was laid; who is alone on a monster attacks it, a lot decides between several (rulings A6, A26)."""
    asked = [seat for seat in table.seats if seat.asked]
    if table.events is not None:
        hands = tuple(seat.laid or seat.hands for seat in asked)
        table.emit(HandsShown(seats=tuple(seat.index for seat in asked), hands=hands, rule=RULE))
    owners = table.owners
    claims: dict[int, list[int]] = {}
    for seat in asked:
        on_left, on_right = seat.laid or seat.hands
        if seat.asked & LEFT and on_left != NONE and owners[on_left] == NONE:
            claims[on_left] = [*claims.get(on_left, ()), seat.index]
        if seat.asked & RIGHT and on_right not in (NONE, on_left) and owners[on_right] == NONE:
            claims[on_right] = [*claims.get(on_right, ()), seat.index]
    # In the order of the cards on the table, one receipt each (ruling A37).
    for place in sorted(claims):
        owners[place] = _winner(table, place, claims[place])
    again = False
    for seat in asked:
        again |= _settle(seat, owners)
    if not again:
        table.phase = Phase.FIGHT


def _winner(table: Table, place: int, seats: list[int]) -> int:
    if len(seats) == 1:
        return seats[0]
    winner = seats[table.dice.one_of(len(seats), "several hands on one monster")]
    if table.events is not None:
        code = table.monster(place).code
        table.emit(Contested(place=place, monster=code, seats=tuple(seats), winner=winner, rule="ruling A26"))
    return winner


def _settle(seat: Seat, owners: list[int]) -> bool:
    """Keep the hands that attack or stay idle; return whether some lost and are asked for again (ruling A24)."""
    on_left, on_right = seat.laid or seat.hands
    lost = 0
    if on_left != NONE and owners[on_left] != seat.index:
        lost, on_left = LEFT, NONE
    if on_right != NONE and owners[on_right] != seat.index:
        lost, on_right = lost | RIGHT, NONE
    seat.hands = (on_left, on_right)
    seat.asked = lost
    seat.laid = None
    return lost > 0
