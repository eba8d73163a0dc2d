"""Setting up (Badass Force, Mise en place): characters, weapons, dressing rooms, the first player.

Chance is used in this order: the characters, the weapons, the first player, one dressing room after the other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from engines.badass_force import characters, weapons
from engines.badass_force.actions import Action, Kind, named
from engines.badass_force.cards import PLAYED, WEAPON_CARDS, CardSet, Icon
from engines.badass_force.casting import KEPT, Character
from engines.badass_force.events import CastChosen, WeaponDealt
from engines.badass_force.state import MEMBERS, Table
from engines.badass_force.turn import begin_game

RULE: Final = "Badass Force, Mise en place"

type Legal = tuple[Action, ...]


def set_up(table: Table, _: Any) -> None:
    """Step: everything up to the characters that all lay."""
    _cast(table)
    pile = [number for number, weapon in enumerate(table.arms) for _ in range(weapon.copies)]
    table.dice.shuffle(pile, "weapons")
    table.pile = pile[-WEAPON_CARDS:]  # of several boxes only 24 are played (Badass Force, Extensions)
    table.turn = table.dice.one_of(table.players, "first player")
    if table.events is not None:
        table.emit(CastChosen(characters=table.codes, first=table.turn, rule="ruling F35"))
    for seat in table.seats:
        seat.weapon = table.pile.pop()
        seat.ammo = table.arms[seat.weapon].start
        if table.events is not None:
            code = table.arms[seat.weapon].code
            table.emit(WeaponDealt(seat=seat.index, weapon=code, ammo=seat.ammo, rule="ruling F9"))
    weapons.refill(table)
    for seat in table.seats:
        characters.draw_loge(table, seat)
    table.agenda += ((begin_game, None), (characters.first_lay, None))


def _cast(table: Table) -> None:
    """Choose the seven characters, and what can be announced with them (ruling F32)."""
    codes = table.options.characters or drawn(table)
    table.codes = codes
    table.cast = tuple([table.casting.characters[code] for code in codes])
    table.powers, table.reacts, table.lays = sayings(table.cast)


@lru_cache(KEPT)
def sayings(cast: tuple[Character, ...]) -> tuple[tuple[Legal, Legal], dict[str, Legal], tuple[Legal, ...]]:
    """Return what can be announced with seven characters, in Cool and in Vengeance mode; what can be announced on each
    event; and what can be laid of each hand.
    """
    cool = tuple(named(Kind.ANNOUNCE, one.code) for one in cast if one.power)
    vengeance = tuple(named(Kind.ANNOUNCE, one.code) for one in cast if one.power or one.vengeance)
    reacts = {
        on: tuple(named(Kind.REACT, one.code) for one in cast if one.on == on)
        for on in dict.fromkeys(one.on.value for one in cast if one.on is not None)
    }
    lays = tuple(tuple(named(Kind.LAY, cast[one].code) for one in members) for members in MEMBERS)
    return (cool, vengeance), reacts, lays


def drawn(table: Table) -> tuple[str, ...]:
    """Draw the characters, one of each class among them if the set has one (Badass Force, Extensions)."""
    cards: CardSet = table.options.cards
    order = [card.code for card in cards.characters]
    table.dice.shuffle(order, "characters")
    classes = {card.code: card.classes for card in cards.characters}
    kept: list[str] = []
    for icon in Icon:
        if not any(icon in classes[code] for code in kept):
            kept += [code for code in order if icon in classes[code] and code not in kept][:1]
    kept += [code for code in order if code not in kept]
    chosen = kept[:PLAYED]
    return tuple(card.code for card in cards.characters if card.code in chosen)
