"""Blows: what would cost seats characters. Each may react first (ruling F40); the leader is judged once (F43)."""

from __future__ import annotations

from typing import Any, NamedTuple

from engines.badass_force import losses, reactions
from engines.badass_force.cards import On
from engines.badass_force.events import Blocked
from engines.badass_force.points import judge
from engines.badass_force.score.entries import Means
from engines.badass_force.state import NONE, Table


class Blow(NamedTuple):
    """A character about to be lost: whose, from where, through whom (``NONE``: nobody scores), how.

    All blows of one ``effect`` score by the leader before the first of them (ruling F43).
    """

    seat: int
    in_hand: bool
    by: int
    means: Means
    effect: int
    serial: int


def threaten(table: Table, blow: Blow) -> None:
    """Step: whoever is to lose a character may react first, if any of the seven could (ruling F40)."""
    table.agenda.append((_fall, blow))
    if table.reacts:
        reactions.invite(table, blow.seat, On.KILLED, blow.serial, blow.by)


def _fall(table: Table, blow: Blow) -> None:
    if blow.serial in table.blocked:
        table.blocked.remove(blow.serial)
        if table.events is not None:
            table.emit(Blocked(seat=blow.seat, rule="ruling F40"))
        return
    seat = table.seats[blow.seat]
    together = any(effect == blow.effect for effect, _ in table.judged)
    judged = judge(table, blow.effect)
    if blow.in_hand:
        losses.lose_from_hand(table, seat, blow.by, blow.means, judged, together=together)
    elif seat.active != NONE:
        losses.lose(table, seat, seat.active, blow.by, blow.means, judged, together=together)


def strike(table: Table, seats: tuple[int, ...], *, in_hand: bool, by: int, means: Means, effect: int = 0) -> None:
    """Strike seats by one effect, clockwise from whose turn it is (ruling F43): a new one, or one that has begun."""
    start = max(table.turn, 0)
    effect = effect or table.next_serial()
    order = [seat for seat in table.order_from(start) if seat in seats]
    blows = [(threaten, Blow(seat, in_hand, by, means, effect, table.next_serial())) for seat in order]
    agenda: list[Any] = table.agenda
    agenda += reversed(blows)
