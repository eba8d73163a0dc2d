"""The shapes of the rulebook's tables. Every entry carries its French name as printed and an English one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engines.core.text import Text
from engines.musg.ranks import Rank

CIVILIAN: Final = "civilian"
"""What an encounter calls a civilian, who is drawn from five (ruling M204)."""


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


@dataclass(frozen=True, slots=True)
class Race:
    """A race or faction and what it changes in the muster (Musg, Listes facultatives).

    ``profiles`` by rank (leader, lieutenant, henchman). ``enlists`` names the races whose henchmen may join.
    ``enlists_any`` is the generic list, which mixes freely (ruling M16). ``leader_from`` names other races that may
    supply the leader, at that race's leader price. ``henchmen_only`` marks a race that joins other races' warbands as
    henchmen only (ruling M17). ``neighbour_leadership`` is the leadership each friend within ``neighbour_range`` paces
    adds. ``may_look_out`` tells whether figures of the race may use "Look out, boss!".
    """

    code: str
    name: Text
    profiles: Mapping[Rank, Profile]
    max_lieutenants: int
    enlists: tuple[str, ...]
    enlists_any: bool
    leader_from: tuple[str, ...]
    henchmen_only: bool
    ignores_difficult_terrain: bool
    neighbour_leadership: int
    neighbour_range: int
    may_look_out: bool
    notes: tuple[Text, ...]


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


@dataclass(frozen=True, slots=True)
class RangedWeapon:
    """A row of the ranged weapons table.

    ``short``, ``medium``, ``long`` in paces, ``None`` where the table prints X; ``targets`` is ``None`` for X.
    ``radius`` in paces for blasts. ``heavy``: named a heavy weapon (ruling M71). ``black_powder``: may burst on a 1.
    ``drawn``: bow, crossbow or thrown blade, whose 1 may hit a figure on the line (ruling M98).
    ``limited_ammunition``: grenades and rockets, which may run out in battles fought back to back (ruling M104).
    ``first_free_in`` lists the eras in which a figure's first one costs nothing (ruling M29).
    """

    code: str
    name: Text
    short: int | None
    medium: int | None
    long: int | None
    force: Force
    targets: int | None
    reload: Reload
    heavy: bool
    template: Template | None
    radius: int | None
    black_powder: bool
    drawn: bool
    limited_ammunition: bool
    cost: int
    first_free_in: tuple[str, ...]
    notes: tuple[Text, ...]

    @property
    def action_points(self) -> int:
        """Action points of one shot: 2 for slow and heavy weapons, otherwise 1 (rulings M70, M71)."""
        return 2 if self.heavy or self.reload is Reload.SLOW else 1


@dataclass(frozen=True, slots=True)
class MeleeWeapon:
    """A row of the close combat weapons table: hands needed (0 for X), dice per attack, force added, cost."""

    code: str
    name: Text
    hands: int
    dice: int
    force: Force
    cost: int
    first_free_in: tuple[str, ...]
    notes: tuple[Text, ...]


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


@dataclass(frozen=True, slots=True)
class Equipment:
    """A row of the equipment table.

    ``slot`` groups pieces of which one figure wears a single one ("armour"); ``most`` is how many of this piece one
    figure may carry (``None`` unlimited). ``bars_two_handed`` / ``bars_two_one_handed``: cannot be combined with a
    two-handed close combat weapon, or with two one-handed ones. ``traits`` name what the piece lets its bearer do
    ("ignores_difficult_terrain_pair", "climbs", "heals", "jump", "reroll_hits_received").
    """

    code: str
    name: Text
    effect: Text
    cost: int
    modifiers: tuple[Modifier, ...]
    slot: str | None
    most: int | None
    bars_two_handed: bool
    bars_two_one_handed: bool
    single_use: bool
    traits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skill:
    """One of the 23 improvements (Musg, Tableau des améliorations): its number, what it needs, what it changes."""

    number: int
    code: str
    name: Text
    effect: Text
    requires: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    traits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InjuryResult:
    """A row of a return-of-the-fallen table: the faces ``low``..``high`` (d66, or d6 for the small tables).

    ``modifiers`` are permanent changes (negative amounts). ``again_in_multiple`` means this row is re-rolled inside
    multiple injuries (ruling M252). ``traits`` name what else it does ("may_sit_out", "hates", "no_leadership_tests",
    "loses_gear", "misses_next_game", "ignores_first_wound", "gains_experience", "roll_again", "quack_roll").
    """

    code: str
    name: Text
    effect: Text
    low: int
    high: int
    modifiers: tuple[Modifier, ...]
    again_in_multiple: bool
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Takedown:
    """Experience for putting an enemy of rank ``victim`` out of action, for a figure of rank ``by``."""

    by: Rank
    victim: Rank
    experience: int


@dataclass(frozen=True, slots=True)
class Mercenary:
    """One of the six mercenaries: whose leader profile it uses, what it costs, what it may do.

    ``engagement`` is paid once, ``fee`` for each game, the first included (ruling M13). ``profile.cost`` repeats the
    engagement.
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
    gun: str | None
    notes: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Civilian:
    """One of the five civilians to be met (Musg, Rencontre de civils). ``guns`` and ``blades`` in printed order.

    A gun may be one that no warband can buy (cost 0, in no table of weapons).
    """

    code: str
    name: Text
    profile: Profile
    guns: tuple[RangedWeapon, ...]
    blades: tuple[MeleeWeapon, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """Figures of one kind that an encounter brings: as many as ``d3`` dice show, plus ``fixed``.

    ``figure`` is a code of the catalogue's ``non_players``, or ``CIVILIAN`` for one drawn from its ``civilians``.
    """

    figure: str
    d3: int
    fixed: int


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


class VehicleSide(StrEnum):
    """The four sides of a vehicle, in the printed order."""

    FRONT = "front"
    REAR = "rear"
    RIGHT = "right"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class VehicleType:
    """A row of the table of vehicles as they come.

    ``structure`` points; ``speed`` and ``booster`` in paces, the booster's being the most that may be declared (ruling
    M223). ``armour`` is each side's toughness; ``armour_limit`` the greatest total of an improved one, ``None`` for no
    limit (rulings M218, M220). ``cost`` in warband points. ``width`` and ``length`` of the base in paces (ruling M344);
    ``passengers`` besides the pilot (rulings M234, M348).
    """

    code: str
    name: Text
    structure: int
    speed: int
    booster: int
    armour: Mapping[VehicleSide, int]
    armour_limit: int | None
    cost: int
    width: float
    length: float
    passengers: int

    @property
    def total_armour(self) -> int:
        """The sum of the four sides, as the table prints it too."""
        return sum(self.armour.values())


@dataclass(frozen=True, slots=True)
class Mishap:
    """A result of the table of booster problems, on a ``face`` of 1 to 4 (ruling M217).

    In this order: a ``turn`` of so many degrees to a side that a d6 decides, a straight ``advance`` of so many d6
    paces, a ``random_facing`` (rulings M227, M352).
    """

    face: int
    code: str
    name: Text
    effect: Text
    turn: int
    advance: int
    random_facing: bool


@dataclass(frozen=True, slots=True)
class Improvements:
    """What improving a vehicle costs in warband points (Musg, Coût des améliorations).

    A point of armour, of which every ``armour_per_pace_lost`` take one pace of speed (ruling M219); a pace of speed;
    spikes on one side, which add ``spikes_strength`` there (rulings M221, M346).
    """

    armour_cost: int
    armour_per_pace_lost: int
    speed_cost: int
    spikes_cost: int
    spikes_strength: int


@dataclass(frozen=True, slots=True)
class Driving:
    """Figures of driving (Musg, Do you need a ride?).

    ``turns`` of at most ``turn_degrees`` in one move, with at least ``straight_paces`` straight on before and after
    each. The lowest d6 on which the booster works. What ramming costs whoever is hit, in points of structure or hit
    points, without and with the booster. How far apart vehicles may be for a jump, in paces.
    """

    turns: int
    turn_degrees: int
    straight_paces: int
    booster_works_on: int
    ram_loss: int
    boosted_ram_loss: int
    jump_paces: int


@dataclass(frozen=True, slots=True)
class Vehicles:
    """All tables of the vehicles' chapter."""

    types: Mapping[str, VehicleType]
    mishaps: Mapping[str, Mishap]
    improvements: Improvements
    driving: Driving

    def mishap(self, d6: int) -> Mishap | None:
        """Return the booster problem on that face; ``None`` where the die is rolled again (ruling M217)."""
        return next((row for row in self.mishaps.values() if row.face == d6), None)


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
