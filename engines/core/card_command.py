"""What the commands of all card games have in common: bots by name, work in parts, rates as a shell shows them."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

import msgspec

from engines.core.command import Answer, mapped
from engines.core.playout import Fault, Rate, Tally
from engines.core.shares import Share

CHUNKS: Final = 8
"""The work is cut into so many parts for each process."""

CHECKED_AT_ONCE: Final = 1000

type Part = tuple[int, int]
"""The number of the first game of a part, and how many games it has."""


def parts(games: int, workers: int) -> list[Part]:
    """Return the games of a simulation cut into parts for so many processes."""
    each = max(1, -(-games // (workers * CHUNKS)))
    return [(first, min(each, games - first)) for first in range(0, games, each)]


def tallied(work: Callable[[Part], Tally], games: int, workers: int) -> Tally:
    """Return the counts of all parts together."""
    tally = Tally()
    for part in mapped(work, parts(games, workers), workers):
        tally.merge(part)
    return tally


def checked(check: Callable[[int, Part], dict[str, int]], *, games: int, seed: int, workers: int) -> Answer:
    """Answer how many random games of each variant were played and audited. Status 1 at the first fault."""
    counted: dict[str, int] = {}
    cut = [(first, min(CHECKED_AT_ONCE, games - first)) for first in range(0, games, CHECKED_AT_ONCE)]
    try:
        for part in mapped(partial(check, seed), cut, workers):
            for variant, count in part.items():
                counted[variant] = counted.get(variant, 0) + count
    except Fault as fault:
        return Answer(str(fault), 1)
    lines = [f"{variant}: {count}" for variant, count in sorted(counted.items())]
    return Answer("\n".join([*lines, f"{sum(counted.values())} random games, no fault"]))


def rates_told(rates: Mapping[str, Mapping[str, Rate]], *, in_order: Iterable[str] = ("seat",)) -> Iterator[str]:
    """Yield a line for each thing counted, the most successful first but in groups that are ``in_order``."""
    for group, found in rates.items():
        width = max(len(key) for key in found)
        ranked = found.items() if group in in_order else sorted(found.items(), key=lambda item: -item[1].share.value)
        for key, rate in ranked:
            yield f"{group} {key:{width}}  {rate_told(rate)}"


def rate_told(rate: Rate) -> str:
    """Return a rate with its confidence interval in a line."""
    return f"won {_share(rate.share)} of {rate.played}, drawn {rate.drawn}"


def _share(share: Share) -> str:
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def json_told(value: object) -> Answer:
    """Answer a value as JSON that people can read."""
    return Answer(msgspec.json.format(msgspec.json.encode(value)).decode())


def bots_argument(parser: ArgumentParser, known: Iterable[str], default: str) -> None:
    """Take the bots of the seats by name, and whether JSON is wanted."""
    names = list(known)

    def read(text: str) -> list[str]:
        found = text.split(",")
        for one in found:
            if one not in names:
                raise ArgumentTypeError(f"{one!r} is not one of {', '.join(names)}")
        return found

    text = f"{', '.join(names)}, by seat; default: {default}"
    parser.add_argument("--bots", type=read, metavar="A,B", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")


def seated[B](bots: Mapping[str, B], names: Iterable[str] | None, players: int) -> list[B]:
    """Return the bots of the seats, those that were named again and again until all have one."""
    named = list(names or ())
    return [bots[named[seat % len(named)]] for seat in range(players)] if named else []
