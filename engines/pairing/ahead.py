"""Looking ahead: how many rounds can follow one another in which nobody meets an opponent too often.

Those rounds are matchings without a common pair. When all pairs of an even number are still to come, they are a
one-factorisation of the complete graph, which the circle method shows to exist; what is left of it after some rounds
need not have one. They are looked for by backtracking: round after round, the player with the fewest opponents left
first; what was found to lead nowhere is remembered. The search is bounded by steps, never by a clock, so that the same
question has the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engines.pairing.matching import Edge, Matching

SEARCH: Final = 12_000
"""So many steps has one search."""


class Steps:
    """What all searches of a question together may take."""

    def __init__(self, whole: int) -> None:
        self.left = whole
        self._end = 0

    def begin(self) -> None:
        """Begin a search."""
        self._end = max(0, self.left - SEARCH)

    def take(self) -> None:
        """Take a step. Raises ``Spent`` when this search has none left."""
        if self.left <= self._end:
            raise Spent
        self.left -= 1


class Spent(Exception):
    """The steps are used up."""


class Ahead:
    """The pairs that may still meet, and the byes: what rounds can come of them.

    ``opponents`` has for each place the set of places it may meet, as bits. With an odd number of places ``byes`` says
    how often each sat out: only those with the fewest may be the next. ``steps`` bounds all searches.
    """

    def __init__(self, opponents: Sequence[int], byes: Sequence[int], steps: Steps) -> None:
        self.opponents = tuple(opponents)
        self.byes = tuple(byes)
        self.odd = len(opponents) % 2 == 1
        self._steps = steps
        self._nowhere: set[tuple[tuple[int, ...], tuple[int, ...], int]] = set()

    def after(self, matching: Matching) -> Ahead:
        """Return what is left after a round. The place after the last one stands for sitting out."""
        return Ahead(*self._without(self.opponents, self.byes, matching), self._steps)

    def bound(self) -> int:
        """Return a number of rounds that cannot be exceeded: everybody must have opponents for those he plays."""
        return _bound(self.opponents, self.odd)

    def rounds(self, wanted: int) -> list[Matching] | None:
        """Return so many rounds, the next one first, or ``None`` if there are none or the search was too long."""
        self._steps.begin()
        try:
            return self._rounds(self.opponents, self.byes, wanted)
        except Spent:
            return None

    def most(self) -> list[Matching]:
        """Return as many rounds as can be found."""
        return next(found for wanted in range(self.bound(), -1, -1) if (found := self.rounds(wanted)) is not None)

    def _rounds(self, opponents: tuple[int, ...], byes: tuple[int, ...], wanted: int) -> list[Matching] | None:
        if not wanted:
            return []
        if self.odd:
            if _bound(opponents, self.odd) < wanted:
                return None
        else:
            narrowed = _narrowed(opponents, wanted)
            if narrowed is None or _splits_oddly(narrowed):
                return None
            opponents = narrowed
        key = (opponents, byes, wanted)
        if key in self._nowhere:
            return None
        for matching in self._matchings(opponents, byes):
            self._steps.take()
            rest = self._rounds(*self._without(opponents, byes, matching), wanted - 1)
            if rest is not None:
                return [matching, *rest]
        self._nowhere.add(key)
        return None

    def _without(
        self, opponents: tuple[int, ...], byes: tuple[int, ...], matching: Matching
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        left, sat_out, count = list(opponents), list(byes), len(opponents)
        for one, other in matching:
            if other == count:
                sat_out[one] += 1
            else:
                left[one] &= ~(1 << other)
                left[other] &= ~(1 << one)
        return tuple(left), tuple(sat_out)

    def _matchings(self, opponents: tuple[int, ...], byes: tuple[int, ...]) -> Iterator[Matching]:
        """Yield the rounds that are possible, each once."""
        count = len(opponents)
        if not self.odd:
            for chosen in self._covering(opponents, (1 << count) - 1):
                yield tuple(sorted(chosen))
            return
        fewest = min(byes)
        leavers = sorted((opponents[p].bit_count(), p) for p in range(count) if byes[p] == fewest)
        for _left, leaver in leavers:  # who has the fewest opponents left can best do without
            for chosen in self._covering(opponents, ((1 << count) - 1) & ~(1 << leaver)):
                yield tuple(sorted([*chosen, (leaver, count)]))

    def _covering(self, opponents: tuple[int, ...], free: int) -> Iterator[list[Edge]]:
        if not free:
            yield []
            return
        self._steps.take()
        one, choice = min(((p, opponents[p] & free) for p in _bits(free)), key=lambda had: had[1].bit_count())
        for other in _bits(choice):
            edge = (one, other) if one < other else (other, one)
            for rest in self._covering(opponents, free & ~(1 << one) & ~(1 << other)):
                yield [edge, *rest]


def _bits(number: int) -> Iterator[int]:
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def _bound(opponents: Sequence[int], odd: bool) -> int:
    degrees = [mask.bit_count() for mask in opponents]
    if not odd:
        return min(degrees, default=0)
    rounds = max(degrees) + 1
    # In so many rounds somebody with fewer opponents sits out the rest, and only one can at a time.
    while rounds and sum(max(0, rounds - degree) for degree in degrees) > rounds:
        rounds -= 1
    return rounds


def _narrowed(opponents: tuple[int, ...], rounds: int) -> tuple[int, ...] | None:
    """Return whom an even number may meet in so many rounds, or ``None`` if the rounds are too many.

    Who has no more opponents than rounds must meet them all. Whose rounds are filled by such, can meet nobody else.
    """
    left = list(opponents)
    while True:
        bound_to_all = sum(1 << place for place, mask in enumerate(left) if mask.bit_count() == rounds)
        changed = False
        for place, mask in enumerate(left):
            due = mask & bound_to_all
            if mask.bit_count() < rounds or due.bit_count() > rounds:
                return None
            if due.bit_count() == rounds < mask.bit_count():
                for other in _bits(mask & ~due):
                    left[other] &= ~(1 << place)
                left[place] = due
                changed = True
        if not changed:
            return tuple(left)


def _splits_oddly(opponents: Sequence[int]) -> bool:
    """Say whether the players fall into groups that cannot meet, one of them odd: somebody has nobody then."""
    left = (1 << len(opponents)) - 1
    while left:
        group = fresh = left & -left
        while fresh:
            reached = 0
            for place in _bits(fresh):
                reached |= opponents[place]
            fresh = reached & ~group
            group |= fresh
        if group.bit_count() % 2:
            return True
        left &= ~group
    return False
