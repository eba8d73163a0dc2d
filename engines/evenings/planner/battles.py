"""Which battles of campaigns are fought: as many as can be of those that are due, then of those to be paired."""

from __future__ import annotations

from collections.abc import Sequence

from engines.evenings.planner.setup import FAIR, Owed, Spot
from engines.evenings.planner.state import Night, Sitting
from engines.evenings.planner.tables import give_tables, least_room
from engines.evenings.setup import Minute
from engines.pairing.matching import Edge, heaviest


def battles_at(night: Night, begins: Minute, spots: Sequence[Spot]) -> list[Sitting]:
    """Return the battles that begin then, each with one of the tables unless there are none; nobody has two of them."""
    open_now = [owed for owed in night.setup.owed if _possible(night, owed, begins, spots)]
    chosen = _of_many([owed for owed in open_now if len(owed.people) > 2])
    taken = {person for owed in chosen for person in owed.people}
    warbands = {warband for owed in chosen for warband in owed.warbands}
    pairs = [
        owed
        for owed in open_now
        if len(owed.people) == 2 and not taken & set(owed.people) and not warbands & set(owed.warbands)
    ]
    chosen += _of_two(night, pairs)
    chosen = _warbands_once(sorted(chosen, key=lambda owed: (not owed.due, owed.rank, unfairness(owed), owed.key)))
    sittings = [
        Sitting(
            owed.game,
            *owed.times(begins),
            list(owed.people),
            len(owed.people),
            len(owed.people),
            owed.width,
            owed.depth,
            key=owed.key,
            warbands=owed.warbands,
        )
        for owed in chosen
    ]
    if not night.spots:
        return sittings
    give_tables(sittings, spots, least_room)
    return [sitting for sitting in sittings if sitting.spot]


def _warbands_once(owed: list[Owed]) -> list[Owed]:
    """Leave out what has a warband of an earlier one: another may lead it there."""
    kept: list[Owed] = []
    fighting: set[int] = set()
    for one in owed:
        if not fighting & set(one.warbands):
            kept.append(one)
            fighting.update(one.warbands)
    return kept


def unfairness(owed: Owed) -> int:
    """Return how far its odds are from fair ones, in thousandths; unknown ones count as barely unfair."""
    if owed.odds is None:
        return 1
    return 0 if owed.odds in FAIR else min(abs(owed.odds - FAIR[0]), abs(owed.odds - FAIR[-1]))


def _possible(night: Night, owed: Owed, begins: Minute, spots: Sequence[Spot]) -> bool:
    if owed.key in night.fought or night.warbands & set(owed.warbands) or owed.times(begins)[0] < begins:
        return False
    if not all(night.has_time(p, *owed.times(begins)) for p in owed.people):
        return False
    if any(night.comers[person].wish(owed.game) is None for person in owed.people):
        return False
    return not night.spots or any(s.fits(owed.game, len(owed.people), owed.width, owed.depth) for s in spots)


def _of_many(owed: list[Owed]) -> list[Owed]:
    """Return battles of three and more who have nobody in common, the most urgent first."""
    chosen: list[Owed] = []
    for one in sorted(owed, key=lambda one: (not one.due, one.rank, one.key)):
        people, warbands = set(one.people), set(one.warbands)
        if not any(people & set(other.people) or warbands & set(other.warbands) for other in chosen):
            chosen.append(one)
    return chosen


def _of_two(night: Night, owed: list[Owed]) -> list[Owed]:
    """Return as many as can be that are due, then as many as can be; of those the most urgent, fairest and newest."""
    place = {comer.person: number for number, comer in enumerate(night.order)}
    best: dict[Edge, Owed] = {}
    for one in owed:
        edge = min(place[p] for p in one.people), max(place[p] for p in one.people)
        best[edge] = min(
            one, best.get(edge, one), key=lambda each: (not each.due, each.rank, unfairness(each), each.key)
        )
    costs = {edge: (one.rank, unfairness(one), night.met[frozenset(one.people)] ** 2) for edge, one in best.items()}
    # One step of a criterion outweighs everything that all battles together can differ in the next one.
    scales = [1 + len(place) * max((cost[level] for cost in costs.values()), default=0) for level in range(3)]
    ties = 1 << len(best)
    whole = scales[0] * scales[1] * scales[2]
    weights = {}
    for number, (edge, one) in enumerate(sorted(best.items())):
        rank, unfair, met = costs[edge]
        spent = (rank * scales[1] + unfair) * scales[2] + met
        value = whole * (1 + len(place) * one.due)
        weights[edge] = (value - spent) * ties + (ties >> number + 1)
    return [best[edge] for edge in sorted(heaviest(weights))]
