"""How a drawn warband fights, and what its figures then carry: our own advice, nothing of it stands in the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from engines.musg.ranks import Rank
from engines.musg.rules import Era
from engines.musg.warband import Figure, Warband


class Style(StrEnum):
    """Few with guns, few with blades and armour, or as many as there is money for."""

    SHOOTERS = "shooters"
    BRAWLERS = "brawlers"
    MANY = "many"


class Arms(StrEnum):
    """What there is to be had: bows and blades (the Middle Ages, a primitive tribe), guns, or what hums and glows."""

    OLD = "old"
    MODERN = "modern"
    FUTURE = "future"


class Ladder(Struct, frozen=True):
    """What a figure gets, in this order, as far as the money goes. Codes joined by ``|`` are as good as each other.

    ``core`` is what makes its style; ``more`` is what else is of use.
    """

    core: tuple[str, ...]
    more: tuple[str, ...]


class Plan(Struct, frozen=True):
    """How the henchmen's points are shared out: so many for the gear of each, and no more figures than ``most``."""

    gear: int
    most: int


PLANS: Final[Mapping[Style, Plan]] = {
    Style.SHOOTERS: Plan(gear=20, most=10),
    Style.BRAWLERS: Plan(gear=26, most=10),
    Style.MANY: Plan(gear=6, most=12),
}

EXTRAS_MOST: Final = 4
"""So many extras follow those who come in numbers, at most."""


def _of(core: str, more: str) -> Ladder:
    return Ladder(tuple(core.split()), tuple(more.split()))


_BODY: Final = "jump_pack cyber_leg cyber_leg cyber_arm cyber_arm"
_HEROES: Final[Mapping[Style, Mapping[Arms, Ladder]]] = {
    Style.SHOOTERS: {
        Arms.OLD: _of("crossbow|bow light_armour sword|axe sight", "throwing_knife medikit buckler rope"),
        Arms.MODERN: _of(
            "assault_rifle|submachine_gun light_armour|heavy_armour sight sword|axe", "grenade medikit buckler rope"
        ),
        Arms.FUTURE: _of(
            "assault_rifle|submachine_gun light_armour|heavy_armour sight small_chainsaw", "grenade medikit rope"
        ),
    },
    Style.BRAWLERS: {
        Arms.OLD: _of(
            "two_handed_axe|axe|sword|morningstar heavy_armour shield", "buckler medikit throwing_knife rope"
        ),
        Arms.MODERN: _of("two_handed_axe|axe|sword|large_chainsaw heavy_armour shield", "grenade buckler medikit rope"),
        Arms.FUTURE: _of(
            "power_axe|power_sword|laser_sword|two_handed_chainaxe heavy_armour shield", "grenade buckler medikit rope"
        ),
    },
    Style.MANY: {
        Arms.OLD: _of("sword|axe|spear light_armour bow|crossbow", "buckler medikit sight throwing_knife rope"),
        Arms.MODERN: _of("sword|axe light_armour rifle|submachine_gun", "grenade sight buckler medikit rope"),
        Arms.FUTURE: _of("power_sword|chainaxe light_armour submachine_gun", "grenade sight buckler medikit rope"),
    },
}
_HENCHMEN: Final[Mapping[Style, Mapping[Arms, Ladder]]] = {
    Style.SHOOTERS: {
        Arms.OLD: _of("bow|crossbow light_armour", "sight sword|axe buckler throwing_knife"),
        Arms.MODERN: _of("rifle|rifle|crossbow light_armour", "sight sword|axe buckler grenade"),
        Arms.FUTURE: _of("rifle|machine_pistol light_armour", "sight sword|axe buckler grenade"),
    },
    Style.BRAWLERS: {
        Arms.OLD: _of("axe|sword|spear|halberd light_armour shield|buckler", "buckler throwing_knife medikit"),
        Arms.MODERN: _of("axe|sword|two_handed_axe|spear light_armour shield|buckler", "buckler grenade medikit"),
        Arms.FUTURE: _of("chainaxe|power_sword|small_chainsaw light_armour shield|buckler", "buckler grenade medikit"),
    },
    Style.MANY: {
        Arms.OLD: _of("bow|spear|axe", "buckler light_armour throwing_knife"),
        Arms.MODERN: _of("axe|spear|bow", "rifle buckler light_armour"),
        Arms.FUTURE: _of("axe|spear|small_chainsaw", "rifle buckler light_armour"),
    },
}


def arms_of(warband: Warband) -> Arms:
    """Return what a warband can be armed with: its era's, a primitive tribe's wherever it lives (ruling M312)."""
    if warband.is_tribe or warband.rules.era is Era.MEDIEVAL:
        return Arms.OLD
    return Arms.FUTURE if warband.rules.era is Era.FUTURISTIC else Arms.MODERN


def ladder(warband: Warband, figure: Figure, style: Style) -> Ladder:
    """Return what a figure of a warband gets in a style, its free first pistol where it has one (ruling M29) first.

    Nobody arms extras or zombies.
    """
    if figure.rank is Rank.EXTRA or figure.is_zombie:
        return Ladder((), ())
    arms = arms_of(warband)
    found = (_HEROES if figure.rank.is_hero else _HENCHMEN)[style][arms]
    body = () if arms is Arms.OLD and not figure.rank.is_hero else tuple(_BODY.split())
    pistol = () if arms is Arms.OLD else ("pistol",)
    return Ladder((*pistol, *found.core), (*found.more, *body))
