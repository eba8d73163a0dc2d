"""What kinds of events a card game has."""

from __future__ import annotations

from types import ModuleType

from engines.core.event import Event


def kinds_of(events: ModuleType) -> set[type[Event]]:
    """Return all of a game's module of events."""
    classes = {thing for thing in vars(events).values() if isinstance(thing, type) and issubclass(thing, Event)}
    return classes - {Event}
