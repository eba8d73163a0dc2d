"""Charges: gained together, lost, and overloading a weapon that has a text for it (rulings F8, F44, F45, F59)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.badass_force import reactions
from engines.badass_force.cards import OVERLOAD, On
from engines.badass_force.events import Blocked, Charged, Overloaded, SlotBegan, Uncharged
from engines.badass_force.options import OVERLOADS_TOGETHER
from engines.badass_force.points import judge
from engines.badass_force.state import NONE, Table
from engines.core.effects.steps import UnderWay, begin


class Gift(NamedTuple):
    """Charges that several seats gain by one effect of ``by``: seat, amount and the number by which it is stopped."""

    gains: tuple[tuple[int, int, int], ...]
    by: int
    effect: int


class Overload(NamedTuple):
    """A weapon about to overload: whose, through whom (``NONE``: nobody), and the effect it belongs to.

    All overloads of one ``effect`` score by the leader before it (ruling F59); 0: this one is an effect by itself.
    """

    seat: int
    by: int
    effect: int


def give(table: Table, gains: tuple[tuple[int, int], ...], by: int, effect: int = 0) -> None:
    """Let seats gain charges at once; who is given some by somebody else may react first (ruling F40).

    They are a new effect, or part of one that has begun.
    """
    numbered = tuple([(seat, amount, table.next_serial()) for seat, amount in gains])
    table.agenda.append((_arrive, Gift(numbered, by, effect)))
    if On.CHARGED in table.reacts:
        for seat, _, serial in reversed(numbered):
            if seat != by:
                reactions.invite(table, seat, On.CHARGED, serial, by)


def _arrive(table: Table, gift: Gift) -> None:
    over = []
    for index, amount, serial in gift.gains:
        if serial in table.blocked:
            table.blocked.remove(serial)
            if table.events is not None:
                table.emit(Blocked(seat=index, rule="ruling F40"))
        elif gain(table, index, amount, gift.by):
            over.append(index)
    if over:
        overload(table, over, gift.by, gift.effect)


def overload(table: Table, seats: Sequence[int], by: int, effect: int = 0) -> None:
    """Put on the agenda that seats' weapons overload, clockwise from whose turn it is, the leader judged now at latest.

    It is a new effect, or part of one that has begun (ruling F59).
    """
    if table.setup.rules < OVERLOADS_TOGETHER:
        effect = 0
    else:
        effect = effect or table.next_serial()
        judge(table, effect)
    start = max(table.turn, 0)
    order = [seat for seat in reversed(table.order_from(start)) if seat in seats]
    table.agenda += [(_overload, Overload(seat, by, effect)) for seat in order]


def gain(table: Table, index: int, amount: int, by: int) -> bool:
    """Move a seat's marker up to the last case at most; tell whether there was more than that."""
    seat = table.seats[index]
    if seat.weapon == NONE:
        return False
    most = table.arms[seat.weapon].most
    room = most - seat.ammo
    moved = min(amount, room)
    if moved > 0:
        seat.ammo += moved
        if table.events is not None:
            table.emit(Charged(seat=index, gain=moved, ammo=seat.ammo, by=None if by == NONE else by))
    return amount > room


def lose(table: Table, index: int, amount: int) -> int:
    """Move a seat's marker down to the first case at most, and return by how much."""
    seat = table.seats[index]
    lost = min(amount, seat.ammo)
    if lost > 0:
        seat.ammo -= lost
        if table.events is not None:
            table.emit(Uncharged(seat=index, loss=lost, ammo=seat.ammo))
    return lost


def _overload(table: Table, overload: Overload) -> None:
    """Step: the text of an overloaded weapon; the giver is responsible (ruling F58).

    A weapon in the middle of overloading does not overload again: two that load each other would never end.
    """
    index, by, effect = overload
    seat = table.seats[index]
    if seat.weapon == NONE or any(way.slot == OVERLOAD and way.seat == index for way in table.ways):
        return
    weapon = table.arms[seat.weapon]
    if not weapon.overload:
        return
    if table.events is not None:
        giver = None if by == NONE else by
        table.emit(Overloaded(seat=index, weapon=weapon.code, by=giver, rule="ruling F44"))
        table.emit(SlotBegan(seat=index, card=weapon.code, slot=OVERLOAD))
    begin(table, UnderWay(index, weapon.code, OVERLOAD, weapon.overload, reactions.Cause(On.CHARGED, 0, by, effect)))
