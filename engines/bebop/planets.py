"""Planets: figures that travel, gauges that move, who is thrown back to the Bebop."""

from __future__ import annotations

from typing import Final

from engines.bebop.events import CharactersReturned, GaugeMoved, Travelled
from engines.bebop.ground import BEBOP, CHARACTERS, PLACES
from engines.bebop.score.state import CAPTURE, GAUGE_LEAST, GAUGE_MOST, GAUGES
from engines.bebop.state import Seat, Table

TRAVEL: Final = "Space Serenade, Se déplacer"


def travel(table: Table, seat: Seat, character: int, place: int, fuel: int = 0) -> None:
    """Move a figure; the seat pays for it."""
    seat.fuel -= fuel
    if table.events is not None:
        origin = PLACES[table.figures[character]]
        who, where = CHARACTERS[character], PLACES[place]
        table.emit(Travelled(seat=seat.index, character=who, origin=origin, place=where, fuel=fuel, rule=TRAVEL))
    table.figures[character] = place


def set_gauge(table: Table, planet: int, value: int, rule: str = GAUGES) -> None:
    """Set a gauge, within 1 and 3 (ruling C17)."""
    value = max(GAUGE_LEAST, min(GAUGE_MOST, value))
    before = table.gauge[planet]
    if value != before:
        table.gauge[planet] = value
        if table.events is not None:
            table.emit(GaugeMoved(planet=PLACES[planet], before=before, value=value, rule=rule))


def send_back(table: Table, planet: int, rule: str = CAPTURE) -> None:
    """Send all figures on a planet back to the Bebop (ruling C47)."""
    figures = table.figures
    there = [character for character in range(len(figures)) if figures[character] == planet]
    for character in there:
        figures[character] = BEBOP
    if there and table.events is not None:
        told = tuple(CHARACTERS[character] for character in there)
        table.emit(CharactersReturned(planet=PLACES[planet], characters=told, rule=rule))
