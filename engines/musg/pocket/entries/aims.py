"""What a raid is about: hostages freed, led out or killed, the bomb placed, defused, gone off; and who falls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg.pocket.entries.base import Entry, in_phase, standing
from engines.musg.pocket.entries.harm import Down
from engines.musg.pocket.raid.state import TEAM, Bomb, Hostage, RaidState, Stage
from engines.musg.pocket.state import Fall, Phase
from engines.musg.report import Who

PARTS: Final = (Phase.GUARDS, Phase.RAIDERS)


def held(state: RaidState, ref: str) -> Iterator[Problem]:
    """Yield what keeps somebody from being a hostage on the table."""
    one = state.hostage(ref)
    if one is None or not one.is_here:
        yield Problem("no_hostage", None, {"ref": ref})


class Led(Entry, frozen=True, tag="led", kw_only=True):
    """A figure touched a hostage, who follows it from now on, for no action point (Musg, Délivrer un otage; M340).

    An anti-terrorist frees it or takes it over from a friend; a terrorist only takes one that was freed and waits.
    """

    hostage: str
    figure: str

    def check(self, state: RaidState) -> Iterator[Problem]:
        """A hostage on the table, and somebody who may lead it."""
        yield from in_phase(state, *PARTS)
        yield from held(state, self.hostage)
        yield from standing(state, self.figure)
        one = state.hostage(self.hostage)
        if one is None or not state.knows(self.figure):
            return
        if one.leader == self.figure:
            yield Problem("led_by_it", None, {"ref": self.hostage})
        elif not state.is_raider(self.figure):
            friend = one.leader and not state.is_raider(one.leader)
            if not friend and (not one.freed or one.leader):
                yield Problem("not_to_take", None, {"ref": self.hostage}, "ruling M340")

    def apply(self, state: RaidState) -> None:
        """It follows."""
        one = _hostage(state, self.hostage)
        state.put(replace(one, leader=self.figure, freed=one.freed or state.is_raider(self.figure)))
        state.tell("hostage_led", self.hostage, leader=self.figure)


class HostageKilled(Entry, frozen=True, tag="hostage_killed", kw_only=True):
    """A hostage died: by a terrorist, which costs them 20 points (ruling M158), or by anybody else or chance (M340)."""

    hostage: str
    by_terrorists: bool

    def check(self, state: RaidState) -> Iterator[Problem]:
        """A hostage on the table."""
        yield from in_phase(state, *PARTS)
        yield from held(state, self.hostage)

    def apply(self, state: RaidState) -> None:
        """It is dead."""
        kill(state, _hostage(state, self.hostage), by_terrorists=self.by_terrorists)


class WalkedOff(Entry, frozen=True, tag="walked_off", kw_only=True):
    """An anti-terrorist left by the edge it came from, with the hostages behind it, who are saved (ruling M340)."""

    figure: str

    def check(self, state: RaidState) -> Iterator[Problem]:
        """An anti-terrorist that stands."""
        yield from in_phase(state, *PARTS)
        yield from standing(state, self.figure)
        if state.knows(self.figure) and not state.is_raider(self.figure):
            yield Problem("wrong_side", None, {"ref": self.figure})

    def apply(self, state: RaidState) -> None:
        """They are gone."""
        state.tell("left", self.figure)
        for one in state.led_by(self.figure):
            state.put(replace(one, leader="", saved=True))
            state.tell("hostage_saved", one.ref, points=TEAM.hostage_victory_points)
        state.gone = (*state.gone, self.figure)
        state.kits = tuple(ref for ref in state.kits if ref != self.figure)


class Fell(Down, frozen=True, tag="fell", kw_only=True):
    """A figure was put out of action; the hostages behind it wait, a bomb it had (``bomb``) lies there, or its kit.

    Rulings M214, M341.
    """

    bomb: bool = False

    def check(self, state: RaidState) -> Iterator[Problem]:
        """Somebody who stood; only a terrorist has the bomb, and only before it is placed."""
        yield from in_phase(state, *PARTS)
        yield from Down.check(self, state)
        if self.bomb and (state.bomb.stage is not Stage.CARRIED or state.is_raider(self.figure)):
            yield Problem("no_bomb", None, {"ref": self.figure})

    def apply(self, state: RaidState) -> None:
        """It lies there."""
        Down.apply(self, state)
        if self.bomb or (state.bomb.stage is Stage.CARRIED and state.bomb.by == self.figure):
            state.bomb = Bomb(Stage.DROPPED, self.figure)
            state.tell("bomb_dropped", self.figure)
        if self.figure in state.kits:
            state.kits = tuple(ref for ref in state.kits if ref != self.figure)
            state.kits_lying = (*state.kits_lying, self.figure)
            state.tell("kit_dropped", self.figure)
        state.leave_alone(self.figure)


class BombTaken(Entry, frozen=True, tag="bomb_taken", kw_only=True):
    """Another terrorist picked the bomb up in contact, for no action point (rulings M214, M341)."""

    figure: str

    def check(self, state: RaidState) -> Iterator[Problem]:
        """A terrorist that stands, a bomb that lies there."""
        yield from _terrorist(state, self.figure)
        if state.bomb.stage is not Stage.DROPPED:
            yield Problem("no_bomb", None, {"ref": self.figure})

    def apply(self, state: RaidState) -> None:
        """Everybody saw who has it."""
        state.bomb = Bomb(Stage.CARRIED, self.figure)
        state.tell("bomb_taken", self.figure)


class BombPlaced(Entry, frozen=True, tag="bomb_placed", kw_only=True):
    """The terrorist who has the bomb placed it at a site, for an action point; now it ticks (Musg, Amorcer)."""

    figure: str
    site: int = 1

    def check(self, state: RaidState) -> Iterator[Problem]:
        """A terrorist that stands; where it was picked up, the one who did; a site of those there are."""
        yield from _terrorist(state, self.figure)
        if state.bomb.stage is not Stage.CARRIED or state.bomb.by not in ("", self.figure):
            yield Problem("no_bomb", None, {"ref": self.figure})
        if not 1 <= self.site <= TEAM.bomb_sites:
            yield Problem("bomb_site", None, {"value": self.site, "most": TEAM.bomb_sites})

    def apply(self, state: RaidState) -> None:
        """It ticks."""
        state.bomb = Bomb(Stage.TICKING, self.figure, self.site, state.turn)
        state.tell("bomb_placed", self.figure, site=self.site, turn=state.bomb.goes_off)


class BombDefused(Entry, frozen=True, tag="bomb_defused", kw_only=True):
    """An anti-terrorist in contact defused it: two action points, one with a ``kit`` (Musg, Désamorcer; M341).

    Where the evening keeps the kits, it knows who has one, and ``kit`` says nothing.
    """

    figure: str
    kit: bool = False

    def check(self, state: RaidState) -> Iterator[Problem]:
        """An anti-terrorist that stands, a bomb that ticks."""
        yield from in_phase(state, *PARTS)
        yield from standing(state, self.figure)
        if state.knows(self.figure) and not state.is_raider(self.figure):
            yield Problem("wrong_side", None, {"ref": self.figure})
        if state.bomb.stage is not Stage.TICKING:
            yield Problem("no_bomb", None, {"ref": self.figure})

    def apply(self, state: RaidState) -> None:
        """For good."""
        state.bomb = replace(state.bomb, stage=Stage.DEFUSED)
        kit = self.figure in state.kits if state.keeps_kits else self.kit
        points = TEAM.defuse_action_points_with_kit if kit else TEAM.defuse_action_points
        state.tell("bomb_defused", self.figure, points=points)


class Caught(Entry, frozen=True, tag="caught", kw_only=True):
    """Somebody was within 20 paces when the bomb went off and is dead, also who lay there (rulings M213, M341).

    The terrorists score for anti-terrorists (ruling M326); a hostage costs them 20 points (ruling M340).
    """

    figure: str

    def check(self, state: RaidState) -> Iterator[Problem]:
        """Somebody on the table, after the blast."""
        yield from in_phase(state, Phase.BLAST)
        one = state.hostage(self.figure)
        if one is not None:
            yield from held(state, self.figure)
        elif not state.stands(self.figure) and not (state.lies(self.figure) and not state.fallen[self.figure].killed):
            yield Problem("not_on_table", None, {"ref": self.figure})

    def apply(self, state: RaidState) -> None:
        """Dead."""
        one = state.hostage(self.figure)
        if one is not None:
            kill(state, one, by_terrorists=True)
            return
        before = state.fallen.get(self.figure)
        key, _colon, number = state.bomb.by.partition(":")
        by = Who(key, int(number)) if state.is_raider(self.figure) else None
        killed = state.setup.dies(self.figure)  # who has a role of pulp lies there (ruling M360)
        state.fallen[self.figure] = replace(before, killed=killed) if before else Fall(by, killed=killed)
        state.tell("caught", self.figure)


def kill(state: RaidState, one: Hostage, *, by_terrorists: bool) -> None:
    """Let a hostage be dead."""
    state.put(replace(one, leader="", killed=True, by_terrorists=by_terrorists))
    if by_terrorists:
        state.tell("hostage_penalty", one.ref, points=TEAM.hostage_penalty)
    else:
        state.tell("hostage_dead", one.ref)


def _terrorist(state: RaidState, ref: str) -> Iterator[Problem]:
    yield from in_phase(state, *PARTS)
    yield from standing(state, ref)
    if state.knows(ref) and state.is_raider(ref):
        yield Problem("wrong_side", None, {"ref": ref})


def _hostage(state: RaidState, ref: str) -> Hostage:
    return next(one for one in state.hostages if one.ref == ref)
