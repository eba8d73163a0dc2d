"""What a pairing needs to know of the rounds before: who met whom, and who sat out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, Protocol


class Moment(Protocol):
    """Anything that comes before or after another of its kind."""

    def __le__(self, other: Any, /) -> bool: ...

    def __lt__(self, other: Any, /) -> bool: ...


def meeting(one: int, other: int) -> frozenset[int]:
    """Return the key under which two opponents' meetings are counted."""
    return frozenset((one, other))


def meetings_in(battles: Iterable[Iterable[int]]) -> Counter[frozenset[int]]:
    """Count how often any two met, given who fought in each battle."""
    return Counter(meeting(one, other) for seated in battles for one, other in combinations(seated, 2))


def byes_in[M: Moment](fights: Iterable[tuple[int, int, M]], since: Mapping[int, M]) -> Counter[int]:
    """Count the rounds each player sat out: others fought, and the player had come by then (``since``).

    A fight is a round, a player who fought in it, and when its battle was scheduled.
    """
    sat_out: Counter[int] = Counter()
    for begun, fighting in _rounds_of(fights):
        sat_out.update(player for player, joined in since.items() if player not in fighting and joined <= begun)
    return sat_out


def start_in[M: Moment](fights: Iterable[tuple[int, int, M]], since: Mapping[int, M]) -> Counter[int]:
    """Return with how many byes each newcomer starts: as many as whoever had the fewest when he came.

    Without them newcomers would sit out first, before they have played at all. They are no byes and not to be shown.
    """
    starts: Counter[int] = Counter()
    sat_out: Counter[int] = Counter()
    there: set[int] = set()

    def let_in(arrived: set[int]) -> None:
        if there:
            starts.update(dict.fromkeys(arrived, min(sat_out[player] + starts[player] for player in there)))
        there.update(arrived)

    for begun, fighting in _rounds_of(fights):
        let_in({player for player, joined in since.items() if player not in there and joined <= begun})
        sat_out.update(there - fighting)
    let_in(set(since) - there)
    return starts


def _rounds_of[M: Moment](fights: Iterable[tuple[int, int, M]]) -> list[tuple[M, set[int]]]:
    """Return of each round when it had begun, the last of its battles, and who fought; the first round first."""
    fighting: dict[int, set[int]] = {}
    begun: dict[int, M] = {}
    for number, player, created in fights:
        fighting.setdefault(number, set()).add(player)
        begun[number] = created if number not in begun or begun[number] < created else begun[number]
    return [(begun[number], fighting[number]) for number in sorted(begun, key=begun.__getitem__)]
