"""An evening while it is planned: who and what is taken when, who has met whom, who sat where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from msgspec import Struct

from engines.evenings.planner.setup import Comer, Fixed, Kind, PlannerSetup, Spot
from engines.evenings.setup import Minute


class Sitting(Struct):
    """A game that is being planned: what it needs, and who sits at it."""

    game: str
    begins: Minute
    ends: Minute
    people: list[str]
    most: int
    least: int
    width: int = 0
    depth: int = 0
    spot: int = 0
    key: str = ""
    warbands: tuple[int, ...] = ()
    joins: Fixed | None = None

    @property
    def everybody(self) -> list[str]:
        """All at the table, those first who sat there before."""
        return [*(self.joins.people if self.joins is not None else ()), *self.people]


class Night:
    """What is known of the evening; ``order`` are the people as they were drawn, ``fought`` the battles by key."""

    def __init__(self, setup: PlannerSetup, order: Sequence[Comer], spots: Sequence[Spot]) -> None:
        self.setup = setup
        self.order = tuple(order)
        self.comers = {comer.person: comer for comer in order}
        self.spots = {spot.number: spot for spot in spots}
        self.kinds = {kind.code: kind for kind in setup.kinds}
        self.met: Counter[frozenset[str]] = Counter()
        for one, other, times in setup.met:
            self.met[frozenset((one, other))] += times
        self.sat: Counter[tuple[str, int]] = Counter()
        for person, spot, times in setup.sat:
            self.sat[person, spot] += times
        self.warbands: set[int] = set()
        self.fought: set[str] = set()
        self._busy: dict[str, list[tuple[Minute, Minute]]] = defaultdict(list)
        self._taken: dict[int, list[tuple[Minute, Minute]]] = defaultdict(list)
        for fixed in setup.fixed:
            self._take(fixed.people, fixed.spot, fixed.warbands, fixed.begins, fixed.ends)

    def has_time(self, person: str, begins: Minute, ends: Minute) -> bool:
        """Tell whether somebody is there and free."""
        comer = self.comers.get(person)
        if comer is None or begins < (comer.arrives if comer.arrives is not None else self.setup.begins):
            return False
        if ends > (comer.leaves if comer.leaves is not None else self.setup.ends):
            return False
        return all(ends <= since or until <= begins for since, until in self._busy[person])

    def free_spots(self, begins: Minute, ends: Minute) -> list[Spot]:
        """Return the tables that nobody has then, in the order in which they were drawn."""
        return [
            spot
            for number, spot in self.spots.items()
            if all(ends <= since or until <= begins for since, until in self._taken[number])
        ]

    def wanting(self, kind: Kind, begins: Minute) -> list[str]:
        """Return who could and would play a game, in the order in which they were drawn."""
        return [
            comer.person
            for comer in self.order
            if comer.wish(kind.code) is not None and self.has_time(comer.person, begins, begins + kind.minutes)
        ]

    def call(self, sitting: Sitting) -> None:
        """Write down whom a game that is planned keeps busy."""
        self.fought.add(sitting.key)
        self._take(sitting.people, 0, sitting.warbands, sitting.begins, sitting.ends)

    def settle(self, sitting: Sitting) -> None:
        """Write down that those whom a game has called have met, and where."""
        here = sitting.everybody
        self._take((), sitting.spot, (), sitting.begins, sitting.ends)
        self.met.update(map(frozenset, combinations(here, 2)))
        self.sat.update((person, sitting.spot) for person in sitting.people)

    def times_met(self, people: Iterable[str]) -> list[int]:
        """Return of each two who have met how often they did."""
        return [times for both in combinations(people, 2) if (times := self.met[frozenset(both)])]

    def _take(self, people: Iterable[str], spot: int, warbands: Iterable[int], begins: Minute, ends: Minute) -> None:
        for person in people:
            self._busy[person].append((begins, ends))
        if spot:
            self._taken[spot].append((begins, ends))
        self.warbands.update(warbands)
