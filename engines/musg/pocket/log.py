"""The log of an evening: replayed, added to, an entry taken back."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.problems import Illegal
from engines.musg.pocket.dice import SiteDice
from engines.musg.pocket.entries import SITE, Entry, RollEntry
from engines.musg.pocket.setup import Setup
from engines.musg.pocket.state import State


def begin(setup: Setup) -> State:
    """Return the state before the first entry. Raises ``Illegal`` for a setup that cannot be played."""
    found = list(setup.problems())
    if found:
        raise Illegal(found)
    return State(setup=setup)


def play(state: State, entry: Entry) -> State:
    """Apply an entry to the state, which it changes, and return it. Raises ``Illegal`` with every problem."""
    found = list(entry.verify(state))
    if found:
        raise Illegal(found)
    state.events = ()
    entry.apply(state)
    return state


def replay(setup: Setup, entries: Sequence[Entry]) -> State:
    """Return the state after all entries. Raises ``Illegal``."""
    state = begin(setup)
    for entry in entries:
        play(state, entry)
    return state


def rolled(state: State, entry: RollEntry, seed: bytes) -> RollEntry:
    """Return the entry with the faces that the site's secret gives it here.

    Raises ``Illegal`` where it may not be made.
    """
    found = list(Entry.verify(entry, state))
    if found:
        raise Illegal(found)
    return entry.with_dice(state, SiteDice(seed, entry.about(state)), SITE)


def without(setup: Setup, entries: Sequence[Entry], place: int) -> State:
    """Return the state with the entry at ``place`` (from 0) taken back.

    Raises ``Illegal`` where a later entry would not hold without it, ``IndexError`` where there is none.
    """
    if not 0 <= place < len(entries):
        raise IndexError(place)
    return replay(setup, [*entries[:place], *entries[place + 1 :]])
