"""The mutable state of a battle: one ``Piece`` per figure, one ``Band`` per side. Compact, for speed."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Final

from engines.musg.attacks.fighter import LEVELS, Fighter
from engines.musg.attacks.terms import Target
from engines.musg.ground.movement import ANY_OBSTACLE, Mover
from engines.musg.ground.sight import number_of
from engines.musg.ground.table import RADIUS, Base
from engines.musg.ranks import Rank


class Place(IntEnum):
    """Where a figure is. Only those in ``PLAY`` are seen and hit by the ordinary rules; those ``ABOARD`` act, too."""

    WAITING = 0  # to be deployed
    RESERVE = 1  # arrives on the third turn
    PLAY = 2
    OUT = 3  # at 0 hit points; the body lies there (ruling M34)
    DEAD = 4  # below 0 hit points; removed
    FLED = 5  # routed off the table
    LEFT = 6  # left it with a body, or was carried off
    ABSENT = 7  # erratic, and sat it out
    ABOARD = 8  # in a vehicle: acts as its module lets it, and is neither seen nor touched from outside
    AWAY = 9  # held back, and did not come on the third turn


NOWHERE: Base = (0.0, 0.0, 0.0, RADIUS)
CAPTIVE: Final = "captive"
"""The trait of those whom a rescue is about (ruling M330)."""


class Piece:
    """A figure on the table. ``uid`` is its number in the battle, ``number`` that in its warband.

    ``sheet`` is all that does not change. ``base`` is where it stands (x, y, height of the feet, radius; paces).
    ``ap`` are action points left in the activation under way. ``foes`` are the enemies in base contact (ruling M63).
    ``unseen`` are the enemies of a higher level it has never had in sight (ruling M141). ``failures`` counts
    the passive tests it failed at a first sight or under fire: one of them ends a move under way (rulings M7, M300).
    """

    __slots__ = (
        "acted",
        "ap",
        "base",
        "bounty",
        "burst",
        "bystander",
        "charged",
        "dived",
        "down",
        "dry",
        "failed",
        "failures",
        "fell_as",
        "fired",
        "foes",
        "hidden",
        "hp",
        "hurt",
        "is_leader",
        "laden",
        "level",
        "like",
        "medikits",
        "movers",
        "number",
        "place",
        "provoked",
        "rallies",
        "reserve_shot",
        "routed",
        "routed_on",
        "shaken",
        "sheet",
        "side",
        "spot",
        "spotted",
        "struck_down",
        "traits",
        "uid",
        "unseen",
        "used_catch",
        "used_vital",
        "worth",
    )

    def __init__(self, uid: int, side: int, number: int, sheet: Fighter) -> None:
        self.uid = uid
        self.like = uid  # under which number its odds are remembered: those who come in numbers share one
        self.side = side
        self.number = number
        self.sheet = sheet
        self.traits = sheet.traits
        self.level = sheet.level
        self.bystander = "bystander" in sheet.traits  # nobody fights it, see ``led``
        self.worth = sheet.victory_points
        self.is_leader = sheet.rank is Rank.LEADER
        self.base: Base = NOWHERE
        self.spot = 0  # the number of the place where it was last asked for, and that place
        self.spotted: Base = NOWHERE
        self.place = Place.WAITING
        self.hp = sheet.hit_points
        self.ap = 0
        self.acted = False  # had its activation this turn (ruling M46)
        self.failed = False  # failed a rally or rout test this turn: lends no leadership (Musg, Fin du tour)
        self.charged = False  # +1 strength until the end of this activation (ruling M64)
        self.dived = False  # charged from above: strikes hit without a roll (ruling M281)
        self.shaken = 0  # toughness lost to the charger under way, 0 or -1 (ruling M140)
        self.hidden = "deploys_hidden" in sheet.traits  # the commando, until activated (ruling M280)
        self.routed = False  # flees (Musg, Fuir)
        self.routed_on = 0  # the turn it routed
        self.rallies = 0  # +1 leadership each (ruling M52)
        self.hurt = False  # lost, or was spared, its first hit point (ruling M257)
        self.medikits = sheet.medikits
        self.reserve_shot = False  # the gunsmith's second shot of the action point (ruling M278)
        self.fired: set[int] = set()  # slow weapons fired this turn (ruling M70)
        self.burst: set[int] = set()  # weapons that exploded (ruling M95)
        self.dry: set[int] = set()  # weapons without ammunition (ruling M104)
        self.movers: dict[float, Mover] = {}
        self.foes: list[Piece] = []
        self.unseen: set[int] = set()
        self.failures = 0
        self.used_vital = 0  # the turn its re-roll was used, 0 never
        self.used_catch = 0
        self.provoked: frozenset[int] = frozenset()  # a bystander's: who shot at it
        self.down = False  # out of action or dead, wherever the body is now
        self.fell_as = 0  # its place among the fallen
        self.struck_down: int | None = None  # who put it out of action; None for an accident
        self.laden = False  # carries something a scenario is about: neither runs nor charges
        self.bounty = 0  # points of a scenario at stake in it, for players

    def at(self) -> int:
        """Return the number of the place where it stands (``sight.number_of``)."""
        if not self.spot or self.spotted != self.base:
            self.spot, self.spotted = number_of(self.base), self.base
        return self.spot

    @property
    def in_play(self) -> bool:
        """Takes part: stands on the table or sits in a vehicle (ruling M355)."""
        return self.place == Place.PLAY or self.place == Place.ABOARD

    @property
    def afoot(self) -> bool:
        """Has a base on the ground: one touches it, draws lines to it and measures from it (ruling M355)."""
        return self.place == Place.PLAY

    def spares(self, other: Piece) -> bool:
        """Tell whether its shots can never hit that figure: the elf sniper's friends, even when it misses.

        It is not one of them: its own grenade reaches it (Musg, Sniper elfique).
        """
        return "shoots_into_melee" in self.traits and other.side == self.side and other is not self

    def level_to(self, other: Piece) -> int:
        """Return its level as another figure measures it: the dreaded count one better for the lowly (ruling M321)."""
        return self.level + ("dreaded" in self.traits and other.level <= LEVELS[Rank.HENCHMAN])

    def target(self, turn: int) -> Target:
        """Return it as what an attack may hurt now."""
        sheet = self.sheet
        return Target(
            self.uid,
            max(1, sheet.toughness + self.shaken),
            self.hp,
            sheet.bucklers,
            sheet.ignores_first_wound and not self.hurt,
            "reroll_enemy_wound" in self.traits and self.used_catch != turn,
        )

    def mover(self, factor: float = 1.0) -> Mover:
        """Return how it moves with ``factor`` of a walk: 1.5 for a run or a charge (Musg, Courir)."""
        found = self.movers.get(factor)
        if found is None:
            found = self.movers[factor] = mover(self.sheet, factor)
        return found

    def __repr__(self) -> str:
        return f"Piece({self.uid}, {self.sheet.name!r}, hp={self.hp}, at={self.base[:2]})"


CLEARS: Final = {"clears_half": 0.5, "clears_three_halves": 1.499}
"""Traits of those who get over low obstacles only: the highest, a figure being a pace tall (rulings M191, M323)."""
ROPE_HEIGHT: Final = 10.0
ANY_HEIGHT: Final = 1000.0
ACTING: Final = (Place.PLAY, Place.ABOARD)
"""Where those are who are in play: they have an activation and may fight on (``Piece.in_play``)."""


@lru_cache(maxsize=2048)
def mover(sheet: Fighter, factor: float) -> Mover:
    """Rope, jump pack and the harasser's tackle (Musg, Équipement; Musg, Harceleur Gobelin)."""
    traits = sheet.traits
    climb = 2.0
    scales = 0.0
    hangs = False
    if "climbs" in traits:
        scales = ROPE_HEIGHT
        hangs = True
        if "climbs_rope_fast" in traits:
            climb = 1.0
    if "jump" in traits:
        climb, scales, hangs = 1.0, ANY_HEIGHT, False
    if "climbs_freely" in traits:
        climb, scales, hangs = 0.0, ANY_HEIGHT, False
    return Mover(
        paces=sheet.open_ground_movement * factor,
        rough=sheet.movement * factor,
        ignores_difficult=sheet.ignores_difficult_terrain,
        climb=climb,
        scales=scales,
        hangs=hangs,
        most=min([most for trait, most in CLEARS.items() if trait in traits], default=ANY_OBSTACLE),
    )


class Band:
    """A side: its figures and what it has won.

    ``initial`` counts those who took the field (ruling M150). Of its ``points``, ``scored`` are the scenario's.
    """

    __slots__ = ("index", "initial", "key", "leader", "leader_lost_on", "name", "pieces", "points", "race", "scored")

    def __init__(self, index: int, key: str, name: str, race: str) -> None:
        self.index = index
        self.key = key
        self.name = name
        self.race = race
        self.pieces: list[Piece] = []
        self.leader: Piece | None = None
        self.leader_lost_on = 0  # the turn in which the leader went out, died or fled (rulings M149, M151)
        self.initial = 0
        self.points = 0
        self.scored = 0
