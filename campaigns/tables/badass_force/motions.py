"""What moves on the table: the events of a game as things to be drawn moving, as far as a reader knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from campaigns.tables.contract import Motion
from engines.badass_force import events as e
from engines.core.event import Event


def motions(events: Iterable[Event]) -> tuple[Motion, ...]:
    """Return what these events, redacted for the reader, look like."""
    return tuple(motion for event in events if type(event) in _DRAWN for motion in _DRAWN[type(event)](event))


def _lost(event: e.Lost) -> Iterable[Motion]:
    yield Motion("lost", event.seat, figure="☠")


def _scored(event: e.Scored) -> Iterable[Motion]:
    if event.points:
        kind = "coins" if event.points > 0 else "lost"
        yield Motion(kind, event.seat, figure=f"+{event.points}" if event.points > 0 else f"−{-event.points}")


def _announced(event: e.Announced) -> Iterable[Motion]:
    yield Motion("gain", event.seat, figure="❝")


def _called(event: e.BluffCalled) -> Iterable[Motion]:
    yield Motion("lost" if event.true else "gain", event.caller, figure="✋")


def _overloaded(event: e.Overloaded) -> Iterable[Motion]:
    yield Motion("lost", event.seat, figure="✹")


def _executed(event: e.Executed) -> Iterable[Motion]:
    yield Motion("gain", event.seat, figure="✸")


def _vengeance(event: e.VengeanceBegan) -> Iterable[Motion]:
    yield Motion("gain", event.seat, figure="✊")


_DRAWN: Final[Mapping[type[Event], Callable[[Any], Iterable[Motion]]]] = {
    e.Announced: _announced,
    e.BluffCalled: _called,
    e.Executed: _executed,
    e.Overloaded: _overloaded,
    e.Lost: _lost,
    e.Scored: _scored,
    e.VengeanceBegan: _vengeance,
}
