"""How a drawn warband fights, and what its figures then carry: our own advice, nothing of it stands in the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from engines.musg.catalogue.levy_types import Ladder, Rung
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


def arms_of(warband: Warband) -> Arms:
    """Return what a warband can be armed with: its era's, a primitive tribe's wherever it lives (ruling M312)."""
    if warband.is_tribe or warband.rules.era is Era.MEDIEVAL:
        return Arms.OLD
    return Arms.FUTURE if warband.rules.era is Era.FUTURISTIC else Arms.MODERN


def free_guns(warband: Warband) -> tuple[str, ...]:
    """Return the guns of which a figure's first costs nothing in the era of a warband (ruling M29)."""
    era = warband.rules.era.value
    return tuple(code for code, gun in warband.catalogue.ranged.items() if era in gun.first_free_in)


def ladder(warband: Warband, figure: Figure, style: Style) -> Ladder:
    """Return what a figure of a warband gets in a style, its free first pistol where it has one (ruling M29) first.

    What its catalogue does not hold, or the campaign leaves out, is not among it. Nobody arms extras or zombies.
    """
    if figure.rank is Rank.EXTRA or figure.is_zombie:
        return Ladder((), ())
    arms, advice = arms_of(warband), warband.catalogue.levy
    found = (advice.heroes if figure.rank.is_hero else advice.henchmen)[style.value][arms.value]
    body = () if arms is Arms.OLD and not figure.rank.is_hero else tuple((code,) for code in advice.body)
    pistol = () if arms is Arms.OLD else tuple((code,) for code in free_guns(warband))
    return Ladder(_known((*pistol, *found.core), warband), _known((*found.more, *body), warband))


def _known(rungs: Iterable[Rung], warband: Warband) -> tuple[Rung, ...]:
    items = warband.catalogue.offered(warband.catalogue.items)
    known = (tuple(code for code in rung if code in items) for rung in rungs)
    return tuple(rung for rung in known if rung)
