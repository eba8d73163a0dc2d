"""Evenings for the tests: two bands, and what may be entered next, whatever the state."""

from __future__ import annotations

from collections.abc import Iterator

from engines.musg.pocket.entries import Entry
from engines.musg.pocket.entries.civilians import DrawCivilian, ShotAt, Stolen
from engines.musg.pocket.entries.encounters import EntersBuilding, HearsSomething, HowMany, Placed, WhatComes
from engines.musg.pocket.entries.harm import (
    Activated,
    Bitten,
    Carried,
    Countdown,
    Destroyed,
    Down,
    Hush,
    Joined,
    Left,
    Shot,
    Wounded,
)
from engines.musg.pocket.entries.turn import BandsDone, EndTurn, Finish, GroupMoved, Initiative, RollInitiative
from engines.musg.pocket.log import begin, play
from engines.musg.pocket.setup import Band, Fighter, Menace, Setup
from engines.musg.pocket.state import Awaited, State
from engines.musg.ranks import Rank

AXES = Band(
    "axes",
    "Axes",
    (Fighter(1, "Ada", Rank.LEADER, 4), Fighter(2, "Bo", Rank.HENCHMAN, 3), Fighter(3, "Cy", Rank.HENCHMAN, 3)),
)
BLADES = Band("blades", "Blades", (Fighter(1, "Dee", Rank.LEADER, 5), Fighter(2, "Eli", Rank.HENCHMAN, 3)))


def setup(menace: Menace = Menace.ZOMBIES, **choices: object) -> Setup:
    return Setup(menace=menace, bands=(AXES, BLADES), **choices)  # type: ignore[arg-type]


def evening(*entries: Entry, menace: Menace = Menace.ZOMBIES, **choices: object) -> State:
    """The state after these entries."""
    state = begin(setup(menace, **choices))
    for entry in entries:
        play(state, entry)
    return state


ORDER = Initiative(order=("axes", "blades"))
QUIET = (HearsSomething(band="axes", faces=(6,)), HearsSomething(band="blades", faces=(6,)))
"""Nobody hears anything before turn 6 (ruling M188)."""


def turns(last: int) -> list[Entry]:
    """Quiet turns up to the bands' part of turn ``last``."""
    entries: list[Entry] = []
    for turn in range(1, last + 1):
        entries += [ORDER, *QUIET]
        if turn < last:
            entries += [BandsDone(turn=turn), EndTurn(turn=turn)]
    return entries


def zombies(count: int = 3, point: int = 2) -> Placed:
    return Placed(profile="zombie", count=count, point=point)


def pending(state: State) -> int:
    assert state.awaited is not None
    return state.awaited.id


def candidates(state: State, die: Iterator[int]) -> list[Entry]:
    """Entries that might be legal here; dice from ``die``."""
    refs = list(state.refs())
    found: list[Entry] = [
        Initiative(order=state.in_play()),
        Initiative(order=tuple(reversed(state.in_play()))),
        BandsDone(turn=state.turn),
        EndTurn(turn=state.turn),
        Finish(),
        Placed(profile=state.profiles[-1], count=next(die), point=1),
    ]
    if state.awaited is not None:
        answer = {
            Awaited.TABLE: lambda number: WhatComes(pending=number, faces=(next(die), next(die))),
            Awaited.HOW_MANY: lambda number: HowMany(pending=number, faces=(next(die),)),
            Awaited.CIVILIAN: lambda number: DrawCivilian(pending=number, faces=(next(die),)),
            Awaited.COUNTDOWN: lambda number: Countdown(pending=number, faces=(next(die),)),
        }[state.awaited.kind]
        found.append(answer(state.awaited.id))
    found += [HearsSomething(band=band.key, faces=(next(die),)) for band in state.setup.bands]
    for ref in refs:
        found += [
            Shot(figure=ref),
            Bitten(figure=ref, faces=(next(die), next(die)), acted=next(die) > 3),
            Activated(figure=ref),
            Down(figure=ref),
            Down(figure=ref, band="axes", number=1),
            Down(figure=ref, band="blades", killed=True),
            Carried(figure=ref),
            Left(figure=ref),
            EntersBuilding(figure=ref, building=next(die), faces=(next(die),)),
            Stolen(figure=ref, band="blades"),
            ShotAt(figure=ref, band="axes"),
        ]
    for group in state.groups:
        stun = (next(die),) if state.nature.is_held_up else ()
        found += [
            Wounded(group=group.id, faces=stun),
            Destroyed(group=group.id),
            *(Destroyed(group=group.id, hurt=one.turns) for one in group.hurt),
            GroupMoved(group=group.id),
            *(Joined(group=group.id, into=other.id) for other in state.groups[:3]),
        ]
    found += [Hush(noise=noise.id) for noise in state.noises]
    found.append(RollInitiative(faces=(next(die), next(die))))
    return found
