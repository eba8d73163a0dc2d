"""What is weighed: an item, a profile, a skill or a mercenary of a catalogue, and who of the company bears it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import singledispatch
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue, Item
from engines.musg.catalogue.types import Equipment, MeleeWeapon, RangedWeapon
from engines.musg.prerequisites import prerequisites
from engines.musg.ranks import Rank
from engines.musg.weighing.reference import (
    AXE,
    BOW,
    COMPANY,
    HENCHMEN,
    HEROES,
    LEVELS,
    NEEDED,
    RACE,
    Band,
    Member,
    budgets,
    cost,
)


class Kind(StrEnum):
    """What can be weighed."""

    ITEM = "item"
    PROFILE = "profile"
    SKILL = "skill"
    MERCENARY = "mercenary"


class Subject(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The thing that is weighed: its ``code`` in the catalogue, for a profile its race's, with the ``rank``."""

    kind: Kind
    code: str
    rank: Rank | UnsetType = UNSET


class Trial(Struct, frozen=True):
    """How a thing is tried: the band that has it, and how many of it are in there, each at the price in question.

    ``levels`` are the bands without it: ``reference.LEVELS``, with the skills that the weighed one requires.
    """

    bearing: Band
    levels: tuple[Band, ...]
    count: int


class Weighable(ABC):
    """One kind of thing that can be weighed."""

    @abstractmethod
    def problems(self, subject: Subject, catalogue: Catalogue) -> Iterator[Problem]:
        """Yield why it cannot be weighed."""

    @abstractmethod
    def price(self, subject: Subject, catalogue: Catalogue) -> int | None:
        """Return its price in the catalogue, in points; ``None`` where it has none."""

    @abstractmethod
    def trial(self, subject: Subject, catalogue: Catalogue) -> Trial:
        """Return how it is tried."""


def problems(catalogue: Catalogue, subject: Subject) -> list[Problem]:
    """Return all that keeps a thing from being weighed by a catalogue.

    ``weigh_reference`` names what the reference warbands are made of and the catalogue lacks. ``weigh_dear``: what
    comes along with the thing costs more than the other warband has anything to spend on.
    """
    lacking = [code for code in sorted(NEEDED) if code not in catalogue.items]
    found = [Problem("weigh_reference", None, {"item": code}) for code in lacking]
    if RACE not in catalogue.races:
        found.append(Problem("no_such_race", None, {"item": RACE}))
    found += WEIGHABLE[subject.kind].problems(subject, catalogue)
    return found or list(_too_dear(trial(catalogue, subject), catalogue))


def _too_dear(tried: Trial, catalogue: Catalogue) -> Iterator[Problem]:
    beside, most = fixed(tried, catalogue), budgets(catalogue)[-1]
    if beside > most:
        yield Problem("weigh_dear", None, {"points": beside, "most": most})


def price(catalogue: Catalogue, subject: Subject) -> int | None:
    """Return a thing's price in a catalogue, in points; ``None`` for a skill: experience pays for those."""
    return WEIGHABLE[subject.kind].price(subject, catalogue)


def trial(catalogue: Catalogue, subject: Subject) -> Trial:
    """Return how a thing is tried."""
    return WEIGHABLE[subject.kind].trial(subject, catalogue)


def fixed(tried: Trial, catalogue: Catalogue) -> int:
    """Return what the band that has the thing costs more than the company, the thing itself not counted, in points."""
    return cost(tried.bearing, catalogue) - cost(COMPANY, catalogue)


@singledispatch
def bearers(item: Item) -> Sequence[int]:
    """Return where in the company those stand who bear a thing: whoever has a use for it, and nothing like it yet."""
    raise TypeError(type(item).__name__)


@bearers.register
def _(item: MeleeWeapon) -> Sequence[int]:
    return HENCHMEN


@bearers.register
def _(item: RangedWeapon) -> Sequence[int]:
    return HENCHMEN[:3]


@bearers.register
def _(item: Equipment) -> Sequence[int]:
    """The heroes strike with axe and dagger: what takes the second weapon's hand is for those with but one."""
    return HENCHMEN if item.bars_two_one_handed else HEROES


class _Items(Weighable):
    """Close combat weapons and shields go to four henchmen, ranged weapons to three, other gear to the two heroes."""

    def problems(self, subject: Subject, catalogue: Catalogue) -> Iterator[Problem]:
        if subject.code not in {**catalogue.ranged, **catalogue.melee, **catalogue.equipment}:
            yield Problem("no_such_item", None, {"item": subject.code})

    def price(self, subject: Subject, catalogue: Catalogue) -> int | None:
        return catalogue.item(subject.code).cost

    def trial(self, subject: Subject, catalogue: Catalogue) -> Trial:
        places = bearers(catalogue.item(subject.code))
        bearing = _changed(COMPANY, places, given=(subject.code,))
        return Trial(bearing, LEVELS, len(places))


class _Profiles(Weighable):
    """A leader takes the leader's place; others join, and bring arms as the company's own of such a rank carry them.

    So that the leader may cost less than the company's own, the band that it leads has what the second level has.
    """

    JOINING: Final = {Rank.LIEUTENANT: (1, (AXE, BOW)), Rank.HENCHMAN: (3, (AXE,)), Rank.EXTRA: (4, ())}

    def problems(self, subject: Subject, catalogue: Catalogue) -> Iterator[Problem]:
        if subject.code not in catalogue.races:
            yield Problem("no_such_race", None, {"item": subject.code})
        elif not subject.rank or (
            subject.rank is not Rank.EXTRA and subject.rank not in catalogue.races[subject.code].profiles
        ):
            yield Problem("no_such_profile", None, {"race": subject.code, "rank": str(subject.rank or "")})

    def price(self, subject: Subject, catalogue: Catalogue) -> int | None:
        if subject.rank is Rank.EXTRA:
            return catalogue.extra.cost
        return catalogue.race(subject.code).profiles[Rank(subject.rank or "")].cost

    def trial(self, subject: Subject, catalogue: Catalogue) -> Trial:
        rank = Rank(subject.rank or "")
        if rank is Rank.LEADER:
            led = Member(rank, COMPANY[0].items, subject.code, profile_given=True)
            return Trial((led, *LEVELS[1][1:]), LEVELS, 1)
        count, items = self.JOINING[rank]
        joined = Member(rank, items, subject.code, profile_given=True)
        return Trial((*COMPANY, *(joined,) * count), LEVELS, count)


class _Skills(Weighable):
    """The two heroes have learned it; what it requires they know in either band."""

    def problems(self, subject: Subject, catalogue: Catalogue) -> Iterator[Problem]:
        if subject.code not in catalogue.skills:
            yield Problem("no_such_skill", None, {"item": subject.code})

    def price(self, subject: Subject, catalogue: Catalogue) -> int | None:
        return None

    def trial(self, subject: Subject, catalogue: Catalogue) -> Trial:
        before = tuple(prerequisites(subject.code, catalogue))
        levels = tuple(_changed(level, HEROES, skills=before) for level in LEVELS)
        return Trial(_changed(COMPANY, HEROES, skills=(*before, subject.code)), levels, len(HEROES))


class _Mercenaries(Weighable):
    """Joins with what it brings along; who brings nothing is armed as the company's heroes are.

    The price is engagement and one fee, as a roster counts it (``Figure.value``, ruling M13): both warbands have spent
    the same when they meet for the first time. The fee is due again for every battle, and what the others bought stays:
    whoever keeps a mercenary for long pays more than is judged here.
    """

    def problems(self, subject: Subject, catalogue: Catalogue) -> Iterator[Problem]:
        if subject.code not in catalogue.mercenaries:
            yield Problem("no_such_mercenary", None, {"item": subject.code})

    def price(self, subject: Subject, catalogue: Catalogue) -> int | None:
        hired = catalogue.mercenary(subject.code)
        return hired.engagement + hired.fee

    def trial(self, subject: Subject, catalogue: Catalogue) -> Trial:
        hired = catalogue.mercenary(subject.code)
        joined = Member(
            Rank.MERCENARY,
            () if hired.items else COMPANY[0].items,
            hired.race,
            hired.skills,
            given=hired.items,
            profile_given=True,
            mercenary=hired.code,
        )
        return Trial((*COMPANY, joined), LEVELS, 1)


def _changed(band: Band, places: Sequence[int], **changes: tuple[str, ...]) -> Band:
    return tuple(replace(member, **changes) if place in places else member for place, member in enumerate(band))


WEIGHABLE: Final[Mapping[Kind, Weighable]] = {
    Kind.ITEM: _Items(),
    Kind.PROFILE: _Profiles(),
    Kind.SKILL: _Skills(),
    Kind.MERCENARY: _Mercenaries(),
}
