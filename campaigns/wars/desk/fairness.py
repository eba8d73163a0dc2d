"""How even a campaign is. Pure: numbers in, numbers out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import median

from msgspec import Struct

from campaigns.wars.rounds.pairing import Pairing, meeting, pair


class Spread(Struct, frozen=True):
    """The least, the middle one and the most of some figures."""

    least: int
    middle: float
    most: int


def spread(figures: Iterable[int]) -> Spread:
    """Return the spread of some figures, one at least."""
    known = sorted(figures)
    return Spread(known[0], median(known), known[-1])


class Count(Struct, frozen=True):
    """What one player's battles come to: ``met`` how often whom, ``unmet`` whom never."""

    player: int
    played: int
    met: tuple[tuple[int, int], ...]
    unmet: tuple[int, ...]


def counts(
    players: Sequence[int], fought: Collection[Collection[int]], met: Mapping[frozenset[int], int]
) -> list[Count]:
    """Return for each player how many battles were fought and whom it met, most often first."""
    played = Counter(player for seated in fought for player in seated)
    made = []
    for player in players:
        others = [(other, met.get(meeting(player, other), 0)) for other in players if other != player]
        often = sorted((one for one in others if one[1]), key=lambda one: -one[1])
        made.append(Count(player, played[player], tuple(often), tuple(other for other, times in others if not times)))
    return made


def suggest(
    free: Sequence[int],
    *,
    met: Mapping[frozenset[int], int],
    byes: Mapping[int, int],
    wins: Mapping[int, int],
) -> Pairing:
    """Return the best pairs among those who are free; of fewer than two, nothing."""
    return pair(free, met=met, byes=byes, wins=wins) if len(free) > 1 else Pairing(())
