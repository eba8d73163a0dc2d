"""The account of weapons: dealt, used, discarded, taken, revealed; charges on them; the armoury dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from campaigns.tables.badass_force.words import Cards, Names, amount, rolled
from engines.badass_force import events as e
from engines.core.event import Event


def _weapon_dealt(event: e.WeaponDealt, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "weapon": cards.name(event.weapon), "charges": amount("ammo", event.ammo)}
    return _("%(name)s is dealt a weapon: %(weapon)s, %(charges)s.") % words


def _executed(event: e.Executed, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "weapon": cards.name(event.weapon), "charges": amount("ammo", event.ammo)}
    return _("%(name)s uses the execution: %(weapon)s, %(charges)s.") % words


def _weapon_discarded(event: e.WeaponDiscarded, names: Names, cards: Cards) -> str:
    return _("%(name)s discards the weapon: %(weapon)s.") % {
        "name": names[event.seat],
        "weapon": cards.name(event.weapon),
    }


def _weapon_taken(event: e.WeaponTaken, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "weapon": cards.name(event.weapon), "count": event.ammo}
    if event.ammo:
        said = ngettext(
            "%(name)s takes a weapon: %(weapon)s, and keeps %(count)s charge.",
            "%(name)s takes a weapon: %(weapon)s, and keeps %(count)s charges.",
            event.ammo,
        )
        return said % words
    return _("%(name)s takes a weapon: %(weapon)s.") % words


def _weapon_revealed(event: e.WeaponRevealed, names: Names, cards: Cards) -> str:
    return _("New in the middle of the table: %(weapon)s.") % {"weapon": cards.name(event.weapon)}


def _pile_reformed(event: e.PileReformed, names: Names, cards: Cards) -> str:
    said = ngettext(
        "The weapon pile is used up: the discard, %(count)s weapon, becomes the new one.",
        "The weapon pile is used up: the discard, %(count)s weapons, is shuffled and becomes the new one.",
        event.count,
    )
    return said % {"count": event.count}


def _charged(event: e.Charged, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "charges": amount("ammo", event.gain), "total": event.ammo}
    if event.by is None or event.by == event.seat:
        return _("%(name)s gains %(charges)s: %(total)s in all.") % words
    return _("%(by)s gives %(name)s %(charges)s: %(total)s in all.") % {**words, "by": names[event.by]}


def _uncharged(event: e.Uncharged, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "charges": amount("ammo", event.loss), "total": event.ammo}
    return _("%(name)s loses %(charges)s: %(total)s left.") % words


def _overloaded(event: e.Overloaded, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "weapon": cards.name(event.weapon)}
    if event.by is None or event.by == event.seat:
        return _("%(name)s has overloaded a weapon: %(weapon)s.") % words
    return _("%(by)s overloads the weapon of %(name)s: %(weapon)s.") % {**words, "by": names[event.by]}


def _exchanged(event: e.Exchanged, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "target": names[event.target]}
    if event.weapons:
        return _("%(name)s and %(target)s exchange their weapons.") % words
    return _("%(name)s and %(target)s exchange the charges on their weapons.") % words


def _rolled(event: e.Rolled, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "faces": rolled(event.symbols)}
    return _("%(name)s rolls the armoury dice: %(faces)s.") % words


TELLING: Final[Mapping[type[Event], Callable[[Any, Names, Cards], str]]] = {
    e.WeaponDealt: _weapon_dealt,
    e.Executed: _executed,
    e.WeaponDiscarded: _weapon_discarded,
    e.WeaponTaken: _weapon_taken,
    e.WeaponRevealed: _weapon_revealed,
    e.PileReformed: _pile_reformed,
    e.Charged: _charged,
    e.Uncharged: _uncharged,
    e.Overloaded: _overloaded,
    e.Exchanged: _exchanged,
    e.Rolled: _rolled,
}
