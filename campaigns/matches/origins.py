"""Where matches come from that were played on the site: the table, and the proof of its dice.

The rooms that play register who knows; a reader is led to what they may see, and to nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from campaigns.matches.models.match import Match, MatchWay
from club.access import User


class Origin(Struct, frozen=True):
    """Where a match was played: what it is called, its page, and the file that proves its dice."""

    title: str
    address: str
    proof: str


type Finder = Callable[[Sequence[str], User], Mapping[str, Origin]]
"""Finds the origins that a reader may see among the sources of matches."""
_FINDERS: Final[list[Finder]] = []


def register(finder: Finder) -> None:
    """Let ``finder`` say where matches come from. Registering twice changes nothing."""
    if finder not in _FINDERS:
        _FINDERS.append(finder)


def origins_of(matches: Iterable[Match], reader: User) -> Mapping[int, Origin]:
    """Return where those of the matches were played that the reader may look at, by match; no query without one."""
    sources = {match.source: match.pk for match in matches if match.way == MatchWay.TABLE}
    if not sources:
        return {}
    found = [pair for finder in _FINDERS for pair in finder(list(sources), reader).items()]
    return {sources[source]: origin for source, origin in found}
