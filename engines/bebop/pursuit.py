"""Vicious: he appears, moves when he was hit, and flees in the end (Space Serenade, Vicious)."""

from __future__ import annotations

from typing import Any, Final

from engines.bebop.events import Escaped, LastTurns, ViciousAppeared, ViciousMoved
from engines.bebop.ground import CLUES, NOBODY, PLACES, RESISTANCE, VICIOUS
from engines.bebop.planets import send_back, set_gauge
from engines.bebop.score.pursuit import APPEARANCE, MOVEMENT
from engines.bebop.score.state import ESCAPE, GAUGE_LEAST, GAUGE_MOST
from engines.bebop.state import Table

CAPTURED: Final = "ruling C36"


def appear(table: Table) -> None:
    """Make his movement deck, of all criminals laid aside or still hidden (ruling C40), and put him into play."""
    book = table.book
    deck = table.movement
    deck += table.escaped
    deck += table.criminals
    table.escaped.clear()
    table.criminals.clear()
    table.dice.shuffle(deck, "Vicious's movement cards")
    card = deck.pop()
    table.escaped.append(card)
    table.revealed |= 1 << card
    table.vicious = book.planet[card]
    tokens = book.cards.vicious_with(max(table.players, 2))
    table.left[2 * VICIOUS + RESISTANCE] = tokens.resistance
    table.left[2 * VICIOUS + CLUES] = tokens.clues
    if table.events is not None:
        table.emit(
            ViciousAppeared(
                planet=PLACES[table.vicious],
                criminal=book.criminals[card],
                resistance=tokens.resistance,
                clues=tokens.clues,
                movement=len(deck),
                rule=APPEARANCE,
            )
        )


def move(table: Table, _: Any) -> None:
    """Step: Vicious moves at the end of a turn in which he lost resistance; without a card he stays (ruling C35)."""
    hit = table.hit
    table.hit = False
    if not hit or not table.movement:
        return
    card = table.movement.pop()
    table.escaped.append(card)
    table.revealed |= 1 << card
    planet = table.book.planet[card]
    stayed = planet == table.vicious
    table.vicious = planet
    if table.events is not None:
        where, whose = PLACES[planet], table.book.criminals[card]
        left = len(table.movement)
        table.emit(ViciousMoved(planet=where, criminal=whose, stayed=stayed, movement=left, rule=MOVEMENT))
    if stayed:
        if table.gauge[planet] < GAUGE_MOST:
            set_gauge(table, planet, table.gauge[planet] + 1, MOVEMENT)
        elif table.occupant[planet] != NOBODY:
            escape(table, planet, "ruling C39")
    if not table.movement:
        # Everybody has one more turn, whoever turned the card up the last (rulings C33, C34, C78).
        table.last_turns = sum(not seat.left for seat in table.seats)
        if table.events is not None:
            table.emit(LastTurns(count=table.last_turns, rule="ruling C34"))


def escape(table: Table, planet: int, rule: str) -> None:
    """Let the criminal of a planet get away: card laid aside, tokens lost, figures back, gauge 1 (rulings C15, C65)."""
    card = table.occupant[planet]
    table.occupant[planet] = NOBODY
    table.left[2 * planet] = table.left[2 * planet + 1] = 0
    table.escaped.append(card)
    if table.events is not None:
        lost = tuple(seat.tokens[planet] for seat in table.seats)
        table.emit(Escaped(planet=PLACES[planet], criminal=table.book.criminals[card], tokens=lost, rule=rule))
    for seat in table.seats:
        seat.tokens[planet] = 0
    set_gauge(table, planet, GAUGE_LEAST, ESCAPE)
    send_back(table, planet, ESCAPE)
