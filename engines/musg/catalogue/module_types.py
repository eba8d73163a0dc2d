"""The shapes of the modules' tables: whom nobody musters, who is met, pulp and anti-terrorists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.core.text import Text
from engines.musg.catalogue.types import Equipment, InjuryResult, MeleeWeapon, Profile, RangedWeapon
from engines.musg.ranks import Rank

CIVILIAN: Final = "civilian"
"""What an encounter calls a civilian, who is drawn from five (ruling M204)."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The codes of entries that rules need whoever plays.

    ``nobody``: the race where civilians, zombies and whoever else has no race are reckoned. ``risen``: the profile that
    an infected figure becomes (ruling M320). ``raised``: the one that a villain of pulp raises (ruling M313).
    """

    nobody: str
    risen: str
    raised: str


@dataclass(frozen=True, slots=True)
class NonPlayer:
    """A profile used by the modules for figures nobody musters (zombies, aliens).

    ``attacks`` are the dice of one strike, at the profile's own strength whatever the weapon (rulings M184, M185,
    M199). ``gun`` is the code of the ranged weapon it shoots with, ``None`` for those who never shoot.
    """

    code: str
    name: Text
    profile: Profile
    attacks: int
    gun: str | None = None
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Civilian:
    """One of the five civilians to be met (Musg, Rencontre de civils). ``guns`` and ``blades`` in printed order.

    A gun may be one that no warband can buy (cost 0, in no table of weapons).
    """

    code: str
    name: Text
    profile: Profile
    guns: tuple[RangedWeapon, ...] = ()
    blades: tuple[MeleeWeapon, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrival:
    """Figures of one kind that an encounter brings: as many as ``d3`` dice show, plus ``fixed``.

    ``figure`` is a code of the catalogue's ``non_players``, or ``CIVILIAN`` for one drawn from its ``civilians``.
    """

    figure: str
    d3: int = 0
    fixed: int = 0


@dataclass(frozen=True, slots=True)
class Encounter:
    """A row of a table of bad encounters: d66 ``low``..``high``, the infection ``point`` (1 to 3), who comes."""

    low: int
    high: int
    point: int
    arrivals: tuple[Arrival, ...]


@dataclass(frozen=True, slots=True)
class EncounterTable:
    """A table of bad encounters; its rows hold every d66 result exactly once, in order."""

    code: str
    name: Text
    rows: tuple[Encounter, ...]


@dataclass(frozen=True, slots=True)
class Pulp:
    """What a pulp campaign adds to the tables (Musg, Jouer en Pulp).

    ``pools``: points of pulp at the start of a game, of the leader and of all lieutenants together (ruling M163).
    ``setbacks``: the d66 draw of ruling M310. ``tribe_ranged``: the ranged weapons of a primitive tribe (ruling M312);
    its henchmen's price is divided by ``tribe_divisor``. ``equipment``: what only a tribe buys.
    """

    pools: Mapping[Rank, int]
    setbacks: tuple[InjuryResult, ...]
    tribe_ranged: frozenset[str]
    tribe_divisor: int
    equipment: Mapping[str, Equipment]


@dataclass(frozen=True, slots=True)
class Hostage:
    """Who is to be freed: it neither shoots nor strikes, and has no action points (ruling M340)."""

    name: Text
    movement: int
    leadership: int
    toughness: int
    hit_points: int


@dataclass(frozen=True, slots=True)
class RegroupTeam:
    """Figures of the game of anti-terrorists (Musg, Regroup team !). Distances in paces, costs in warband points.

    ``lieutenants`` the anti-terrorists may have (ruling M207). ``alert``: the level at which it is given; a d6 is
    compared with what is missing (rulings M208-M210). ``leash``: how far terrorist leaders keep to terrain
    they hold until then. ``fuse``: whole turns after the one of placing (ruling M212). ``blast``: the radius in which
    all die (ruling M213).
    ``hostage_penalty``: victory points for each hostage killed by a terrorist (ruling M158).
    """

    lieutenants: int
    terrorist_lieutenants: int
    alert: int
    leash: int
    detector_zone: int
    bomb_sites: int
    place_action_points: int
    defuse_action_points: int
    defuse_action_points_with_kit: int
    kit_cost: int
    fuse: int
    blast: int
    follows_within: int
    hostage_penalty: int
    hostage_victory_points: int
    hostage: Hostage


@dataclass(frozen=True, slots=True)
class ModuleRule:
    """What a module says about one thing, in short."""

    code: str
    name: Text
    effect: Text


@dataclass(frozen=True, slots=True)
class ModuleRules:
    """A module: its name, the rulebook's ``heading``, and what it says besides its tables."""

    code: str
    name: Text
    heading: str
    rules: Mapping[str, ModuleRule]
