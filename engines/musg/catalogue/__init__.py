"""What a game of Musg is played with, as one value: races, weapons, skills and the tables that are rolled upon.

Rules do not ask for a catalogue: whoever plays brings it (``Warband.catalogue``, ``Setup.catalogue``). The rulebook's
own is ``printed.CATALOGUE``, which everybody brings who says nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from engines.core.text import Text
from engines.musg.catalogue import reader
from engines.musg.catalogue.levy_types import Levy
from engines.musg.catalogue.module_types import (
    Civilian,
    Encounter,
    EncounterTable,
    ModuleRules,
    NonPlayer,
    Pulp,
    RegroupTeam,
    Roles,
)
from engines.musg.catalogue.types import (
    Equipment,
    InjuryResult,
    MeleeWeapon,
    Mercenary,
    Muster,
    Profile,
    Race,
    RangedWeapon,
    Skill,
    Takedown,
)
from engines.musg.catalogue.vehicle_types import Vehicles
from engines.musg.ranks import Rank

__all__ = ["Catalogue", "Entry", "Item", "UnknownCode"]

type Item = RangedWeapon | MeleeWeapon | Equipment

type Entry = Race | Item | Skill | Mercenary | Civilian | NonPlayer

SHELVES: Final[Mapping[type, str]] = {
    Race: "races",
    RangedWeapon: "items",
    MeleeWeapon: "items",
    Equipment: "items",
    Skill: "skills",
    Mercenary: "mercenaries",
    Civilian: "civilians",
    NonPlayer: "non_players",
}
"""On which shelf an entry's code is its own: a race and a skill may share one."""
ALWAYS_WOUNDS = 6
BEST_WOUND_ROLL = 2


class UnknownCode(KeyError, ValueError):
    """A code that the catalogue does not hold; the message names it."""

    def __init__(self, kind: str, code: object) -> None:
        self.kind = kind
        self.code = code
        super().__init__(f"no {kind} called {code!r} in the catalogue")

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """Tables like the rulebook's. Mappings keep the printed order and are read-only. A catalogue equals itself alone.

    ``damage[toughness - 1][strength - 1]`` is the lowest die that wounds. ``extra`` is the profile of extras.
    ``rank_names`` as the profile tables print them. ``grey_every``: each box of that number on a sheet gives a skill.
    ``unspent_victory_points``: for each point unspent in a quick game, where that is agreed (ruling M28).
    ``guns`` are ``ranged`` and those that only civilians carry, or carried before a pack replaced them
    (``spare_guns``); ``encounters`` are "zombies" and "aliens".
    ``house`` are the shelves and codes of what is not the book's, each with the name of the pack that brought it;
    ``left_out`` are codes that nobody may take any more.
    ``carried_by_all``: what everybody carries from the first day (rulings M29, M30). ``levy``: what drawn warbands are
    armed with.
    """

    races: Mapping[str, Race]
    rank_names: Mapping[Rank, Text]
    extra: Profile
    ranged: Mapping[str, RangedWeapon]
    melee: Mapping[str, MeleeWeapon]
    equipment: Mapping[str, Equipment]
    skills: Mapping[str, Skill]
    injuries: tuple[InjuryResult, ...]
    quack: tuple[InjuryResult, ...]
    henchman_return: tuple[InjuryResult, ...]
    survival_experience: int
    victory_experience: int
    grey_every: int
    takedowns: tuple[Takedown, ...]
    victory_points: Mapping[Rank, int]
    unspent_victory_points: int
    mercenaries: Mapping[str, Mercenary]
    non_players: Mapping[str, NonPlayer]
    civilians: Mapping[str, Civilian]
    encounters: Mapping[str, EncounterTable]
    vehicles: Vehicles
    damage: tuple[tuple[int, ...], ...]
    muster: Muster
    pulp: Pulp
    regroup_team: RegroupTeam
    modules: Mapping[str, ModuleRules]
    levy: Levy
    roles: Roles
    house: Mapping[tuple[str, str], Text] = field(default=MappingProxyType({}), repr=False)
    left_out: frozenset[str] = frozenset()
    spare_guns: Mapping[str, RangedWeapon] = field(default=MappingProxyType({}), repr=False)
    items: Mapping[str, Item] = field(init=False, repr=False)
    guns: Mapping[str, RangedWeapon] = field(init=False, repr=False)
    injuries_by_code: Mapping[str, InjuryResult] = field(init=False, repr=False)
    carried_by_all: tuple[str, ...] = field(init=False, repr=False)
    _items_with: Mapping[str, frozenset[str]] = field(init=False, repr=False)
    _injuries_with: Mapping[str, frozenset[str]] = field(init=False, repr=False)
    _by_difference: Mapping[int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        items: dict[str, Item] = {**self.ranged, **self.melee, **self.equipment, **self.pulp.equipment}
        rows = (*self.injuries, *self.quack, *self.henchman_return, *self.pulp.setbacks)
        differences = {
            strength - toughness: cell for toughness, row in enumerate(self.damage) for strength, cell in enumerate(row)
        }
        armed = {gun.code: gun for civilian in self.civilians.values() for gun in civilian.guns}
        carried = {**self.spare_guns, **armed}
        object.__setattr__(self, "items", MappingProxyType(items))
        object.__setattr__(self, "guns", MappingProxyType({**carried, **self.ranged}))
        object.__setattr__(self, "injuries_by_code", MappingProxyType({row.code: row for row in rows}))
        object.__setattr__(self, "_items_with", _by_trait({**carried, **items}))
        object.__setattr__(self, "_injuries_with", _by_trait(self.injuries_by_code))
        by_all = self.items_with("carried_by_all")
        object.__setattr__(self, "carried_by_all", tuple(code for code in items if code in by_all))
        object.__setattr__(self, "_by_difference", MappingProxyType(differences))

    def offered[T](self, rows: Mapping[str, T]) -> Mapping[str, T]:
        """Return of some entries by code those that may be taken."""
        return {code: row for code, row in rows.items() if code not in self.left_out} if self.left_out else rows

    def is_of_house(self, entry: Entry) -> bool:
        """Tell whether a pack brought an entry of this catalogue, and not the book."""
        return (SHELVES[type(entry)], entry.code) in self.house

    def item(self, code: str) -> Item:
        """Return the weapon or piece of equipment of that code. Raises ``UnknownCode``."""
        return _called("item", self.items, code)

    def has_free_first(self, code: str) -> bool:
        """Tell whether a figure's first one of an item costs nothing, in some era at least. Raises ``UnknownCode``."""
        return bool(getattr(self.item(code), "first_free_in", ()))

    def items_with(self, trait: str) -> frozenset[str]:
        """Return the codes of the weapons and pieces of equipment that bear a trait, civilians' guns included."""
        return self._items_with.get(trait, frozenset())

    def injuries_with(self, trait: str) -> frozenset[str]:
        """Return the codes of the rows of the return tables that bear a trait."""
        return self._injuries_with.get(trait, frozenset())

    def skill(self, code: str) -> Skill:
        """Return the skill of that code. Raises ``UnknownCode``."""
        return _called("skill", self.skills, code)

    def race(self, code: str) -> Race:
        """Return the race of that code. Raises ``UnknownCode``."""
        return _called("race", self.races, code)

    @property
    def of_nobody(self) -> Race:
        """Where whoever has no race is reckoned. Raises ``UnknownCode`` where it is missing."""
        return self.race(self.roles.nobody)

    @property
    def risen(self) -> NonPlayer:
        """What an infected figure becomes (ruling M320). Raises ``UnknownCode`` where it is missing."""
        return _called("profile", self.non_players, self.roles.risen)

    @property
    def raised(self) -> NonPlayer:
        """What a villain of pulp raises (ruling M313). Raises ``UnknownCode`` where it is missing."""
        return _called("profile", self.non_players, self.roles.raised)

    def mercenary(self, code: str) -> Mercenary:
        """Return the mercenary of that code. Raises ``UnknownCode``."""
        return _called("mercenary", self.mercenaries, code)

    def injury_called(self, code: str) -> InjuryResult:
        """Return the result of that code from any of the return tables. Raises ``UnknownCode``."""
        return _called("injury", self.injuries_by_code, code)

    def injury(self, d66: int) -> InjuryResult:
        """Return the row of a d66 written with its two faces, 11 to 66. Raises ``UnknownCode`` otherwise."""
        tens, units = divmod(d66, 10)
        if not (1 <= tens <= 6 and 1 <= units <= 6):
            raise UnknownCode("d66 result", d66)
        return _row(self.injuries, d66)

    def setback(self, d66: int) -> InjuryResult:
        """Return the row of the pulp setback that a d66 draws (ruling M310). Raises ``UnknownCode``."""
        return _row(self.pulp.setbacks, d66)

    def quack_result(self, d6: int) -> InjuryResult:
        """Return the quack doctor's row for a d6, 1 to 6. Raises ``UnknownCode``."""
        return _row(self.quack, d6)

    def henchman_result(self, d6: int) -> InjuryResult:
        """Return the fallen henchman's row for a d6, 1 to 6. Raises ``UnknownCode``."""
        return _row(self.henchman_return, d6)

    def takedown_experience(self, by: Rank, victim: Rank) -> int:
        """Return the experience for putting a ``victim`` out of action; 0 where none is printed (M238)."""
        return next((row.experience for row in self.takedowns if row.by is by and row.victim is victim), 0)

    def encounter(self, table: str, d66: int) -> Encounter:
        """Return who comes where by the table "zombies" or "aliens", for a d66 of 11 to 66. Raises ``UnknownCode``."""
        if table not in self.encounters:
            raise UnknownCode("table of encounters", table)
        if d66 not in reader.D66:
            raise UnknownCode("d66 result", d66)
        return next(row for row in self.encounters[table].rows if row.low <= d66 <= row.high)

    def wound_roll(self, strength: int, toughness: int) -> int:
        """Return the lowest d6 that wounds, 2 to 6.

        Both figures count as 1 at least (rulings M132, M133); beyond 12 the table goes on by strength minus
        toughness (ruling M131).
        """
        difference = max(1, strength) - max(1, toughness)
        outside = BEST_WOUND_ROLL if difference > 0 else ALWAYS_WOUNDS
        return self._by_difference.get(difference, outside)


def _by_trait(entries: Mapping[str, Item] | Mapping[str, InjuryResult]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for code, entry in entries.items():
        for trait in entry.traits:
            found.setdefault(trait, set()).add(code)
    return MappingProxyType({trait: frozenset(codes) for trait, codes in found.items()})


def _called[T](kind: str, rows: Mapping[str, T], code: str) -> T:
    try:
        return rows[code]
    except KeyError:
        raise UnknownCode(kind, code) from None


def _row(rows: tuple[InjuryResult, ...], face: int) -> InjuryResult:
    for row in rows:
        if row.low <= face <= row.high:
            return row
    raise UnknownCode("table row", face)
