"""The end: Vicious captured or fled, the game broken off, one player left (Space Serenade, Fin de la partie)."""

from __future__ import annotations

from engines.bebop.events import GameOver, TokensLost
from engines.bebop.outcome import Ending, Outcome
from engines.bebop.score.ranking import rank
from engines.bebop.score.state import END
from engines.bebop.state import Table
from engines.bebop.view import Phase


def total(table: Table, seat: int) -> int:
    """Return the renown of a seat: what its tokens became, and the stars of its criminals (ruling C7)."""
    one = table.seats[seat]
    star = table.book.star
    return one.renown + sum([star[card] for card in one.captured])


def over(table: Table, ending: Ending) -> None:
    """End the game. All capture tokens left are discarded; renown stays (ruling C37)."""
    if table.events is not None and any(any(seat.tokens) for seat in table.seats):
        table.emit(TokensLost(tokens=tuple(sum(seat.tokens) for seat in table.seats), rule=END))
    for seat in table.seats:
        seat.tokens = [0, 0, 0, 0]
    renown = tuple(total(table, seat) for seat in range(table.players))
    captured = tuple(len(seat.captured) for seat in table.seats)
    places = _places(table, renown, captured)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    outcome = Outcome(ending, winners, places, renown, captured, table.turns)
    table.outcome = outcome
    table.actor = None
    table.legal = ()
    table.phase = Phase.OVER
    table.waiting = True
    table.agenda.clear()
    table.ways.clear()
    if table.events is not None:
        table.emit(GameOver(outcome=outcome, rule=END))


def _places(table: Table, renown: tuple[int, ...], captured: tuple[int, ...]) -> tuple[int, ...]:
    """Rank those who stayed; behind them whoever left, the last to leave before the others."""
    gone = sorted((seat.index for seat in table.seats if seat.left), key=lambda seat: table.seats[seat].left)
    return rank(renown, captured, gone).places
