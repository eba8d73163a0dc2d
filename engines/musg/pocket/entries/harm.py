"""Noise, bites, falls, and what the menace loses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from engines.core.dice import Dice
from engines.core.problems import Problem
from engines.musg.engagement import UNKNOWN
from engines.musg.invasion import activations_left, infects, is_immune
from engines.musg.pocket.entries.base import Entry, RollEntry, in_phase, known, standing
from engines.musg.pocket.entries.encounters import Follows
from engines.musg.pocket.infection import (
    ends,
    infect,
    is_counting,
    is_zombie,
    tick,
)
from engines.musg.pocket.setup import CIVILIAN
from engines.musg.pocket.state import Awaited, Fall, Fate, Group, Hurt, Noise, Pending, Phase, State
from engines.musg.report import Who


class Shot(Entry, frozen=True, tag="noise", kw_only=True):
    """A figure or a civilian shot: a noise marker stands beside it until the menace has heard it (M193, M331)."""

    figure: str

    def check(self, state: State) -> Iterator[Problem]:
        """Somebody who stands."""
        yield from standing(state, self.figure)

    def apply(self, state: State) -> None:
        """Place the marker."""
        noise = Noise(state.next_id(), self.figure, state.turn, state.phase is Phase.OTHERS)
        state.noises = (*state.noises, noise)


class Hush(Entry, frozen=True, tag="hush", kw_only=True):
    """A noise marker was taken away."""

    noise: int

    def check(self, state: State) -> Iterator[Problem]:
        """A marker that lies there."""
        if all(one.id != self.noise for one in state.noises):
            yield Problem("no_such_noise", None, {"value": self.noise})

    def apply(self, state: State) -> None:
        """Take it away."""
        state.noises = tuple(one for one in state.noises if one.id != self.noise)


class Bitten(RollEntry, frozen=True, tag="bitten", kw_only=True):
    """An unarmed zombie's attack took hit points: two dice minus the bare toughness, above 7 infects (M180, M181).

    ``acted``: the figure has had its activation this turn, so that the next is in another one (ruling M182). A
    ``figure`` that went down by the bite is bitten first.
    """

    reason: ClassVar[str] = "infection"
    figure: str
    acted: bool = False

    def check(self, state: State) -> Iterator[Problem]:
        """Somebody on the table who is not infected yet and can be (rulings M181, M320)."""
        if not state.nature.infects:
            yield Problem("nobody_infects")
        if not state.knows(self.figure):
            yield from known(state, self.figure)
        elif not state.stands(self.figure) and not state.lies(self.figure):
            yield Problem("not_on_table", None, {"ref": self.figure})
        elif is_zombie(state, self.figure):
            yield Problem("zombie_already", None, {"ref": self.figure})
        elif self.figure in state.infections:
            yield Problem("infected_already", None, {"ref": self.figure}, "ruling M320")
        elif is_immune(state.toughness(self.figure)):
            yield Problem("immune", None, {"ref": self.figure, "value": state.toughness(self.figure)}, "ruling M181")

    def subject(self, state: State) -> str:
        """The figure."""
        return self.figure

    def ask(self, state: State, dice: Dice) -> None:
        """Two dice."""
        dice.roll("2d6", "infection")

    def done(self, state: State) -> None:
        """Infected, or not."""
        toughness = state.toughness(self.figure)
        if not infects(sum(self.faces), toughness):
            state.tell("not_infected", self.figure, sum=sum(self.faces), toughness=toughness)
            return
        has_acted = self.acted or state.phase is Phase.OTHERS
        infect(state, self.figure, state.turn if has_acted else state.turn - 1)
        state.pending = (*state.pending, Pending(state.next_id(), Awaited.COUNTDOWN, ref=self.figure))


class Countdown(Follows, frozen=True, tag="countdown", kw_only=True):
    """How many activations an infected figure has left: half a die, rounded up (ruling M182)."""

    reason: ClassVar[str] = "countdown"
    answers: ClassVar[Awaited] = Awaited.COUNTDOWN

    def ask(self, state: State, dice: Dice) -> None:
        """One die."""
        dice.d6("countdown")

    def done(self, state: State) -> None:
        """The count stands."""
        one = self.take(state)
        left = activations_left(self.faces[0])
        state.infections[one.ref] = replace(state.infections[one.ref], left=left)
        state.tell("countdown", one.ref, left=left)


class Activated(Entry, frozen=True, tag="activated", kw_only=True):
    """An infected figure ended its activation: its count falls, and at 0 it rises (rulings M182, M320)."""

    figure: str

    def check(self, state: State) -> Iterator[Problem]:
        """One that counts and has not counted this turn."""
        yield from in_phase(state, Phase.BANDS)
        yield from standing(state, self.figure)
        found = state.infections.get(self.figure)
        if not is_counting(state, self.figure) or found is None or found.left is None:
            yield Problem("not_infected", None, {"ref": self.figure})
        elif found.counted >= state.turn:
            yield Problem("counted_already", None, {"ref": self.figure})

    def apply(self, state: State) -> None:
        """Let it fall."""
        tick(state, self.figure)


class Down(Entry, frozen=True, tag="down", kw_only=True):
    """A figure was put out of action: by one of a band (number 0: nobody knows which), or by nobody who scores.

    ``band`` "": the menace, chance, a civilian, its own side (ruling M326). Roles of pulp are never ``killed`` (M360).
    """

    figure: str
    band: str = ""
    number: int = UNKNOWN
    killed: bool = False

    def check(self, state: Any) -> Iterator[Problem]:
        """Somebody who stood, and somebody of another band."""
        yield from standing(state, self.figure)
        if not self.band:
            if self.number != UNKNOWN:
                yield Problem("no_such_band", None, {"band": ""})
            return
        band = state.setup.band(self.band)
        if band is None:
            yield Problem("no_such_band", None, {"band": self.band})
        elif self.number != UNKNOWN and all(one.id != self.number for one in band.fighters):
            yield Problem("no_such_figure", None, {"ref": f"{self.band}:{self.number}"})
        elif self.figure.partition(":")[0] == self.band:
            yield Problem("own_side", None, {"ref": self.figure}, "ruling M326")

    def apply(self, state: Any) -> None:
        """It lies there."""
        by = Who(self.band, self.number) if self.band and not self.figure.startswith(f"{CIVILIAN}:") else None
        state.fallen[self.figure] = Fall(by, self.killed and state.setup.dies(self.figure))
        state.tell("down", self.figure)


class Carried(Entry, frozen=True, tag="carried", kw_only=True):
    """A body was carried off the table: no zombie rises from it, no alien takes it (rulings M183, M201)."""

    figure: str

    def check(self, state: State) -> Iterator[Problem]:
        """A body that lies there."""
        if not state.lies(self.figure):
            yield Problem("not_lying", None, {"ref": self.figure})

    def apply(self, state: State) -> None:
        """It is safe."""
        fall = state.fallen[self.figure]
        state.fallen[self.figure] = replace(fall, carried=True)
        ends(state, self.figure, Fate.CARRIED)
        state.tell("carried", self.figure)


class Left(Entry, frozen=True, tag="left", kw_only=True):
    """A figure walked off the table alive (ruling M325); a civilian led off is saved (rulings M205, M332)."""

    figure: str

    def check(self, state: State) -> Iterator[Problem]:
        """Somebody who stands."""
        yield from standing(state, self.figure)

    def apply(self, state: State) -> None:
        """It is gone."""
        state.gone = (*state.gone, self.figure)
        ends(state, self.figure, Fate.LEFT)
        civilian = state.civilian(self.figure)
        if civilian is not None and civilian.leader:
            state.tell("saved", self.figure, band=civilian.leader, points=state.setup.civilian_points)
        else:
            state.tell("left", self.figure)


class Wounded(RollEntry, frozen=True, tag="wounded", kw_only=True):
    """One of a group lost a hit point and stands: a zombie is held up a die minus its toughness in turns (M186)."""

    reason: ClassVar[str] = "stun"
    group: int

    def check(self, state: State) -> Iterator[Problem]:
        """One that was unhurt."""
        group = state.group(self.group)
        if group is None or not group.standing:
            yield Problem("no_such_group", None, {"group": self.group})
        elif not group.unhurt:
            yield Problem("all_hurt", None, {"group": self.group})

    def subject(self, state: State) -> str:
        """The group."""
        return str(self.group)

    def ask(self, state: State, dice: Dice) -> None:
        """One die where wounds hold up, none else."""
        if state.nature.is_held_up:
            dice.d6("stun")

    def done(self, state: State) -> None:
        """It is held up for some turns, or not at all."""
        group = _group(state, self.group)
        turns = max(0, self.faces[0] - profile_toughness(state, group)) if self.faces else 0
        state.put(replace(group, hurt=(*group.hurt, Hurt(turns, state.phase is Phase.OTHERS))))
        state.tell("held_up" if turns else "wounded", "", group.place, turns=turns)


class Destroyed(Entry, frozen=True, tag="destroyed", kw_only=True):
    """One of a group is gone for good: an unhurt one, or the hurt one that was held up for so many turns."""

    group: int
    hurt: int | None = None

    def check(self, state: State) -> Iterator[Problem]:
        """One that there is."""
        group = state.group(self.group)
        if group is None or not group.standing:
            yield Problem("no_such_group", None, {"group": self.group})
        elif self.hurt is None and not group.unhurt:
            yield Problem("all_hurt", None, {"group": self.group})
        elif self.hurt is not None and all(one.turns != self.hurt for one in group.hurt):
            yield Problem("no_such_hurt", None, {"group": self.group})

    def apply(self, state: State) -> None:
        """One less."""
        group = _group(state, self.group)
        hurt = list(group.hurt)
        if self.hurt is not None:
            hurt.remove(next(one for one in hurt if one.turns == self.hurt))
        state.put(replace(group, standing=group.standing - 1, hurt=tuple(hurt), lost=group.lost + 1))
        state.tell("destroyed", "", group.place, left=group.standing - 1)


class Joined(Entry, frozen=True, tag="joined", kw_only=True):
    """Two groups of the same kind have come together and are led as one."""

    group: int
    into: int

    def check(self, state: State) -> Iterator[Problem]:
        """Two that stand, of one kind, in the same part of their turn."""
        one, other = state.group(self.group), state.group(self.into)
        if one is None or other is None or one is other or not (one.standing and other.standing):
            yield Problem("no_such_group", None, {"group": self.group})
        elif one.profile != other.profile:
            yield Problem("other_kind", None, {"group": self.group})
        elif (one.id in state.moved) != (other.id in state.moved):
            yield Problem("moved_already", None, {"group": self.group})

    def apply(self, state: State) -> None:
        """The one goes over into the other."""
        one, other = _group(state, self.group), _group(state, self.into)
        state.put(replace(other, standing=other.standing + one.standing, hurt=(*other.hurt, *one.hurt)))
        state.put(replace(one, standing=0, hurt=()))


def profile_toughness(state: State, group: Group) -> int:
    """Return the toughness of the group's kind."""
    return state.setup.catalogue.non_players[group.profile].profile.toughness


def _group(state: State, number: int) -> Group:
    return next(group for group in state.groups if group.id == number)
