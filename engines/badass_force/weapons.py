"""Weapons: the pile, the middle of the table, and changing them (Badass Force, Changer d'arme; rulings F5 to F10)."""

from __future__ import annotations

from functools import cache
from typing import Final

from engines.badass_force.actions import Action, Kind, named
from engines.badass_force.events import PileReformed, WeaponDiscarded, WeaponRevealed, WeaponTaken
from engines.badass_force.lasting import leave
from engines.badass_force.state import NONE, Table
from engines.badass_force.view import Phase

CENTRE: Final = 3
RULE: Final = "Badass Force, Changer d'arme"


@cache
def taking(codes: tuple[str, ...]) -> tuple[Action, ...]:
    """Return the actions that take one of these weapons."""
    return tuple(named(Kind.WEAPON, code) for code in dict.fromkeys(codes))


def offers(table: Table) -> tuple[Action, ...]:
    """Return the actions that take one of the weapons in the middle."""
    arms = table.arms
    return taking(tuple([arms[weapon].code for weapon in table.centre]))


def refill(table: Table) -> None:
    """Reveal weapons until three lie in the middle, as long as there are any (rulings F6, F31, F49)."""
    centre = table.centre
    while len(centre) < CENTRE:
        if not table.pile:
            if not table.discard:
                return
            table.pile, table.discard = table.discard, []
            table.dice.shuffle(table.pile, "weapons")
            if table.events is not None:
                table.emit(PileReformed(count=len(table.pile), rule="ruling F49"))
        weapon = table.pile.pop()
        centre.append(weapon)
        if table.events is not None:
            table.emit(WeaponRevealed(weapon=table.arms[weapon].code, rule="ruling F6"))


def drop(table: Table, index: int) -> None:
    """Discard a seat's weapon with all that is on it."""
    seat = table.seats[index]
    if seat.weapon == NONE:
        return
    table.discard.append(seat.weapon)
    leave(table, index)
    if table.events is not None:
        table.emit(WeaponDiscarded(seat=index, weapon=table.arms[seat.weapon].code, rule="ruling F7"))
    seat.weapon = NONE
    seat.ammo = 0


def change(table: Table, index: int) -> None:
    """Step: discard a seat's weapon; then it takes one of those in the middle."""
    drop(table, index)
    if not table.centre:
        refill(table)
    ask(table, index)


def change_keeping(table: Table, index: int) -> None:
    """Step: a seat changes its weapon, its charges go on the new one (ruling F59)."""
    kept = table.seats[index].ammo
    drop(table, index)
    if not table.centre:
        refill(table)
    _ask_keeping(table, (index, kept))


def _ask_keeping(table: Table, keeper: tuple[int, int]) -> None:
    """Step: a seat that has no weapon takes one for the charges it keeps."""
    index, kept = keeper
    legal = offers(table)
    if len(legal) == 1:
        take(table, index, legal[0].word, kept)
    else:
        table.ask(Phase.WEAPON, index, legal, _taken_keeping, (_ask_keeping, keeper), keeper)


def _taken_keeping(table: Table, action: Action) -> None:
    index, kept = table.about
    take(table, index, action.word, kept)


def ask(table: Table, index: int) -> None:
    """Step: a seat that has no weapon takes one; there is no choice among one kind."""
    legal = offers(table)
    if len(legal) == 1:
        take(table, index, legal[0].word)
    else:
        table.ask(Phase.WEAPON, index, legal, _taken, (ask, index), index)


def _taken(table: Table, action: Action) -> None:
    take(table, table.about, action.word)


def take(table: Table, index: int, code: str, kept: int = 0) -> None:
    """Take a weapon from the middle at nothing (ruling F10), or with charges ``kept``, and reveal another."""
    weapon = next(one for one in table.centre if table.arms[one].code == code)
    table.centre.remove(weapon)
    seat = table.seats[index]
    seat.weapon = weapon
    seat.ammo = min(kept, table.arms[weapon].most)
    if table.events is not None:
        table.emit(WeaponTaken(seat=index, weapon=code, ammo=seat.ammo, rule=RULE))
    refill(table)
