"""The shapes of the rulebook's tables. Every entry carries its French name as printed and an English one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engines.core.text import Text
from engines.musg.ranks import Rank


class Characteristic(StrEnum):
    """The seven columns of a profile, in the printed order."""

    MOVEMENT = "movement"
    LEADERSHIP = "leadership"
    SHOOTING = "shooting"
    MELEE = "melee"
    STRENGTH = "strength"
    TOUGHNESS = "toughness"
    HIT_POINTS = "hit_points"


@dataclass(frozen=True, slots=True)
class Profile:
    """One row of a profile table.

    ``movement`` in paces; ``shooting`` and ``melee`` are the lowest die that hits ("3+" is 3), ``None`` where the
    book prints no value; ``cost`` in warband points, 0 where none is printed.
    """

    movement: int
    leadership: int | None
    shooting: int | None
    melee: int
    strength: int
    toughness: int
    hit_points: int
    cost: int

    def value(self, characteristic: Characteristic) -> int | None:
        """Return one column."""
        value: int | None = getattr(self, characteristic.value)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """A race or faction and what it changes in the muster (Musg, Listes facultatives).

    ``profiles`` by rank (leader, lieutenant, henchman). ``enlists`` names the races whose henchmen may join.
    ``enlists_any`` is the generic list, which mixes freely (ruling M16). ``leader_from`` names other races that may
    supply the leader, at that race's leader price. ``henchmen_only`` marks a race that joins other races' warbands as
    henchmen only (ruling M17). ``neighbour_leadership`` is the leadership each friend within ``neighbour_range`` paces
    adds. ``half_price``: the table's prices are halved already, which a switch takes back in other races' warbands
    (rulings M18, M19). ``enlisted_stay_henchmen``: of the races that it enlists nobody rises to lieutenant or leader
    (ruling M298). ``may_look_out`` tells whether figures of the race may use "Look out, boss!". ``traits``
    (``traits.TRAITS``) name what every figure of the race may do.
    """

    code: str
    name: Text
    profiles: Mapping[Rank, Profile]
    max_lieutenants: int
    enlists: tuple[str, ...] = ()
    enlists_any: bool = False
    leader_from: tuple[str, ...] = ()
    henchmen_only: bool = False
    ignores_difficult_terrain: bool = False
    neighbour_leadership: int = 0
    neighbour_range: int = 0
    may_look_out: bool = True
    half_price: bool = False
    enlisted_stay_henchmen: bool = False
    traits: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()


class Reload(StrEnum):
    """How often a ranged weapon fires: ``FAST`` once per action point spent, ``SLOW`` once per turn."""

    FAST = "fast"
    SLOW = "slow"


class Template(StrEnum):
    """The template a weapon places instead of rolling to hit."""

    BLAST = "blast"
    FLAME = "flame"


@dataclass(frozen=True, slots=True)
class Force:
    """A weapon's strength: ``own`` of its own, plus the bearer's strength when ``adds_bearer`` (printed "Pers.")."""

    own: int
    adds_bearer: bool

    def against(self, bearer_strength: int) -> int:
        """Return the strength of one hit, never below 1 (ruling M132)."""
        return max(1, self.own + (bearer_strength if self.adds_bearer else 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class RangedWeapon:
    """A row of the ranged weapons table.

    ``short``, ``medium``, ``long`` in paces, ``None`` where the table prints X; ``targets`` is ``None`` for X.
    ``radius`` in paces for blasts. ``heavy``: named a heavy weapon (ruling M71). ``black_powder``: may burst on a 1.
    ``drawn``: bow, crossbow or thrown blade, whose 1 may hit a figure on the line (ruling M98).
    ``limited_ammunition``: grenades and rockets, which may run out in battles fought back to back (ruling M104).
    ``first_free_in`` lists the eras in which a figure's first one costs nothing (ruling M29). ``traits``
    (``traits.TRAITS``) name what else there is to it.
    """

    code: str
    name: Text
    short: int | None
    medium: int | None
    long: int | None
    force: Force
    targets: int | None
    reload: Reload
    heavy: bool = False
    template: Template | None = None
    radius: int | None = None
    black_powder: bool = False
    drawn: bool = False
    limited_ammunition: bool = False
    cost: int
    first_free_in: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()

    @property
    def action_points(self) -> int:
        """Action points of one shot: 2 for slow and heavy weapons, otherwise 1 (rulings M70, M71)."""
        return 2 if self.heavy or self.reload is Reload.SLOW else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeWeapon:
    """A row of the close combat weapons table: hands needed (0 for X), dice per attack, force added, cost.

    ``traits`` (``traits.TRAITS``) name what else there is to it.
    """

    code: str
    name: Text
    hands: int
    dice: int
    force: Force
    cost: int
    first_free_in: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Modifier:
    """A change to one characteristic.

    ``amount`` counts improvements: +1 on shooting turns 4+ into 3+. ``pair`` applies only when two are carried.
    ``open_ground``: only on open ground. ``once``: further copies add nothing (ruling M124). ``limit`` is the value
    beyond which this modifier changes nothing, as printed or ruled ("max 2+" is 2, "minimum 4" is 4).
    """

    characteristic: Characteristic
    amount: int
    pair: bool = False
    open_ground: bool = False
    once: bool = False
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment:
    """A row of the equipment table.

    ``slot`` groups pieces of which one figure wears a single one ("armour"); ``most`` is how many of this piece one
    figure may carry (``None`` unlimited). ``bars_two_handed`` / ``bars_two_one_handed``: cannot be combined with a
    two-handed close combat weapon, or with two one-handed ones. ``traits`` (``traits.TRAITS``) name what the piece lets
    its bearer do.
    """

    code: str
    name: Text
    effect: Text
    cost: int
    modifiers: tuple[Modifier, ...] = ()
    slot: str | None = None
    most: int | None = None
    bars_two_handed: bool = False
    bars_two_one_handed: bool = False
    single_use: bool = False
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """One of the 23 improvements (Musg, Tableau des améliorations): its number, what it needs, what it changes."""

    number: int
    code: str
    name: Text
    effect: Text
    requires: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryResult:
    """A row of a return-of-the-fallen table: the faces ``low``..``high`` (d66, or d6 for the small tables).

    ``modifiers`` are permanent changes (negative amounts). ``again_in_multiple`` means this row is re-rolled inside
    multiple injuries (ruling M252). ``traits`` (``traits.TRAITS``) name what else it does.
    """

    code: str
    name: Text
    effect: Text
    low: int
    high: int
    modifiers: tuple[Modifier, ...] = ()
    again_in_multiple: bool = False
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Takedown:
    """Experience for putting an enemy of rank ``victim`` out of action, for a figure of rank ``by``."""

    by: Rank
    victim: Rank
    experience: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mercenary:
    """One of the six mercenaries: whose leader profile it uses, what it costs, what it may do.

    ``engagement`` is paid once, ``fee`` for each game, the first included (ruling M13). ``profile.cost`` repeats the
    engagement. ``items`` and ``skills`` are what it brings along and knows: nothing, for the six.
    """

    code: str
    name: Text
    race: str
    profile: Profile
    engagement: int
    fee: int
    ignores_difficult_terrain: bool
    rules: tuple[Text, ...]
    traits: tuple[str, ...]
    items: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Muster:
    """What a new warband may spend and hold (Musg, Composition d'une bande).

    ``total``, ``heroes`` and ``henchmen`` in warband points; ``minimum`` and ``maximum`` figures of each rank, a
    missing maximum meaning none. A race's ``max_lieutenants`` overrides the maximum of that rank.
    """

    total: int
    heroes: int
    henchmen: int
    minimum: Mapping[Rank, int]
    maximum: Mapping[Rank, int]
    extras_per_henchman: int
