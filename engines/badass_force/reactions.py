"""Powers outside one's turn (ruling F40): whoever such a text could concern is asked, whatever it holds."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engines.badass_force import window
from engines.badass_force.actions import DECLINE, Action
from engines.badass_force.cards import REACTION, On
from engines.badass_force.events import Announced, Declined, SlotBegan
from engines.badass_force.state import Claim, Table
from engines.badass_force.view import Phase
from engines.core.effects.steps import UnderWay, begin


class Cause(NamedTuple):
    """Why a text is being done: the event that a reaction answers to, its number, and who caused it (``NONE``: nobody).

    ``on`` is empty for a text that answers to nothing.
    ``effect`` is the number of what the overloads that come of it belong to (ruling F59), 0 while nothing needed one.
    """

    on: On | Literal[""]
    serial: int
    by: int
    effect: int = 0


def invite(table: Table, seat: int, on: On, serial: int, by: int) -> bool:
    """Ask a seat whether it reacts, if any of the seven characters could; tell whether it will be asked.

    A seat in the middle of a reaction of its own is not asked again: answers to answers would never end.
    """
    if on not in table.reacts or any(way.slot == REACTION and way.seat == seat for way in table.ways):
        return False
    table.agenda.append((_ask, (seat, Cause(on, serial, by))))
    return True


def _ask(table: Table, asked: tuple[int, Cause]) -> None:
    seat, cause = asked
    table.ask(Phase.REACT, seat, (*table.reacts[cause.on], DECLINE), _answered, (_ask, asked), asked)


def _answered(table: Table, action: Action) -> None:
    seat, cause = table.about
    if action is DECLINE:
        if table.events is not None:
            table.emit(Declined(seat=seat, on=cause.on.value, rule="ruling F40"))
        return
    character = table.codes.index(action.word)
    if table.events is not None:
        table.emit(Announced(seat=seat, character=action.word, on=cause.on.value, rule="ruling F40"))
    window.open_window(table, Claim(seat, character, _react, cause, reaction=True))


def _react(table: Table, claim: Claim, stands: bool, caller: int) -> None:
    """Do the reaction if the announcement stands; a called bluff costs the active, and nothing is stopped."""
    if not stands:
        return
    card = table.cast[claim.character]
    if table.events is not None:
        table.emit(SlotBegan(seat=claim.seat, card=card.code, slot=REACTION))
    begin(table, UnderWay(claim.seat, card.code, REACTION, card.reaction, claim.about))
