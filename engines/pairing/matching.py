"""Matchings of least cost, the cheapest first.

The cheapest is found by Edmonds' blossom algorithm; the next ones as Murty does it: whoever wants another matching has
to leave out one of the edges of this one, so each is left out in turn, with those before it kept.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence

Edge = tuple[int, int]
"""Two places, the lower one first."""
Matching = tuple[Edge, ...]
"""Edges without a common place, in order."""


def cheapest(places: int, costs: Mapping[Edge, int]) -> Matching | None:
    """Return the matching of least cost that covers the places 0..``places``-1, or ``None`` if there is none.

    ``costs`` has the edges that may be used. It should not let two matchings cost the same: which of them is found
    would be the library's secret.
    """
    import networkx as nx  # slow to import, and few processes pair anybody

    graph = nx.Graph()
    graph.add_nodes_from(range(places))
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in costs.items())
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < places:
        return None
    return tuple(sorted((min(edge), max(edge)) for edge in found))


def cheapest_first(places: int, costs: Mapping[Edge, int]) -> Iterator[Matching]:
    """Yield all matchings that cover the places, in the order of their costs, which differ."""
    whole: Matching = ()
    heap: list[tuple[int, Matching, Matching, frozenset[Edge]]] = []

    def push(kept: Matching, without: frozenset[Edge]) -> None:
        taken = {place for edge in kept for place in edge}
        left = [place for place in range(places) if place not in taken]
        number = {place: position for position, place in enumerate(left)}
        within = {
            (number[one], number[other]): cost
            for (one, other), cost in costs.items()
            if one in number and other in number and (one, other) not in without
        }
        found = cheapest(len(left), within)
        if found is not None:
            matching = tuple(sorted((*kept, *((left[one], left[other]) for one, other in found))))
            heapq.heappush(heap, (cost_of(matching, costs), matching, kept, without))

    push(whole, frozenset())
    while heap:
        _cost, matching, kept, without = heapq.heappop(heap)
        yield matching
        for edge in matching:
            if edge not in kept:
                push(kept, without | {edge})
                kept = (*kept, edge)


def cost_of(matching: Sequence[Edge], costs: Mapping[Edge, int]) -> int:
    """Return what a matching costs."""
    return sum(costs[edge] for edge in matching)


def heaviest(weights: Mapping[Edge, int]) -> set[Edge]:
    """Return the edges without a common place that weigh most together; not every place need have one.

    ``weights`` should not let two such sets weigh the same.
    """
    import networkx as nx  # slow to import, and few processes pair anybody

    graph = nx.Graph()
    graph.add_weighted_edges_from((*edge, weight) for edge, weight in weights.items())
    return {(min(edge), max(edge)) for edge in nx.max_weight_matching(graph)}
