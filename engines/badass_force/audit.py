"""Whether a table is in order: every card in one place, markers on their tracks, what is known true."""

from __future__ import annotations

from collections.abc import Iterator

from engines.badass_force.cards import WEAPON_CARDS
from engines.badass_force.state import ALL_CHARACTERS, BIT, CHARACTERS, NONE, Seat, Table
from engines.badass_force.view import Phase


def faults(table: Table) -> list[str]:
    """Return everything that is wrong with a table that waits for a decision or is over; nothing if it is right."""
    found = [f"seat {seat.index}: {fault}" for seat in table.seats for fault in _seat_faults(table, seat)]
    found += _weapon_faults(table)
    if (table.outcome is None) != bool(table.legal):
        found.append("over with legal actions, or going on without")
    if len(set(table.legal)) < len(table.legal):
        found.append("the same action is legal twice")
    if table.outcome is None and max(seat.points for seat in table.seats) >= table.options.limit > 0:
        found += [] if table.reached else ["the limit was reached unseen"]
    if table.phase is Phase.TURN and (table.ways or table.claim or table.blocked):
        found.append("a turn's action is chosen while something is under way")
    return found


def _weapon_faults(table: Table) -> Iterator[str]:
    held = [seat.weapon for seat in table.seats if seat.weapon != NONE]
    counts = [0] * len(table.arms)
    for pile in (held, table.pile, table.centre, table.discard):
        for weapon in pile:
            counts[weapon] += 1
    if sum(counts) != WEAPON_CARDS:
        yield f"{sum(counts)} weapons"
    for arm, count in zip(table.arms, counts, strict=True):
        if count > arm.copies:
            yield f"{count} of {arm.code}"
    if len(table.centre) > 3 or (len(table.centre) < 3 and table.pile):
        asked = table.phase is Phase.WEAPON
        if not asked or len(table.centre) > 3:
            yield f"{len(table.centre)} weapons in the middle"


def _seat_faults(table: Table, seat: Seat) -> Iterator[str]:
    active = 0 if seat.active == NONE else BIT[seat.active]
    loge = BIT[seat.loge]
    if seat.hand | active | loge | seat.grave != ALL_CHARACTERS:
        yield "a character is nowhere"
    if seat.hand.bit_count() + active.bit_count() + loge.bit_count() + seat.grave.bit_count() != CHARACTERS:
        yield "a character lies twice"
    if seat.points < 0:
        yield f"{seat.points} points"
    if seat.weapon == NONE:
        if not (table.phase is Phase.WEAPON and table.actor == seat.index) or seat.ammo:
            yield "no weapon"
    elif not 0 <= seat.ammo <= table.arms[seat.weapon].most:
        yield f"{seat.ammo} charges"
    if table.phase is Phase.TURN and (seat.active == NONE or not seat.hand):
        yield "no active character, or none in hand"
    known = 0
    for each in seat.outside:
        known |= each
    if known & loge:
        yield "somebody knows that what lies in the dressing room does not"
    if active & seat.ruled_out:
        yield "everybody knows the active character to be another"
