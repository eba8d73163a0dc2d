"""Quick hands (rulings A20, A33, A38): the first hand on a monster attacks it, as the order of the log has it.

The clock shows the monsters to all at one moment; touches before it are refused. It may also end the round.
"""

from __future__ import annotations

from engines.baf.actions import NONE, SHOW, TIME, Action, Kind, done, touch
from engines.baf.events import SaidDone, TimeUp, Touched
from engines.baf.rounds import show
from engines.baf.score.state import Side
from engines.baf.state import Seat, Table
from engines.baf.view import Phase


def begin(table: Table) -> None:
    """Wait for the clock: the monsters lie face down."""
    table.phase = Phase.READY


def ask_clock(table: Table) -> None:
    """Step: wait until the clock shows the monsters (ruling A38)."""
    table.ask(None, (SHOW,), _shown)


def _shown(table: Table, action: Action) -> None:
    show(table)
    table.phase = Phase.RACE


def ask_anybody(table: Table) -> None:
    """Step: wait for whoever comes first, until all have done or no monster is free (ruling A33)."""
    legal: list[Action] = []
    if NONE in table.owners:
        for seat in table.seats:
            if not seat.done:
                legal += choices(table, seat)
    if not legal:
        table.phase = Phase.FIGHT
        return
    if table.options.timer:
        legal.append(TIME)
    table.ask(None, tuple(legal), _happened)


def choices(table: Table, seat: Seat) -> tuple[Action, ...]:
    """Return what a seat in the race may do: touch a free monster or its own, or say that it has done (ruling A8)."""
    if seat.done:
        return ()
    on_left, on_right = seat.hands
    legal = []
    for place, owner in enumerate(table.owners):
        if owner in (NONE, seat.index):
            if on_left == NONE:
                legal.append(touch(seat.index, Side.LEFT, place))
            if on_right == NONE:
                legal.append(touch(seat.index, Side.RIGHT, place))
    return (*legal, done(seat.index))


def _happened(table: Table, action: Action) -> None:
    if action.kind is Kind.TIME:
        _time_up(table)
    elif action.side is None:
        _said_done(table, table.seats[action.seat])
    else:
        _touched(table, table.seats[action.seat], action.side, action.place)


def _touched(table: Table, seat: Seat, side: Side, place: int) -> None:
    table.owners[place] = seat.index
    on_left, on_right = seat.hands
    seat.hands = (place, on_right) if side is Side.LEFT else (on_left, place)
    seat.done = NONE not in seat.hands
    if table.events is not None:
        code = table.monster(place).code
        table.emit(Touched(seat=seat.index, side=side, place=place, monster=code, rule="ruling A38"))


def _said_done(table: Table, seat: Seat) -> None:
    seat.done = True
    if table.events is not None:
        table.emit(SaidDone(seat=seat.index, rule="ruling A33"))


def _time_up(table: Table) -> None:
    for seat in table.seats:
        seat.done = True
    if table.events is not None:
        table.emit(TimeUp(rule="ruling A33"))
