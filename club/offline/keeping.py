"""Which pages a member's browser may keep to be read without a network: a list, and nothing that is not in it.

from club.offline import keeping

keeping.keep(Kind.WARBANDS, "rosters:roster", "rosters:sheet")     # names of addresses, when the app starts
keeping.gather(mine)    # a function of the member that yields addresses worth having before they are asked for
keeping.shortcut("warband", my_warband)    # a function of the member that says where /go/warband/ leads
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.models import Member


class Kind(StrEnum):
    """What a kept page is; the page of what is kept has them in this order."""

    BOARD = "board"
    WARBANDS = "warbands"
    TABLE = "table"
    SCORES = "scores"
    EVENINGS = "evenings"
    RULES = "rules"
    ODDS = "odds"


TITLES: Final[dict[Kind, Promise]] = {
    Kind.BOARD: _("Noticeboard"),
    Kind.WARBANDS: _("Warbands"),
    Kind.TABLE: _("Battles"),
    Kind.SCORES: _("Scores"),
    Kind.EVENINGS: _("Evenings"),
    Kind.RULES: _("Rules"),
    Kind.ODDS: _("Attack odds"),
}

MOST_AHEAD: Final = 60
"""So many pages at most are fetched before anybody asks for them."""

type Source = Callable[[Member], Iterator[str]]
type Target = Callable[[Member], str]

_KEPT: Final[dict[str, Kind]] = {}
_SOURCES: Final[list[Source]] = []
_SHORTCUTS: Final[dict[str, Target]] = {}


def keep(kind: Kind, *names: str) -> None:
    """Allow pages with these names of addresses to be kept. Twice changes nothing."""
    _KEPT.update(dict.fromkeys(names, kind))


def kind_of(name: str) -> Kind | None:
    """Return what a page of that name is kept as; ``None``: it is not."""
    return _KEPT.get(name)


def kept_names() -> dict[str, Kind]:
    """Return the whole list."""
    return dict(_KEPT)


def gather(source: Source) -> None:
    """Let a room say which pages of a member's are worth having beforehand, the most needed first."""
    if source not in _SOURCES:
        _SOURCES.append(source)


def ahead(member: Member) -> list[str]:
    """Return those addresses, each once, at most ``MOST_AHEAD``: of each source in turn, so that none takes all."""
    waiting = [source(member) for source in _SOURCES]
    found = dict[str, None]()
    for address in _in_turn(waiting):
        found[address] = None
        if len(found) == MOST_AHEAD:
            break
    return list(found)


def _in_turn(waiting: list[Iterator[str]]) -> Iterator[str]:
    while waiting:
        left = []
        for source in waiting:
            found = next(source, None)
            if found is not None:
                yield found
                left.append(source)
        waiting = left


def shortcut(word: str, target: Target) -> None:
    """Let ``/go/<word>/`` lead a member to what the function returns, an address that it may read."""
    _SHORTCUTS[word] = target


def target_of(word: str) -> Target | None:
    """Return what finds the way for a word; ``None`` where it is nobody's."""
    return _SHORTCUTS.get(word)


def shortcuts() -> dict[str, Target]:
    """Return all of them."""
    return dict(_SHORTCUTS)
