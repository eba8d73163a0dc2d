"""A pile is empty: criminal captured, renown shared, planet cleaned (Space Serenade, Capturer un criminel)."""

from __future__ import annotations

from engines.bebop import ending
from engines.bebop.events import Captured
from engines.bebop.ground import NOBODY, TARGETS, VICIOUS
from engines.bebop.outcome import Ending
from engines.bebop.planets import send_back, set_gauge
from engines.bebop.revealing import reveal
from engines.bebop.score.state import CAPTURE, GAUGE_LEAST
from engines.bebop.state import Table


def capture(table: Table, planet: int) -> None:
    """Step: capture the criminal of a planet if one of its piles is empty, in the order of ruling C11."""
    card = table.occupant[planet]
    if card == NOBODY or (table.left[2 * planet] and table.left[2 * planet + 1]):
        return
    table.occupant[planet] = NOBODY
    table.left[2 * planet] = table.left[2 * planet + 1] = 0
    _share(table, planet, card, table.book.criminals[card])
    send_back(table, planet, "ruling C47")
    set_gauge(table, planet, GAUGE_LEAST, CAPTURE)
    if table.vicious == NOBODY:
        table.agenda.append((reveal, None))


def capture_vicious(table: Table) -> None:
    """End the game at once: his tokens become renown, his card is the captor's (rulings C36, C57)."""
    table.left[2 * VICIOUS] = table.left[2 * VICIOUS + 1] = 0
    _share(table, VICIOUS, table.book.vicious, TARGETS[VICIOUS])
    ending.over(table, Ending.VICIOUS_CAPTURED)


def _share(table: Table, target: int, card: int, code: str) -> None:
    """Give the card to whose turn it is, and turn everybody's tokens of that kind into renown (ruling C8)."""
    table.seats[table.turn].captured.append(card)
    rate = table.options.token_renown
    shares = tuple([seat.tokens[target] * rate for seat in table.seats])
    for seat, renown in zip(table.seats, shares, strict=True):
        seat.renown += renown
        seat.tokens[target] = 0
    if table.events is not None:
        star, of = table.book.star[card], TARGETS[target]
        table.emit(Captured(seat=table.turn, target=of, criminal=code, star=star, renown=shares, rule=CAPTURE))
