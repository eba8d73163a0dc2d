"""What moves on the table: the events of a game as things to be drawn moving, as far as a reader knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from campaigns.tables.contract import Motion
from engines.baf import events as e
from engines.core.event import Event


def motions(events: Iterable[Event]) -> tuple[Motion, ...]:
    """Return what these events, redacted for the reader, look like."""
    return tuple(motion for event in events if type(event) in _DRAWN for motion in _DRAWN[type(event)](event))


def _fought(event: e.Fought) -> Iterable[Motion]:
    kind = "coins" if event.won else "lost"
    yield Motion(kind, event.seat, figure=f"+{event.coins}" if event.won else f"−{-event.coins}")


def _contested(event: e.Contested) -> Iterable[Motion]:
    for seat in event.seats:
        yield Motion("gain" if seat == event.winner else "lost", seat, figure="✋")


def _attempted(event: e.Attempted) -> Iterable[Motion]:
    if event.boss is not None:
        yield Motion("coins" if event.won else "lost", event.seat, figure=f"+{event.coins}" if event.won else "☠")


def _improved(event: e.Improved) -> Iterable[Motion]:
    yield Motion("gain", event.seat, figure="▲")


_DRAWN: Final[Mapping[type[Event], Callable[[Any], Iterable[Motion]]]] = {
    e.Contested: _contested,
    e.Fought: _fought,
    e.Improved: _improved,
    e.Attempted: _attempted,
}
