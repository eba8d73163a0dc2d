"""The log of an evening: replayed, added to, an entry taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engines.core.problems import Illegal, Problem
from engines.musg.pocket.dice import SiteDice
from engines.musg.pocket.entries import SITE, Entry, RollEntry
from engines.musg.pocket.games import game_of
from engines.musg.pocket.setup import Agreed
from engines.musg.pocket.state import Table


def begin(setup: Agreed) -> Any:
    """Return the state of the setup's game before the first entry.

    Raises ``Illegal`` for a setup that cannot be played.
    """
    found = list(setup.problems())
    if found:
        raise Illegal(found)
    return game_of(setup).start(setup)


def play[S: Table](state: S, entry: Entry) -> S:
    """Apply an entry to the state, which it changes, and return it. Raises ``Illegal`` with every problem."""
    found = [*_of_another_game(state, entry)] or list(entry.verify(state))
    if found:
        raise Illegal(found)
    state.events = ()
    entry.apply(state)
    return state


def _of_another_game(state: Table, entry: Entry) -> Iterator[Problem]:
    if not isinstance(entry, game_of(state.setup).kinds):
        yield Problem("other_game")


def replay(setup: Agreed, entries: Sequence[Entry]) -> Any:
    """Return the state after all entries. Raises ``Illegal``."""
    state = begin(setup)
    for entry in entries:
        play(state, entry)
    return state


def rolled(state: Table, entry: RollEntry, seed: bytes) -> RollEntry:
    """Return the entry with the faces that the site's secret gives it here.

    Raises ``Illegal`` where it may not be made.
    """
    found = [*_of_another_game(state, entry)] or list(Entry.verify(entry, state))
    if found:
        raise Illegal(found)
    return entry.with_dice(state, SiteDice(seed, entry.about(state)), SITE)


def without(setup: Agreed, entries: Sequence[Entry], place: int) -> Any:
    """Return the state with the entry at ``place`` (from 0) taken back.

    Raises ``Illegal`` where a later entry would not hold without it, ``IndexError`` where there is none.
    """
    if not 0 <= place < len(entries):
        raise IndexError(place)
    return replay(setup, [*entries[:place], *entries[place + 1 :]])
