"""The warbands that things are weighed with: a company, what it spends freed points on, and whom it fights.

All of them are made of a handful of the catalogue's rows (``NEEDED``), paid for at the catalogue's prices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate
from typing import Final

from msgspec import Struct

from engines.musg.battle.setup import Side
from engines.musg.catalogue import Catalogue
from engines.musg.items import Item
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Figure

RACE: Final = "generic"
DAGGER: Final = "dagger"
AXE: Final = "axe"
BOW: Final = "bow"


class Member(Struct, frozen=True):
    """One figure of a reference warband: its race and rank, what it carries besides a dagger, and what it learned.

    ``given`` are codes that nothing is paid for here: what is weighed. ``profile_given``: the profile itself is.
    ``mercenary`` is the code of one who serves for money, all of whose pay is what is weighed.
    """

    rank: Rank
    items: tuple[str, ...] = ()
    race: str = RACE
    skills: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    profile_given: bool = False
    mercenary: str = ""

    def cost(self, catalogue: Catalogue) -> int:
        """Return what is paid for it, in points: profile and arms without what is given; the dagger is free."""
        return self.profile_cost(catalogue) + sum(catalogue.item(code).cost for code in self.items)

    def profile_cost(self, catalogue: Catalogue) -> int:
        """Return what its profile costs, in points; 0 where that is given."""
        if self.profile_given:
            return 0
        return (catalogue.extra if self.rank is Rank.EXTRA else catalogue.race(self.race).profiles[self.rank]).cost


type Band = tuple[Member, ...]

_PLAIN: Final = Member(Rank.HENCHMAN)
_AXEMAN: Final = Member(Rank.HENCHMAN, (AXE,))
_ARCHER: Final = Member(Rank.HENCHMAN, (BOW,))

HEROES: Final = (0, 1)
"""Where the company's leader and lieutenant stand in it."""
HENCHMEN: Final = (2, 3, 4, 5)
"""Where its four henchmen stand, who carry nothing but their daggers."""
COMPANY: Final[Band] = (
    Member(Rank.LEADER, (AXE, BOW)),
    Member(Rank.LIEUTENANT, (AXE, BOW)),
    *(_PLAIN for _ in HENCHMEN),
)
"""The warband that has the thing, or has not: two heroes with axe and bow, four henchmen."""

_ARMED: Final[Band] = (*COMPANY[:2], *(_AXEMAN for _ in HENCHMEN))
LEVELS: Final[tuple[Band, ...]] = (
    COMPANY,
    (*_ARMED, *(_AXEMAN,) * 2),
    (*_ARMED, *(_AXEMAN,) * 6),
)
"""What the company is for its freed points, step by step: as it is; with an axe for each of its henchmen and two more
men with axes; with four more of those. In between, chance decides: see the package's own words."""


class Opponent(StrEnum):
    """The kinds of warbands that the company fights: five figures with blades, with guns and bows, or with either."""

    BLADES = "blades"
    GUNS = "guns"
    MIXED = "mixed"


OPPONENTS: Final[Mapping[Opponent, Band]] = {
    Opponent.BLADES: (
        Member(Rank.LEADER, ("sword", "buckler")),
        Member(Rank.LIEUTENANT, ("two_handed_axe",)),
        *(_AXEMAN,) * 3,
    ),
    Opponent.GUNS: (
        Member(Rank.LEADER, ("rifle",)),
        Member(Rank.LIEUTENANT, ("rifle",)),
        *(_ARCHER,) * 3,
    ),
    Opponent.MIXED: (
        Member(Rank.LEADER, ("sword", "rifle")),
        Member(Rank.LIEUTENANT, (AXE, BOW)),
        *(_AXEMAN,) * 2,
        _ARCHER,
    ),
}

NEEDED: Final = frozenset(
    code for band in (*LEVELS, *OPPONENTS.values()) for member in band for code in (*member.items, DAGGER)
)
"""The codes of all items that a catalogue must hold for something to be weighed by it; and ``RACE``."""


class Brought(Rules, frozen=True, kw_only=True):
    """The rules of a battle, with the catalogue that is weighed by. Never stored."""

    brought: Catalogue

    @property
    def catalogue(self) -> Catalogue:
        """The races, the gear, the skills and the tables that are played with."""
        return self.brought


def cost(band: Iterable[Member], catalogue: Catalogue) -> int:
    """Return what is paid for a band, in points."""
    return sum(member.cost(catalogue) for member in band)


def budgets(catalogue: Catalogue) -> tuple[int, ...]:
    """Return what each of ``LEVELS`` costs more than the company alone, in points: 0 first, then growing."""
    alone = cost(COMPANY, catalogue)
    return tuple(cost(level, catalogue) - alone for level in LEVELS)


def side(band: Sequence[Member], key: str, zone: int, catalogue: Catalogue) -> Side:
    """Return a band as a side of a battle."""
    firsts = accumulate((1 + len(member.items) + len(member.given) for member in band), initial=1)
    figures = tuple(
        _figure(member, number, first, catalogue)
        for number, (member, first) in enumerate(zip(band, firsts, strict=False), 1)
    )
    return Side(key=key, name=key, race=RACE, figures=figures, zone=zone)


def _figure(member: Member, number: int, first: int, catalogue: Catalogue) -> Figure:
    paid = [(DAGGER, 0), *((code, catalogue.item(code).cost) for code in member.items)]
    paid += [(code, 0) for code in member.given]
    return Figure(
        id=number,
        name=f"{member.rank} {number}",
        rank=member.rank,
        race=member.race,
        origin=Rank.LEADER if member.mercenary else member.rank,
        cost=member.profile_cost(catalogue),
        items=tuple(Item(place, code, price) for place, (code, price) in enumerate(paid, first)),
        skills=member.skills,
        mercenary=member.mercenary or None,
    )
