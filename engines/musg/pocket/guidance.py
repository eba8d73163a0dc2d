"""What comes next, and what each group of the menace does in its part: as codes that the page puts into words.

Musg, Gestion des zombies, Gestion des aliens; rulings M186, M194, M286, M318, M328.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from engines.musg.pocket.entries.encounters import next_to_roll
from engines.musg.pocket.infection import is_counting
from engines.musg.pocket.state import Group, Pending, Phase, State

CHARGE_FACTOR: Final = 1.5
"""A charge covers one and a half times the movement."""


class Now(StrEnum):
    """What the table does next."""

    ROLL = "roll"
    INITIATIVE = "initiative"
    ENCOUNTER = "encounter"
    BANDS = "bands"
    GROUP = "group"
    END = "end"
    OVER = "over"


class Step(Struct, frozen=True):
    """What comes next: the roll ``awaited``, the ``band`` that rolls, or the ``group`` that has its part."""

    now: Now
    awaited: Pending | None = None
    band: str = ""
    group: Group | None = None


class Line(Struct, frozen=True):
    """One thing a group does, if it can; else the next line: how far in ``paces``, how many dice or markers."""

    code: str
    paces: int = 0
    count: int = 0


class Order(Struct, frozen=True):
    """What a group does in its part: how many ``move``, how many are held up, what they try one after the other."""

    group: Group
    move: int
    held_up: int
    lines: tuple[Line, ...]


def step(state: State) -> Step:
    """Return what comes next. A roll that is awaited comes before anything else."""
    if state.phase is Phase.OVER:
        return Step(Now.OVER)
    if state.awaited is not None:
        return Step(Now.ROLL, awaited=state.awaited)
    if state.phase is Phase.INITIATIVE and not state.lone:
        return Step(Now.INITIATIVE)
    if state.lone or state.phase is Phase.ENCOUNTERS:
        return Step(Now.ENCOUNTER, band=next_to_roll(state))
    if state.phase is Phase.BANDS:
        return Step(Now.BANDS)
    group = next(iter(to_move(state)), None)
    return Step(Now.GROUP, group=group) if group else Step(Now.END)


def to_move(state: State) -> list[Group]:
    """Return the groups that have not had their part this turn, in the order they came (ruling M319)."""
    return [group for group in state.groups if group.standing and group.id not in state.moved]


def order(state: State, group: Group) -> Order:
    """Return what a group does in its part."""
    kind = state.setup.catalogue.non_players[group.profile]
    moves = (_shooting if kind.gun else _melee) if state.nature.charges else _zombie
    lines = [*moves(kind.profile.movement, kind.attacks)]
    heard = sum(not noise.fresh for noise in state.noises)
    if heard:
        lines.append(Line("noise", kind.profile.movement // 2, heard))
    lines.append(Line("stay"))
    return Order(group, group.standing - group.held_up, group.held_up, tuple(lines))


def _zombie(movement: int, dice: int) -> Iterator[Line]:
    yield Line("strike_twice", count=dice)
    yield Line("walk_and_strike", movement, dice)
    yield Line("walk_twice", movement)


def _melee(movement: int, dice: int) -> Iterator[Line]:
    yield Line("strike_twice", count=dice)
    yield Line("charge", int(movement * CHARGE_FACTOR))
    yield Line("walk_twice", movement)


def _shooting(movement: int, dice: int) -> Iterator[Line]:
    yield Line("strike_twice", count=dice)
    yield Line("shoot_twice")
    yield Line("walk_and_shoot", movement)
    yield Line("charge_unseen", int(movement * CHARGE_FACTOR))


def to_count(state: State) -> list[str]:
    """Return the infected who stand and whose count has not fallen this turn: it does at their activation's end."""
    return [
        ref
        for ref, one in state.infections.items()
        if is_counting(state, ref) and state.stands(ref) and one.left is not None and one.counted < state.turn
    ]
