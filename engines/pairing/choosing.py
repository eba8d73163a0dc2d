"""Who meets whom in a round: numbers in, pairs with their reasons out.

A matching of least cost decides. What counts, each before the next: as few repeated meetings as possible, those that
have met least often, that as many rounds as possible can follow in which nobody meets too often (``ahead``), opponents
with about as many victories. What is equal then the order of the players decides, which dice may draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct

from engines.core.dice import Dice
from engines.pairing.ahead import Ahead, Steps
from engines.pairing.explaining import bye_reasons, pair_reasons
from engines.pairing.history import meeting
from engines.pairing.matching import Edge, Matching, cheapest, cheapest_first, cost_of
from engines.pairing.reasons import Reason

SURE: Final = 16
"""Up to so many players every proposal leaves as many rounds without a repeat as there can be; beyond, it is tried."""
STEPS: Final = 80_000
"""So many steps have all searches for the rounds ahead: less than a second."""
TRIED: Final = 24
"""So many rounds, the cheapest first, are tried before one of those that the search found is taken."""

Met = Mapping[frozenset[int], int]
"""How often two have met, by ``meeting``; missing means never."""


class Pairing(Struct, frozen=True):
    """A round: pairs of opponents, and who sits out when their number is odd.

    ``reasons`` belong to the pairs, in their order, ``bye_reasons`` to whoever sits out. ``ahead``: so many more rounds
    are possible at least, if all stay, before anybody has to meet an opponent more often than in this one.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    reasons: tuple[tuple[Reason, ...], ...] = ()
    bye_reasons: tuple[Reason, ...] = ()
    ahead: int = 0


def pair(
    players: Sequence[int],
    *,
    met: Met,
    byes: Mapping[int, int],
    wins: Mapping[int, int],
    dice: Dice | None = None,
) -> Pairing:
    """Pair all players. ``met`` counts past meetings, ``byes`` rounds sat out, ``wins`` victories; missing means 0.

    With an odd number one of those with the fewest byes sits out: whoever leaves the others the best round. Among
    equally good rounds the order of ``players`` decides, or the one into which ``dice`` shuffle them (256 at most).
    Raises ``ValueError`` for a player named twice or below 1.
    """
    if len(set(players)) < len(players) or min(players, default=1) < 1:
        raise ValueError("players are different numbers from 1 on")
    order = list(players)
    if dice is not None:
        dice.shuffle(order, "pairing")
    if not order:
        return Pairing(())
    table = _Table(order, met, byes, wins)
    best, ahead = _best(table)
    return _described(table, best, ahead)


class _Table:
    """The players by place, with what each pair of places costs. The place after the last one is the bye."""

    def __init__(self, order: Sequence[int], met: Met, byes: Mapping[int, int], wins: Mapping[int, int]) -> None:
        self.order = order
        self.count = len(order)
        self.places = self.count + self.count % 2
        self.byes = [byes.get(player, 0) for player in order]
        self.wins = [wins.get(player, 0) for player in order]
        self.fewest = min(self.byes)
        self.met: dict[Edge, int] = {
            (one, other): met.get(meeting(order[one], order[other]), 0)
            for one in range(self.count)
            for other in range(one + 1, self.count)
        }
        criteria = {edge: (int(met > 0), met * met, self._gap(edge)) for edge, met in self.met.items()}
        # One step of a criterion outweighs everything that all pairs together can differ in the next one.
        often, self._gaps = (
            1 + self.places * max((c[level] for c in criteria.values()), default=0) for level in (1, 2)
        )
        self._ties = int(self.places**self.places)
        self.costs: dict[Edge, int] = {
            edge: ((repeats * often + times) * self._gaps + gap) * self._ties + self._tie(edge)
            for edge, (repeats, times, gap) in criteria.items()
        }
        if self.count % 2:
            for place in range(self.count):
                if self.byes[place] == self.fewest:
                    self.costs[place, self.count] = self._tie((place, self.count))

    def _gap(self, edge: Edge) -> int:
        return (self.wins[edge[0]] - self.wins[edge[1]]) ** 2

    def _tie(self, edge: Edge) -> int:
        """Return what makes the first in order meet the first in order, and no two rounds cost the same."""
        one, other = edge
        return int(other * self.places ** (self.places - 1 - one))

    def severity(self, matching: Matching) -> int:
        """Return how often people meet again in a round, as far as nothing else may outweigh it."""
        return sum(self.costs[edge] for edge in matching if edge in self.met) // self._ties // self._gaps

    def if_any_sits_out(self) -> dict[Edge, int]:
        """Return the costs if everybody might sit out, in turn or not."""
        return self.costs | {edge: self._tie(edge) for edge in ((place, self.count) for place in range(self.count))}

    def ahead(self, most: int) -> Ahead:
        """Return what is open to all who may meet as long as they have met ``most`` times at most."""
        opponents = [0] * self.count
        for (one, other), times in self.met.items():
            if times <= most:
                opponents[one] |= 1 << other
                opponents[other] |= 1 << one
        return Ahead(opponents, self.byes, Steps(STEPS))


def _best(table: _Table) -> tuple[Matching, int]:
    """Return the best round, and how many can follow it without meeting more often."""
    first = _found(table.places, table.costs)
    known = table.ahead(max((table.met[edge] for edge in first if edge in table.met), default=0))
    # Another round must be as good at what counts before the rounds ahead.
    equals = {e: c for e, c in table.costs.items() if e[1] == table.count or known.opponents[e[0]] >> e[1] & 1}
    follows = known.after(first)
    limit = known.bound() - 1
    if limit <= 0 or follows.rounds(limit) is not None:
        return first, max(limit, 0)
    if table.count > SURE:
        return first, limit // 2 if follows.rounds(limit // 2) is not None else 0
    schedule = known.most()
    wanted = len(schedule) - 1
    if wanted <= 0:
        return first, 0
    severity = table.severity(first)
    for matching in islice(cheapest_first(table.places, equals), TRIED):
        if table.severity(matching) > severity:
            break
        if known.after(matching).rounds(wanted) is not None:
            return matching, wanted
    fitting = [
        matching
        for matching in schedule
        if all(edge in equals for edge in matching) and table.severity(matching) == severity
    ]
    for matching in sorted(fitting, key=lambda matching: cost_of(matching, table.costs)):
        if known.after(matching).rounds(wanted) is not None:
            return matching, wanted
    return first, _some(follows, wanted - 1)


def _found(places: int, costs: Mapping[Edge, int]) -> Matching:
    """Return the cheapest round, where there is one: all may meet, and somebody may sit out."""
    found = cheapest(places, costs)
    if found is None:
        raise AssertionError("everybody may meet everybody")
    return found


def _some(follows: Ahead, limit: int) -> int:
    """Return a number of rounds that are sure to be possible, by halving: no search for each number."""
    least, most = 0, limit
    while least < most:
        middle = (least + most + 1) // 2
        if follows.rounds(middle) is not None:
            least = middle
        else:
            most = middle - 1
    return least


def _described(table: _Table, matching: Matching, ahead: int) -> Pairing:
    order, count = table.order, table.count
    met = {meeting(order[one], order[other]): times for (one, other), times in table.met.items()}
    fought = [(order[one], order[other]) for one, other in matching if other != count]
    leaver = next((order[one] for one, other in matching if other == count), None)
    wins = dict(zip(order, table.wins, strict=True))
    forced = leaver is not None and _better_if_any_sits_out(table, matching)
    return Pairing(
        tuple(fought),
        leaver,
        tuple(pair_reasons(one, other, order, met, wins, forced) for one, other in fought),
        bye_reasons(table.fewest) if leaver is not None else (),
        ahead,
    )


def _better_if_any_sits_out(table: _Table, matching: Matching) -> bool:
    """Say whether fewer would meet again if somebody sat out before his turn."""
    severity = table.severity(matching)
    if not severity or len(set(table.byes)) == 1:
        return False
    return table.severity(_found(table.places, table.if_any_sits_out())) < severity
