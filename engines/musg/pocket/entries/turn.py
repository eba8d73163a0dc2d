"""A turn from initiative to its end (rulings M315, M317, M193, M186, M320)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from engines.core.dice import Dice, RecordedDice
from engines.core.problems import Problem
from engines.musg.pocket.entries.base import Entry, RollEntry, in_phase, nothing_awaited
from engines.musg.pocket.infection import tick
from engines.musg.pocket.state import Hurt, Phase, State, Table


class Initiative(Entry, frozen=True, tag="initiative", kw_only=True):
    """The order of the bands as the table rolled it; bands without a figure on the table may be left out."""

    order: tuple[str, ...]

    def check(self, state: State) -> Iterator[Problem]:
        """The bands in play, each once."""
        yield from in_phase(state, Phase.INITIATIVE)
        needed, named = set(state.in_play()), set(self.order)
        if len(named) != len(self.order) or not needed <= named or not all(map(state.setup.band, named)):
            yield Problem("order_of_bands", None, {"count": len(needed)})

    def apply(self, state: State) -> None:
        """Encounter rolls come next."""
        playing = set(state.in_play())
        state.set_order([key for key in self.order if key in playing])


class RollInitiative(RollEntry, frozen=True, tag="roll_initiative", kw_only=True):
    """The order by dice: d6 plus the henchmen standing; equal totals: fewer henchmen first, then dice again (M43)."""

    reason: ClassVar[str] = "initiative"

    def check(self, state: State) -> Iterator[Problem]:
        """Only at the start of a turn."""
        yield from in_phase(state, Phase.INITIATIVE)

    def ask(self, state: State, dice: Dice) -> None:
        """Roll for every band, and again for those equal in everything."""
        _order(state, dice)

    def done(self, state: State) -> None:
        """Encounter rolls come next."""
        order = _order(state, RecordedDice(self.faces))
        state.set_order(order)
        state.tell("initiative", first=order[0] if order else "")


def _order(state: State, dice: Dice) -> list[str]:
    bands = state.in_play()
    henchmen = {key: state.henchmen(key) for key in bands}
    totals = {key: dice.d6("initiative") + henchmen[key] for key in bands}
    ranks = sorted({(-totals[key], henchmen[key]) for key in bands})
    order: list[str] = []
    for rank in ranks:
        order += _again([key for key in bands if (-totals[key], henchmen[key]) == rank], dice)
    return order


def _again(equal: list[str], dice: Dice) -> list[str]:
    if len(equal) < 2:
        return equal
    faces = {key: dice.d6("initiative_again") for key in equal}
    order: list[str] = []
    for face in range(6, 0, -1):
        order += _again([key for key in equal if faces[key] == face], dice)
    return order


class BandsDone(Entry, frozen=True, tag="bands_done", kw_only=True):
    """Every band has activated its figures: now it is the menace's part.

    The counts of infected figures that were not activated fall here; whoever stands on the table now acts (M317, M320).
    """

    turn: int

    def check(self, state: State) -> Iterator[Problem]:
        """Only once in this turn, and after the rolls that are awaited."""
        yield from in_phase(state, Phase.BANDS)
        yield from nothing_awaited(state)
        yield from this_turn(state, self.turn)

    def apply(self, state: State) -> None:
        """Let the counts fall."""
        for ref in list(state.infections):
            tick(state, ref)
        state.phase, state.moved = Phase.OTHERS, ()


class GroupMoved(Entry, frozen=True, tag="group_moved", kw_only=True):
    """A group has had its part of this turn."""

    group: int

    def check(self, state: State) -> Iterator[Problem]:
        """A group that stands and has not moved yet."""
        yield from in_phase(state, Phase.OTHERS)
        group = state.group(self.group)
        if group is None or not group.standing:
            yield Problem("no_such_group", None, {"group": self.group})
        elif self.group in state.moved:
            yield Problem("moved_already", None, {"group": self.group})

    def apply(self, state: State) -> None:
        """Tick it off."""
        state.moved = (*state.moved, self.group)


class EndTurn(Entry, frozen=True, tag="end_turn", kw_only=True):
    """The menace has had its part: the noise it heard is over, held up zombies count a turn, the next turn begins."""

    turn: int

    def check(self, state: State) -> Iterator[Problem]:
        """After the menace's part, and after the rolls that are awaited."""
        yield from in_phase(state, Phase.OTHERS)
        yield from nothing_awaited(state)
        yield from this_turn(state, self.turn)

    def apply(self, state: State) -> None:
        """Clear up and begin the next turn."""
        state.noises = tuple(replace(noise, fresh=False) for noise in state.noises if noise.fresh)
        state.groups = tuple(
            replace(group, hurt=tuple(Hurt(one.turns if one.fresh else max(0, one.turns - 1)) for one in group.hurt))
            for group in state.groups
        )
        state.turn += 1
        state.phase, state.order, state.rolled, state.moved = Phase.INITIATIVE, (), (), ()


class Finish(Entry, frozen=True, tag="finish", kw_only=True):
    """The game is over, whatever was played (ruling M325)."""

    def check(self, state: Table) -> Iterator[Problem]:
        """Any time, but not in the middle of a roll."""
        yield from nothing_awaited(state)

    def apply(self, state: Table) -> None:
        """Close everything."""
        state.close()
        state.phase = Phase.OVER


def this_turn(state: Table, turn: int) -> Iterator[Problem]:
    """Yield the problem of a button of another turn."""
    if turn != state.turn:
        yield Problem("other_turn", None, {"turn": turn, "value": state.turn})
