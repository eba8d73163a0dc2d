"""What a seat may see of a table, made field by field."""

from __future__ import annotations

from engines.bebop import ending
from engines.bebop.ground import BIT, CHARACTERS, EVERYBODY, NOBODY, PLACES, TARGETS, VICIOUS
from engines.bebop.state import Seat, Table
from engines.bebop.view import PlanetView, SeatView, TextView, ViciousView, View
from engines.core.effects.combinators import ACCEPT, OBJECT
from engines.core.effects.literal import TABLE


def view(table: Table, viewer: int | None) -> View:
    """Return exactly what a seat may see; ``None`` is a spectator."""
    book = table.book
    codes, criminals = book.codes, book.criminals
    over = table.outcome is not None
    bit = BIT[viewer] if viewer is not None else 0
    return View(
        viewer=viewer,
        phase=table.phase,
        turn=None if over or not table.turns else table.turn,
        turns=table.turns,
        actor=table.actor,
        seats=tuple(_seat(table, seat, viewer, bit) for seat in table.seats),
        figures={CHARACTERS[one]: PLACES[place] for one, place in enumerate(table.figures)},
        planets=tuple(_planet(table, planet) for planet in range(3)),
        vicious=_vicious(table),
        woolongs=table.woolongs,
        force=table.force,
        clues=table.clues,
        played=tuple(codes[card] for card in table.played),
        zones=tuple(codes[card] for card in table.zones),
        market=tuple(codes[card] for card in table.market),
        common=len(table.common),
        damage=len(table.damage),
        known={
            "common": _top(codes, table.common, table.common_seen, bit),
            "damage": _top(codes, table.damage, table.damage_seen, bit),
        },
        damage_discard=tuple(codes[card] for card in table.damage_discard),
        wounds=tuple(codes[card] for card in table.wounds),
        trashed=tuple(codes[card] for card in table.trashed),
        criminals=len(table.criminals),
        escaped=tuple(criminals[card] for card in table.escaped),
        texts=tuple(
            TextView(seat=way.seat, card=way.card, slot=way.slot, proposal=_proposal(way.answers), asking=way.asking)
            for way in table.ways
        ),
        actions=tuple(action.code for action in table.legal) if viewer == table.actor and viewer is not None else (),
        outcome=table.outcome,
        events=tuple(event.seen_from(viewer) for event in table.events or ()),
    )


def _proposal(answers: tuple[str, ...]) -> str | None:
    """Return the latest proposal while the table is asked about it."""
    given = [answer for answer in answers if answer not in (ACCEPT, OBJECT)]
    return given[-1].removeprefix(TABLE) if given and given[-1].startswith(TABLE) else None


def _seat(table: Table, seat: Seat, viewer: int | None, bit: int) -> SeatView:
    book = table.book
    own = seat.index == viewer
    shown = own or table.options.open_renown or table.outcome is not None
    hand = tuple(
        book.codes[card] if own or knows(seen, bit) else None
        for card, seen in zip(seat.hand, seat.hand_seen, strict=True)
    )
    return SeatView(
        seat=seat.index,
        character=CHARACTERS[seat.character] if seat.character != NOBODY else None,
        fuel=seat.fuel,
        hand=hand if own else tuple(sorted(hand, key=lambda card: card or "")),
        deck=len(seat.deck),
        top=_top(book.codes, seat.deck, seat.deck_seen, bit),
        discard=tuple(book.codes[card] for card in seat.discard),
        tokens=dict(zip(TARGETS, seat.tokens, strict=False)),
        renown=ending.total(table, seat.index) if shown else None,
        captured=_captured(table, seat) if shown else None,
        captured_count=len(seat.captured),
        resigned=bool(seat.left),
        place=table.outcome.places[seat.index] if table.outcome is not None else None,
    )


def knows(seen: int, bit: int) -> bool:
    """Tell whether a viewer is among those who know; what everybody knows, a spectator knows as well."""
    return bool(seen & bit) or seen == EVERYBODY


def _captured(table: Table, seat: Seat) -> tuple[str, ...]:
    names = (*table.book.criminals, TARGETS[VICIOUS])
    return tuple(names[card] for card in seat.captured)


def _top(codes: list[str], deck: list[int], seen: list[int], bit: int) -> tuple[str, ...]:
    found = []
    for card, who in zip(reversed(deck), reversed(seen), strict=False):
        if not knows(who, bit):
            break
        found.append(codes[card])
    return tuple(found)


def _planet(table: Table, planet: int) -> PlanetView:
    card = table.occupant[planet]
    return PlanetView(
        planet=PLACES[planet],
        gauge=table.gauge[planet],
        criminal=table.book.criminals[card] if card != NOBODY else None,
        resistance=table.left[2 * planet],
        clues=table.left[2 * planet + 1],
    )


def _vicious(table: Table) -> ViciousView | None:
    if table.vicious == NOBODY:
        return None
    return ViciousView(
        planet=PLACES[table.vicious],
        resistance=table.left[2 * VICIOUS],
        clues=table.left[2 * VICIOUS + 1],
        movement=len(table.movement),
        last_turns=table.last_turns if table.last_turns >= 0 else None,
    )
