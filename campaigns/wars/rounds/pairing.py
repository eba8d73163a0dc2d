"""Who meets whom in a round. Pure: numbers in, pairs out.

A matching of least cost decides (Edmonds' blossom algorithm). What counts, each before the next: as few repeated
meetings as possible, those that have met least often, opponents with about as many victories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import Final

from msgspec import Struct

NOBODY: Final = 0
"""Stands for the bye; warbands are numbered from 1."""


class Pairing(Struct, frozen=True):
    """A round: pairs of opponents, and who sits out when their number is odd."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


def meeting(one: int, other: int) -> frozenset[int]:
    """Return the key under which two opponents' meetings are counted."""
    return frozenset((one, other))


def meetings_in(battles: Iterable[Iterable[int]]) -> Counter[frozenset[int]]:
    """Count how often any two met, given who fought in each battle."""
    return Counter(meeting(one, other) for seated in battles for one, other in combinations(seated, 2))


def byes_in(fights: Iterable[tuple[int, int, datetime]], since: Mapping[int, datetime]) -> Counter[int]:
    """Count the rounds each player sat out: others fought, and the player had come by then (``since``).

    A fight is a round, a player who fought in it, and when its battle was scheduled.
    """
    fighting: dict[int, set[int]] = {}
    begun: dict[int, datetime] = {}
    for number, player, created in fights:
        fighting.setdefault(number, set()).add(player)
        begun[number] = max(created, begun.get(number, created))
    return Counter(
        player
        for number, there in fighting.items()
        for player, joined in since.items()
        if player not in there and joined <= begun[number]
    )


def pair(
    players: Sequence[int],
    *,
    met: Mapping[frozenset[int], int],
    byes: Mapping[int, int],
    wins: Mapping[int, int],
) -> Pairing:
    """Pair all players. ``met`` counts past meetings, ``byes`` rounds sat out, ``wins`` victories; missing means 0.

    With an odd number one of those with the fewest byes sits out: whoever leaves the others the best round. Among
    equally good rounds the order of ``players`` decides. Raises ``ValueError`` for a player named twice or below 1.
    """
    import networkx as nx  # slow to import, and only referees need it

    if len(set(players)) < len(players) or min(players, default=1) < 1:
        raise ValueError("players are different numbers from 1 on")
    seats = list(players) + [NOBODY] * (len(players) % 2)
    if not seats:
        return Pairing(())
    fewest = min(byes.get(player, 0) for player in players)
    costs = {
        (one, other): cost
        for place, one in enumerate(seats)
        for other in seats[place + 1 :]
        if (cost := _cost(one, other, met, byes, wins, fewest)) is not None
    }
    # One step of a criterion outweighs everything that all pairs together can differ in the next one.
    often, gap = (1 + len(seats) * max(cost[level] for cost in costs.values()) for level in (1, 2))
    graph = nx.Graph()
    graph.add_nodes_from(seats)
    for (one, other), (repeats, times, distance) in costs.items():
        graph.add_edge(one, other, weight=-((repeats * often + times) * gap + distance))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    place = {player: position for position, player in enumerate(seats)}
    ordered = sorted(tuple(sorted(edge, key=place.__getitem__)) for edge in matching)
    ordered.sort(key=lambda edge: place[edge[0]])
    sits_out = next((one for one, other in ordered if other == NOBODY), None)
    return Pairing(tuple((one, other) for one, other in ordered if other != NOBODY), sits_out)


def _cost(
    one: int,
    other: int,
    met: Mapping[frozenset[int], int],
    byes: Mapping[int, int],
    wins: Mapping[int, int],
    fewest: int,
) -> tuple[int, int, int] | None:
    """Return what a pair costs by the three criteria, or ``None`` where it is not allowed."""
    if other == NOBODY:
        return (0, 0, 0) if byes.get(one, 0) == fewest else None
    times = met.get(meeting(one, other), 0)
    return (int(times > 0), times * times, (wins.get(one, 0) - wins.get(other, 0)) ** 2)
