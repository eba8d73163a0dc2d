"""New criminals after a capture (Space Serenade, Révélation de nouveaux criminels)."""

from __future__ import annotations

from typing import Any

from engines.bebop import market
from engines.bebop.events import CriminalRevealed
from engines.bebop.ground import CLUES, NOBODY, PLACES, RESISTANCE
from engines.bebop.planets import set_gauge
from engines.bebop.pursuit import appear, escape
from engines.bebop.score.hunting import REVEALS
from engines.bebop.score.revealing import REVEAL
from engines.bebop.score.state import GAUGE_MOST, GAUGES
from engines.bebop.state import Table


def reveal(table: Table, _: Any) -> None:
    """Step: turn up two cards, one after the other, unless Vicious is in play or comes (rulings C12, C13, C79)."""
    for _number in range(REVEALS):
        if table.vicious != NOBODY or not table.criminals:
            return
        card = table.criminals.pop()
        if card == table.book.vicious:
            appear(table)
        else:
            _turn_up(table, card)


def _turn_up(table: Table, card: int) -> None:
    planet = table.book.planet[card]
    table.revealed |= 1 << card
    occupied = table.occupant[planet] != NOBODY
    leaves = occupied and table.gauge[planet] == GAUGE_MOST
    if table.events is not None:
        where, who = PLACES[planet], table.book.criminals[card]
        table.emit(CriminalRevealed(planet=where, criminal=who, placed=leaves or not occupied, rule=REVEAL))
    if occupied and not leaves:
        table.escaped.append(card)
        set_gauge(table, planet, table.gauge[planet] + 1, GAUGES)
        return
    if leaves:
        escape(table, planet, "ruling C15")
    place_criminal(table, card)
    if table.book.renews[card]:
        # Right after its tokens are laid and before the next card (ruling C61).
        market.renew(table, "criminal")


def place_criminal(table: Table, card: int) -> None:
    """Lay a criminal on its planet with its tokens; the gauge stays as it is (ruling C64)."""
    planet = table.book.planet[card]
    table.occupant[planet] = card
    table.left[2 * planet + RESISTANCE], table.left[2 * planet + CLUES] = table.book.piles[card]
