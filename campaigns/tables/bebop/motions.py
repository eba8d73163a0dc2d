"""What moves on the table: the events of a game as things to be drawn moving, as far as a reader knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from campaigns.tables.contract import Motion
from engines.bebop import events as e
from engines.core.event import Event


def motions(events: Iterable[Event]) -> tuple[Motion, ...]:
    """Return what these events, redacted for the reader, look like."""
    return tuple(motion for event in events if type(event) in _DRAWN for motion in _DRAWN[type(event)](event))


def _token(event: e.TokenTaken) -> Iterable[Motion]:
    yield Motion("gain", event.seat, figure="●")


def _captured(event: e.Captured) -> Iterable[Motion]:
    for seat, renown in enumerate(event.renown):
        won = renown + (event.star if seat == event.seat else 0)
        if won:
            yield Motion("coins", seat, figure=f"★ +{won}")


def _escaped(event: e.Escaped) -> Iterable[Motion]:
    for seat, tokens in enumerate(event.tokens):
        if tokens:
            yield Motion("lost", seat, figure=f"−{tokens}")


def _damage(event: e.DamageDrawn) -> Iterable[Motion]:
    yield Motion("lost", event.seat, figure="✷")


_DRAWN: Final[Mapping[type[Event], Callable[[Any], Iterable[Motion]]]] = {
    e.TokenTaken: _token,
    e.Captured: _captured,
    e.Escaped: _escaped,
    e.DamageDrawn: _damage,
}
