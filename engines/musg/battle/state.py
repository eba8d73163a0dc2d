"""The mutable state of a battle: one ``Piece`` per figure, one ``Band`` per side. Compact, for speed."""

from __future__ import annotations

from enum import IntEnum, StrEnum

from msgspec import Struct

from engines.musg.fighter import Fighter


class Place(IntEnum):
    """Where a figure is. Only ``PLAY`` figures act, are seen and are hit."""

    WAITING = 0  # to be deployed
    RESERVE = 1  # arrives on the third turn
    PLAY = 2
    OUT = 3  # at 0 hit points; the body lies there (ruling M34)
    DEAD = 4  # below 0 hit points; removed
    FLED = 5  # routed off the table
    LEFT = 6  # left it carrying a body, or carried off
    ABSENT = 7  # erratic, and sat it out


class Morale(IntEnum):
    """Steady, hiding after a failed test of "flee", or routed towards the nearest edge (ruling M50)."""

    STEADY = 0
    HIDING = 1
    ROUTED = 2


class Ask(StrEnum):
    """What the side to decide is asked."""

    DEPLOY = "deploy"
    ARRIVE = "arrive"
    ACTIVATE = "activate"
    ACT = "act"
    LOOK_OUT = "look_out"
    GUARD = "guard"
    FREE_SHOT = "free_shot"
    FIRST_TARGET = "first_target"


class Decision(Struct, frozen=True):
    """A question to ``side``. ``figure`` is the one who acts or is asked about, ``options`` the figures to choose from.

    ``left``: how many figures may still be activated in this wave (ACTIVATE). ``threat``: the shooter, the charger or
    the figure just sighted (reactions).
    """

    ask: Ask
    side: int
    figure: int | None = None
    options: tuple[int, ...] = ()
    left: int = 0
    threat: int | None = None


class Piece:
    """A figure on the table. ``uid`` is its number in the battle, ``sheet`` all that does not change.

    ``x``, ``y`` is the base's centre, ``level`` the number of the platform (0: ground), ``z`` its height, in paces.
    ``ap`` are action points left in the activation under way. ``foes`` are the enemies in base contact (ruling M63).
    ``seen`` are the enemies it has had in sight before (ruling M141).
    """

    __slots__ = (
        "acted",
        "ap",
        "burst",
        "carries",
        "charged",
        "dry",
        "failed",
        "fired",
        "foes",
        "forced",
        "from_above",
        "hidden",
        "hp",
        "ignores",
        "level",
        "medikits",
        "morale",
        "on_rope",
        "place",
        "radius",
        "rallies",
        "routed_on",
        "seen",
        "sheet",
        "shaken",
        "side",
        "uid",
        "used_catch",
        "used_vital",
        "x",
        "y",
        "z",
    )

    def __init__(self, uid: int, side: int, sheet: Fighter, radius: float) -> None:
        self.uid = uid
        self.side = side
        self.sheet = sheet
        self.radius = radius
        self.x = self.y = self.z = 0.0
        self.level = 0
        self.place = Place.WAITING
        self.morale = Morale.STEADY
        self.hp = sheet.hit_points
        self.ap = 0
        self.acted = False  # had its activation this turn (ruling M46)
        self.failed = False  # failed a leadership test this turn: lends none (Musg, Fin du tour)
        self.forced = False  # its activation is spent on fleeing or hiding
        self.charged = False  # +1 strength until the end of this activation (ruling M64)
        self.from_above = False  # strikes from a dive hit of themselves (ruling M281)
        self.shaken = 0  # toughness lost to the charger under way (ruling M140)
        self.hidden = False  # the commando, not seen yet (ruling M280)
        self.on_rope = False
        self.rallies = 0  # +1 leadership each (ruling M52)
        self.routed_on = 0  # the turn it routed
        self.ignores = sheet.ignores_first_wound
        self.medikits = sheet.medikits
        self.fired: set[int] = set()  # slow weapons fired this turn (ruling M70)
        self.burst: set[int] = set()  # weapons that exploded (ruling M95)
        self.dry: set[int] = set()  # weapons without ammunition (ruling M104)
        self.foes: list[Piece] = []
        self.seen: set[int] = set()
        self.carries: int | None = None
        self.used_vital = 0  # the turn its re-roll was used
        self.used_catch = 0

    @property
    def in_play(self) -> bool:
        """On the table and standing."""
        return self.place == Place.PLAY

    def __repr__(self) -> str:
        return f"Piece({self.uid}, {self.sheet.name!r}, hp={self.hp}, at=({self.x:.2f}, {self.y:.2f}))"


class Band:
    """A side: its figures and what it has won. ``initial`` counts those who took the field (ruling M150)."""

    __slots__ = ("index", "initial", "key", "leader", "leader_lost_on", "name", "pieces", "points", "race", "wave")

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
        self.wave = 0
