"""A raid at one moment: the alert, where each guard is on its round, the hostages, the bomb."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engines.musg.fixed import REGROUP_TEAM
from engines.musg.pocket.raid.setup import Raid
from engines.musg.pocket.setup import HOSTAGE, ref_of
from engines.musg.pocket.state import Awaited, Pending, Phase, Table

TEAM: Final = REGROUP_TEAM
SITE, DETECTOR = "site", "detector"
"""What stands before the number of a site for the bomb, or of a detector."""
START: Final = "turn"
"""The cause of the alert's roll at the start of the terrorists' part."""


class Stage(StrEnum):
    """What has become of the bomb. ``CARRIED``: by whom is the terrorists' secret, kept on paper (ruling M214)."""

    NONE = "none"
    CARRIED = "carried"
    DROPPED = "dropped"
    TICKING = "ticking"
    DEFUSED = "defused"
    EXPLODED = "exploded"


class Bomb(Struct, frozen=True):
    """The bomb: who placed it, where and in which turn, or in whose place it lies."""

    stage: Stage = Stage.NONE
    by: str = ""
    site: int = 0
    turn: int = 0

    @property
    def goes_off(self) -> int:
        """The turn at whose end it goes off; the one of placing does not count (ruling M212)."""
        return self.turn + TEAM.fuse


class Hostage(Struct, frozen=True):
    """A hostage: behind whom it goes ("" nobody), whether it was ever freed, saved, or killed."""

    number: int
    leader: str = ""
    freed: bool = False
    saved: bool = False
    killed: bool = False
    by_terrorists: bool = False

    @property
    def ref(self) -> str:
        """How entries call it."""
        return ref_of(HOSTAGE, self.number)

    @property
    def is_here(self) -> bool:
        """Whether it is on the table, alive."""
        return not self.saved and not self.killed


class Round(Struct, frozen=True):
    """A guard's round: how many ``markers`` in a row, at which it stands (from 1), in which turn it last acted."""

    markers: int
    at: int = 1
    acted: int = 0

    @property
    def next(self) -> tuple[int, ...]:
        """The markers it may walk to: the neighbours, either way (ruling M338)."""
        return tuple(one for one in (self.at + 1, self.at - 1) if 1 <= one <= self.markers)


class RaidState(Table, kw_only=True):
    """A raid so far. ``level``: of the alert, 0 to 6, at which it is given.

    ``kits``: who has a defusing kit; ``kits_lying``: in whose place one lies. ``places``: where markers are, in the
    table's own words, by what they mark; ``moved``: the hostages who were shown at one place and moved to another.
    """

    setup: Raid
    level: int = 0
    hostages: tuple[Hostage, ...] = ()
    bomb: Bomb = Bomb()
    rounds: dict[str, Round] = {}
    kits: tuple[str, ...] = ()
    kits_lying: tuple[str, ...] = ()
    places: dict[str, str] = {}
    moved: tuple[str, ...] = ()

    @classmethod
    def start(cls, setup: Raid) -> RaidState:
        """Return the state before the first entry: the terrorists begin, with a roll for the alert (ruling M211)."""
        state = cls(
            setup=setup,
            phase=Phase.GUARDS,
            hostages=tuple(Hostage(number) for number in range(1, setup.hostages + 1)),
            bomb=Bomb(Stage.CARRIED if setup.bomb else Stage.NONE),
            rounds={ref: Round(setup.markers) for ref in setup.guards},
            kits=setup.kit_bearers,
        )
        state.alarm(START)
        return state

    @property
    def keeps_kits(self) -> bool:
        """Whether this evening knows who has a defusing kit."""
        return self.setup.kits is not UNSET

    @property
    def has_begun(self) -> bool:
        """Whether somebody has acted, or the alert was rolled for: what is laid out stays where it is."""
        walked = any(one.acted for one in self.rounds.values())
        return self.turn > 1 or self.phase is not Phase.GUARDS or bool(self.rolls) or walked

    @property
    def marked(self) -> tuple[str, ...]:
        """What has a marker on the table: hostages held, the sites for the bomb, detectors."""
        sites = TEAM.bomb_sites if self.setup.bomb else 0
        detectors = 0 if self.setup.detectors is UNSET else self.setup.detectors
        held = tuple(one.ref for one in self.hostages if one.is_here and not one.freed)
        laid = ((SITE, sites), (DETECTOR, detectors))
        return (*held, *(ref_of(kind, number) for kind, count in laid for number in range(1, count + 1)))

    @property
    def given(self) -> bool:
        """Whether the alert is given, or not played: everybody moves freely."""
        return not self.setup.alert or self.level >= TEAM.alert

    @property
    def need(self) -> int:
        """What a die is compared with (rulings M208-M210)."""
        return TEAM.alert - self.level

    def alarm(self, cause: str, ref: str = "") -> None:
        """Let a roll for the alert be made next, unless it is given already."""
        if not self.given:
            self.pending = (*self.pending, Pending(self.next_id(), Awaited.ALERT, ref=ref, cause=cause))

    def is_raider(self, ref: str) -> bool:
        """Tell whether the figure is an anti-terrorist."""
        return ref.partition(":")[0] == self.setup.team

    def standing(self, *, raiders: bool) -> tuple[str, ...]:
        """Return those of a side who are on the table and up."""
        return tuple(ref for ref in self.refs() if self.stands(ref) and self.is_raider(ref) is raiders)

    def to_walk(self) -> tuple[str, ...]:
        """Return the guards who have not had their leg this turn, in order; none once the alert is given."""
        if self.given:
            return ()
        return tuple(ref for ref, one in self.rounds.items() if self.stands(ref) and one.acted < self.turn)

    def hostage(self, ref: str) -> Hostage | None:
        """Return the hostage of that reference."""
        return next((one for one in self.hostages if one.ref == ref), None)

    def put(self, changed: Hostage) -> None:
        """Let a hostage be what ``changed`` says."""
        self.hostages = tuple(changed if one.number == changed.number else one for one in self.hostages)

    def led_by(self, ref: str) -> tuple[Hostage, ...]:
        """Return the hostages behind a figure."""
        return tuple(one for one in self.hostages if one.is_here and one.leader == ref)

    def leave_alone(self, ref: str) -> None:
        """Nobody leads those any more whom the figure led: they wait where they stand."""
        for one in self.led_by(ref):
            self.put(replace(one, leader=""))
            self.tell("hostage_waits", one.ref)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to play for: the aims are decided, or one side has nobody left."""
        harmless = self.bomb.stage in (Stage.NONE, Stage.DEFUSED)
        nobody_held = not any(one.is_here for one in self.hostages)
        if harmless and nobody_held:
            return True
        terrorists, raiders = self.standing(raiders=False), self.standing(raiders=True)
        # A bomb that ticks goes on ticking for those who may still defuse it.
        return not raiders or (not terrorists and self.bomb.stage is not Stage.TICKING)
