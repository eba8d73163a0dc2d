"""Events of announcements: who says who it is, who believes it, what is shown."""

from __future__ import annotations

from engines.core.event import Event


class Announced(Event, frozen=True, kw_only=True, tag="announced"):
    """A seat says "I am …"; ``on`` names what it reacts to, empty for the power of its own turn."""

    seat: int
    character: str
    on: str = ""


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """A seat that could have reacted does not."""

    seat: int
    on: str


class Answered(Event, frozen=True, kw_only=True, tag="answered"):
    """Everybody has answered an announcement; all answers are shown together (ruling F54)."""

    seat: int
    callers: tuple[int, ...]


class Shown(Event, frozen=True, kw_only=True, tag="shown"):
    """A seat showed its active character to all."""

    seat: int
    character: str


class BluffCalled(Event, frozen=True, kw_only=True, tag="bluff_called"):
    """A call is settled: ``true`` says that the announcer told the truth. ``caller`` is the one involved (F14)."""

    seat: int
    caller: int
    true: bool
