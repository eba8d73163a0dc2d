"""Groups for games that are no battle of a campaign: whole ones, of people who wish for the game.

Groups are made as whoever organises an evening would make them, and then improved by moving and exchanging people while
that helps. What counts, each before the next: that few are left over, that people play what they wish for most, that
newcomers have somebody who explains, that people meet others than they know, that groups are neither small nor large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from engines.evenings.planner.setup import Fixed, Kind, Spot
from engines.evenings.planner.state import Night, Sitting
from engines.evenings.setup import Minute

CHEERFUL: Final = 4
"""So many make the best group, where a game allows it."""
LEFT_OVER: Final = 10**12
WISH: Final = 10**9
UNEXPLAINED: Final = 10**7
MET: Final = 10**3
"""What a group costs: for each who is left over, each wish that goes before, each newcomer alone, each who have met."""
PASSES: Final = 12
"""So often everybody is looked at again at most."""


class Groups:
    """The groups that begin at one moment, while they are made. Who is in none is in ``pool``."""

    def __init__(self, night: Night, begins: Minute, spots: Sequence[Spot]) -> None:
        self.night = night
        self.begins = begins
        self.spots = sorted(spots, key=lambda spot: spot.seats)
        self.groups: list[Sitting] = []
        self.wanting = {kind.code: dict.fromkeys(night.wanting(kind, begins)) for kind in night.setup.kinds}
        self.pool = [c.person for c in night.order if any(c.person in found for found in self.wanting.values())]
        self._costs: dict[tuple[str, tuple[str, ...]], int] = {}

    @property
    def seated(self) -> list[Sitting]:
        """The groups at which somebody sits down."""
        return [group for group in self.groups if group.people]

    def make(self, joinable: Sequence[Fixed]) -> None:
        """Make them. ``joinable`` are planned games at which seats are free."""
        for fixed in joinable:
            self._open_fixed(fixed)
        for kind in self._dearest():
            first = [p for p in self.pool if self._wish(p, kind.code) == 0 and self.night.comers[p].wants]
            self._fill(kind, first)
        for kind in sorted(self.night.setup.kinds, key=lambda kind: -len(self._waiting(kind))):
            self._fill(kind, self._waiting(kind))
        self._join()
        while self._found():
            self._join()
        for _pass in range(PASSES):
            if not self._improve():
                break
            self._join()

    def fill_up(self) -> None:
        """Let those left over sit down where a group got a larger table than it needs."""
        for group in self.groups:
            if group.spot and group.joins is None:
                group.most = min(self.night.kinds[group.game].most, self.night.spots[group.spot].seats)
        self._join()

    def cost(self, group: Sitting) -> int:
        """Return what is not as it should be in a group."""
        here = group.everybody
        key = (group.key or (group.joins.key if group.joins else group.game), tuple(here))
        if key not in self._costs:
            self._costs[key] = self._cost(group, here)
        return self._costs[key]

    def _cost(self, group: Sitting, here: list[str]) -> int:
        comers = [self.night.comers[person] for person in group.people]
        wishes = sum(self._wish(person, group.game) or 0 for person in group.people)
        explained = any(self._explains(person, group.game) for person in here)
        alone = 0 if explained else sum(comer.is_new_to(group.game) for comer in comers)
        met = sum(times * times for times in self.night.times_met(here))
        size = (len(here) - min(max(CHEERFUL, group.least), group.most)) ** 2
        return wishes * WISH + alone * UNEXPLAINED + met * MET + size

    def _explains(self, person: str, game: str) -> bool:
        comer = self.night.comers.get(person)
        return comer is not None and comer.can_explain(game)

    def _wish(self, person: str, game: str) -> int | None:
        return self.night.comers[person].wish(game)

    def _dearest(self) -> list[Kind]:
        """Return the games, those first that most want above all."""
        wanted = [p for p in self.pool if self.night.comers[p].wants]
        return sorted(self.night.setup.kinds, key=lambda kind: -sum(self._wish(p, kind.code) == 0 for p in wanted))

    def _waiting(self, kind: Kind) -> list[str]:
        return [person for person in self.pool if person in self.wanting[kind.code]]

    def _open_fixed(self, fixed: Fixed) -> None:
        size = len(fixed.people)
        kind = self.night.kinds.get(fixed.game)
        least = kind.least if kind is not None else 1
        self.groups.append(
            Sitting(fixed.game, fixed.begins, fixed.ends, [], size + fixed.room, least, spot=fixed.spot, joins=fixed)
        )

    def _fill(self, kind: Kind, first: list[str]) -> None:
        """Make groups of those first, with others who want any game where they are too few."""
        for group in self.groups:
            while group.game == kind.code and group.joins and len(group.everybody) < group.most:
                sits = next((p for p in first if p in self.pool and self._may_sit(p, group)), None)
                if sits is None:
                    break
                self._sit(sits, group)
        first = [person for person in first if person in self.pool and person in self.wanting[kind.code]]
        if not first:
            return
        lacking = kind.least - len(first)
        if lacking > 0:
            others = [p for p in self._waiting(kind) if p not in first]
            if len(others) < lacking:
                return
            first += others[:lacking]
        for size in sizes(len(first), kind.least, kind.most):
            opened = self._open(kind, size)
            if opened is None:
                return
            for _seat in range(min(size, opened.most)):
                self._sit(first.pop(0), opened)

    def _open(self, kind: Kind, size: int) -> Sitting | None:
        """Open a group at the smallest table for so many, or at the largest that is left, and free."""
        ends = self.begins + kind.minutes
        group = Sitting(kind.code, self.begins, ends, [], kind.most, kind.least, kind.width, kind.depth)
        if self.night.spots:
            fitting = [s for s in self.spots if s.fits(kind.code, kind.least, kind.width, kind.depth)]
            if not fitting:
                return None
            spot = next((spot for spot in fitting if spot.seats >= size), fitting[-1])
            self.spots.remove(spot)
            group.spot = spot.number
            group.most = min(kind.most, spot.seats)
        self.groups.append(group)
        return group

    def _may_sit(self, person: str, group: Sitting) -> bool:
        if group.joins is None:
            return person in self.wanting[group.game]
        free = self.night.has_time(person, group.begins, group.ends)
        return free and self._wish(person, group.game) is not None

    def _sit(self, person: str, group: Sitting) -> None:
        self.pool.remove(person)
        group.people.append(person)

    def _join(self) -> None:
        """Give whoever is left over the seat where he costs least."""
        for person in list(self.pool):
            seats = [g for g in self.groups if len(g.everybody) < g.most and self._may_sit(person, g)]
            if seats:
                costs = [(self._with(group, person) - self.cost(group), place) for place, group in enumerate(seats)]
                self._sit(person, seats[min(costs)[1]])

    def _with(self, group: Sitting, person: str, without: str = "") -> int:
        people = [*(one for one in group.people if one != without), person]
        return self.cost(self._copy(group, people))

    def _copy(self, group: Sitting, people: list[str]) -> Sitting:
        return Sitting(
            group.game, group.begins, group.ends, people, group.most, group.least, group.width, group.depth,
            joins=group.joins,
        )  # fmt: skip

    def _found(self) -> bool:
        """Found a group for those left over, with people of groups that can spare them; say whether it was possible."""
        for kind in self.night.setup.kinds:
            waiting = self._waiting(kind)[: kind.most]
            if not waiting:
                continue
            lacking = max(0, kind.least - len(waiting))
            spared = list(self._spared(kind, lacking))
            if len(spared) < lacking:
                continue
            group = self._open(kind, kind.least)
            if group is None:
                continue
            for person, donor in spared:
                donor.people.remove(person)
                self.pool.append(person)
            for person in [person for person, _donor in spared] + waiting:
                if len(group.people) < group.most:
                    self._sit(person, group)
            return True
        return False

    def _spared(self, kind: Kind, lacking: int) -> Iterator[tuple[str, Sitting]]:
        for group in sorted(self.groups, key=lambda group: -len(group.everybody)):
            spare = len(group.everybody) - group.least
            for person in group.people:
                if lacking and spare > 0 and person in self.wanting[kind.code]:
                    yield person, group
                    lacking -= 1
                    spare -= 1

    def _improve(self) -> bool:
        """Move or exchange people while that helps; say whether it did."""
        better = False
        for one, other in combinations(range(len(self.groups)), 2):
            better |= self._exchange(self.groups[one], self.groups[other])
        for group in self.groups:
            better |= self._replace(group)
        return better

    def _exchange(self, one: Sitting, other: Sitting) -> bool:
        """Take the best of all moves and exchanges between two groups, if one helps."""
        now = self.cost(one) + self.cost(other)
        best, taken = now, None
        for giver, taker in ((one, other), (other, one)):
            if len(giver.everybody) <= giver.least or len(taker.everybody) >= taker.most:
                continue
            for person in giver.people:
                if self._may_sit(person, taker):
                    left = self._copy(giver, [p for p in giver.people if p != person])
                    spent = self.cost(left) + self._with(taker, person)
                    if spent < best:
                        best, taken = spent, (left.people, [*taker.people, person], giver)
        for first in one.people:
            if not self._may_sit(first, other):
                continue
            for second in other.people:
                if self._may_sit(second, one):
                    spent = self._with(one, second, first) + self._with(other, first, second)
                    if spent < best:
                        mine = [*(p for p in one.people if p != first), second]
                        best, taken = spent, (mine, [*(p for p in other.people if p != second), first], one)
        if taken is None:
            return False
        giver = taken[2]
        taker = other if giver is one else one
        giver.people, taker.people = taken[0], taken[1]
        return True

    def _replace(self, group: Sitting) -> bool:
        """Let somebody who is left over have the seat of another, who then is left over, if that is better."""
        now = self.cost(group)
        for person in list(self.pool):
            if not self._may_sit(person, group):
                continue
            for seated in list(group.people):
                if self._with(group, person, seated) < now:
                    group.people = [*(p for p in group.people if p != seated), person]
                    self.pool[self.pool.index(person)] = seated
                    return True
        return False


def sizes(count: int, least: int, most: int) -> list[int]:
    """Return the sizes of groups of so many people, as even as can be; some may be left over.

    >>> sizes(13, 3, 6), sizes(5, 2, 2), sizes(7, 4, 4), sizes(2, 3, 6)
    ([5, 4, 4], [2, 2], [4], [])
    """
    fewest, many = -(-count // most), count // least
    best = min(max(CHEERFUL, least), most)
    groups = min(max(round(count / best), fewest), many)
    if groups < 1:
        return []
    seated = min(count, groups * most)
    return [seated // groups + (number < seated % groups) for number in range(groups)]
