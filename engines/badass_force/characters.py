"""A seat's characters: laying one, showing it, losing sight of none, and what everybody comes to know of them."""

from __future__ import annotations

from typing import Any, Final

from engines.badass_force.actions import Action
from engines.badass_force.events import Guessed, Laid, LogeDrawn, LookedAt, Revived, Shown
from engines.badass_force.state import ALL_CHARACTERS, BIT, EVERYBODY, MEMBERS, NONE, Seat, Table
from engines.badass_force.view import Phase

SHOWN: Final = "Badass Force, Montrer son personnage"


def ask_lay(table: Table, index: int) -> None:
    """Step: a seat lays an active character from its hand, face down (ruling F28)."""
    seat = table.seats[index]
    table.ask(Phase.LAY, index, table.lays[seat.hand], _laid, (ask_lay, index), index)


def _laid(table: Table, action: Action) -> None:
    index = table.about
    lay(table, table.seats[index], table.codes.index(action.word))


def lay(table: Table, seat: Seat, character: int) -> None:
    """Lay a character of the hand; whatever was known of the one before no longer counts."""
    seat.hand &= ~BIT[character]
    seat.active = character
    seat.active_seen = 0
    seat.ruled_out = 0
    seat.said = 0
    if table.events is not None:
        table.emit(
            Laid(seat=seat.index, character=table.codes[character], seen_by=(seat.index,), rule="ruling F28"),
        )


def take_back(seat: Seat) -> None:
    """Take the active character back in hand."""
    if seat.active != NONE:
        seat.hand |= BIT[seat.active]
        seat.active = NONE
        seat.active_seen = 0
        seat.ruled_out = 0
        seat.said = 0


def change(table: Table, index: int) -> None:
    """Step: take the active character back and lay one, the same if wished."""
    take_back(table.seats[index])
    ask_lay(table, index)


def show(table: Table, seat: Seat) -> None:
    """Show the active character to all; it stays shown until it is taken back."""
    seat.active_seen = EVERYBODY
    seen_outside(seat, BIT[seat.active])
    if table.events is not None:
        table.emit(Shown(seat=seat.index, character=table.codes[seat.active], rule=SHOWN))


def seen_outside(seat: Seat, characters: int) -> None:
    """Let everybody know that characters do not lie in a seat's dressing room."""
    outside = seat.outside
    outside[:] = [known | characters for known in outside]


def draw_loge(table: Table, seat: Seat) -> None:
    """Draw one of all seven characters of a seat into its dressing room; the others are its hand (ruling F22)."""
    drawn = table.dice.one_of(len(table.codes), "dressing room")
    seat.loge = drawn
    seat.hand = ALL_CHARACTERS & ~BIT[drawn]
    seat.active = NONE
    seat.grave = 0
    seat.active_seen = seat.loge_seen = seat.ruled_out = seat.said = 0
    seat.outside[:] = [0] * len(seat.outside)
    if table.events is not None:
        code = table.codes[drawn]
        table.emit(LogeDrawn(seat=seat.index, character=code, seen_by=(seat.index,), rule="ruling F11"))


def bury(seat: Seat, character: int) -> None:
    """Put a character of hand or table in the graveyard, face up."""
    if character == seat.active:
        seat.active = NONE
        seat.active_seen = 0
        seat.ruled_out = 0
        seat.said = 0
    else:
        seat.hand &= ~BIT[character]
    seat.grave |= BIT[character]
    seen_outside(seat, BIT[character])


def revive(table: Table, seat: Seat, character: int) -> None:
    """Take a character of the graveyard back in hand."""
    seat.grave &= ~BIT[character]
    seat.hand |= BIT[character]
    if table.events is not None:
        table.emit(Revived(seat=seat.index, character=table.codes[character]))


def look(table: Table, viewer: int, seat: Seat, *, dressing_room: bool) -> None:
    """Let one seat see a card of another that lies face down."""
    if dressing_room:
        seat.loge_seen |= BIT[viewer]
        seen = seat.loge
    else:
        seen = seat.active
        if seen == NONE:
            return
        seat.active_seen |= BIT[viewer]
        seat.outside[viewer] |= BIT[seen]
    if table.events is not None:
        table.emit(
            LookedAt(
                seat=viewer,
                target=seat.index,
                dressing_room=dressing_room,
                character=table.codes[seen],
                seen_by=tuple(sorted({viewer, seat.index})),
            )
        )


def guess(table: Table, guesser: int, seat: Seat, character: int) -> bool:
    """Tell everybody whether the active character is this one."""
    right = seat.active == character
    if right:
        table.agenda.append((_hide_again, seat.index))
        show(table, seat)
    else:
        seat.ruled_out |= BIT[character]
    if table.events is not None:
        code = table.codes[character]
        table.emit(Guessed(seat=guesser, target=seat.index, character=code, right=right))
    return right


def _hide_again(table: Table, index: int) -> None:
    """Step: whoever was shown and lives takes the character back and lays one (ruling F29)."""
    seat = table.seats[index]
    if seat.active != NONE and seat.active_seen == EVERYBODY:
        change(table, index)


def in_graveyard(seat: Seat) -> list[int]:
    """Return the characters in a seat's graveyard, in order."""
    return list(MEMBERS[seat.grave])


def count(seat: Seat) -> int:
    """Return how many characters a seat has in hand and on the table."""
    return seat.hand.bit_count() + (seat.active != NONE)


def first_lay(table: Table, _: Any) -> None:
    """Step of the setup: all lay, one after the other; the order tells nothing."""
    for seat in reversed(table.order_from(table.turn)):
        table.agenda.append((ask_lay, seat))
