"""Whether a table is in order: every card in one place, hit points that are the cards', seats that fit together."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bagarre.state import BIT, Seat, Table
from engines.core.cards import CODE, DECK, NO_CARD, Card


def cards_of(table: Table) -> Iterator[tuple[Card, str]]:
    """Yield every card with the place where it lies."""
    piles = ((table.draw, "draw pile"), (table.discard, "discard pile"), (table.fresh, "just discarded"))
    for pile, name in piles:
        for card in pile:
            yield card, name
    for seat in table.seats:
        for card in (*seat.hp, *seat.charges, *table.dealt[seat.index]):
            yield card, f"seat {seat.index}"
        if seat.shield != NO_CARD:
            yield seat.shield, f"shield of seat {seat.index}"
    if table.play_under_way is not None:
        for card in (*table.play_under_way.cards, *table.play_under_way.looked):
            yield card, "action under way"


def faults(table: Table) -> list[str]:
    """Return everything that is wrong with a table once the cards are dealt; nothing if the engine is right."""
    found = []
    places: dict[Card, str] = {}
    for card, place in cards_of(table):
        if card in places:
            found.append(f"{CODE[card]} lies twice: {places[card]}, {place}")
        places[card] = place
    found += [f"{CODE[card]} is nowhere" for card in DECK if card not in places]
    for seat in table.seats:
        found += [f"seat {seat.index}: {fault}" for fault in _seat_faults(table, seat)]
    if (table.outcome is None) != bool(table.legal):
        found.append("over with legal actions, or going on without")
    if len(set(table.legal)) < len(table.legal):
        found.append("the same action is legal twice")
    return found


def _seat_faults(table: Table, seat: Seat) -> Iterator[str]:
    if seat.alive != bool(table.alive & BIT[seat.index]):
        yield "in the game and out of it"
    if len(seat.worth) != len(seat.hp) or len(seat.charge_seen) != len(seat.charges):
        yield "cards and what is known of them differ in number"
    if table.dealt[seat.index]:
        return
    if not seat.alive:
        if seat.hp or seat.charges:
            yield "out of the game with cards"
        return
    if not 1 <= len(seat.hp) <= 2 or seat.shield == NO_CARD:
        yield f"{len(seat.hp)} hit point cards and shield {seat.shield}"
    for card, worth in zip(seat.hp, seat.worth, strict=True):
        if not 1 <= worth <= table.values[card]:
            yield f"{CODE[card]} counts {worth} hit points"
    if seat.guard != table.values[seat.shield]:
        yield f"{CODE[seat.shield]} counts {seat.guard} as a shield"
    if len(seat.charges) > seat.powers.charge_limit:
        yield f"{len(seat.charges)} charges"
