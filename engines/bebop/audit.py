"""Whether a table is in order: every card and token in one place, figures, gauges and reserves that can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from engines.bebop.book import Book
from engines.bebop.ground import BEBOP, FUEL_MOST, MARKET, NOBODY, VICIOUS
from engines.bebop.score.state import GAUGE_LEAST, GAUGE_MOST
from engines.bebop.state import Seat, Table
from engines.bebop.view import Phase


def cards_of(table: Table) -> list[int]:
    """Return all cards by their number, wherever they lie."""
    found = [*table.common, *table.market, *table.trashed, *table.damage, *table.damage_discard, *table.wounds]
    found += table.played
    for seat in table.seats:
        found += seat.hand
        found += seat.deck
        found += seat.discard
    return found


@lru_cache(maxsize=64)
def _due(book: Book, characters: tuple[int, ...]) -> list[int]:
    """Return all cards that a game with these characters has, in order."""
    due = [*book.common, *book.damage]
    for character in characters:
        due += book.base[character]
    return sorted(due)


def _card_faults(table: Table) -> list[str]:
    book = table.book
    due = _due(book, tuple([seat.character for seat in table.seats]))
    there = cards_of(table)
    there.sort()
    if due == there:
        return []
    wanted, found = Counter(due), Counter(there)
    return [
        f"{book.codes[card]}: {found[card]} of {wanted[card]}"
        for card in sorted({*due, *there})
        if wanted[card] != found[card]
    ]


def faults(table: Table) -> list[str]:
    """Return everything that is wrong with a table once the first hands are dealt; nothing if the engine is right."""
    book = table.book
    found = _card_faults(table)
    found += _hunt_faults(table)
    for seat in table.seats:
        found += [f"seat {seat.index}: {fault}" for fault in _seat_faults(table, seat)]
    if (table.outcome is None) != bool(table.legal):
        found.append("over with legal actions, or going on without")
    if len(set(table.legal)) < len(table.legal):
        found.append("the same action is legal twice")
    if min(table.woolongs, table.force, table.clues) < 0:
        found.append("a reserve below 0")
    if len(table.market) > MARKET or (len(table.market) < MARKET and table.common):
        found.append(f"{len(table.market)} cards in the market with {len(table.common)} to come")
    colours = [0] * 5
    for card in table.played:
        colours[book.colour[card]] += 1
    if colours != table.colours:
        found.append(f"colours in play {colours}, counted {table.colours}")
    if table.zones and Counter(table.zones) - Counter(table.played):
        found.append("a team zone waits of a card that is not in play")
    return found


def _hunt_faults(table: Table) -> Iterator[str]:
    book = table.book
    criminals = [*table.criminals, *table.box, *table.escaped, *table.movement]
    criminals += [card for card in table.occupant if card != NOBODY]
    for seat in table.seats:
        criminals += seat.captured
    everybody = [*range(book.vicious + 1)]
    met = table.vicious != NOBODY and not any(book.vicious in seat.captured for seat in table.seats)
    if sorted(criminals + [book.vicious] * met) != everybody:
        yield f"criminals {sorted(criminals)}"
    held = [sum(tokens) for tokens in zip(*[seat.tokens for seat in table.seats], strict=True)]
    for planet, card in enumerate(table.occupant if table.outcome is None else ()):
        if not GAUGE_LEAST <= table.gauge[planet] <= GAUGE_MOST:
            yield f"gauge {table.gauge[planet]}"
        piles = one, other = table.left[2 * planet], table.left[2 * planet + 1]
        if card == NOBODY:
            if one or other or held[planet]:
                yield f"tokens of nobody on planet {planet}"
        elif book.planet[card] != planet or one + other + held[planet] != sum(book.piles[card]):
            yield f"{book.criminals[card]}: tokens {piles}, held {[s.tokens[planet] for s in table.seats]}"
        elif not (one and other) and table.phase is Phase.TURN:
            yield f"{book.criminals[card]} is not captured with an empty pile"
    if table.vicious != NOBODY and table.outcome is None:
        tokens = book.cards.vicious_with(max(2, table.players))
        if sum(table.left[6:]) + held[VICIOUS] != tokens.resistance + tokens.clues:
            yield f"Vicious: tokens {table.left[6:]}, held {held[VICIOUS]}"
    if min(table.figures) < 0 or max(table.figures) > BEBOP:
        yield f"figures at {table.figures}"


def _seat_faults(table: Table, seat: Seat) -> Iterator[str]:
    if not 0 <= seat.fuel <= FUEL_MOST:
        yield f"fuel {seat.fuel}"
    if len(seat.hand) != len(seat.hand_seen) or len(seat.deck_seen) > len(seat.deck):
        yield "cards and what is known of them differ in number"
    if min(seat.tokens) < 0:
        yield f"tokens {seat.tokens}"
