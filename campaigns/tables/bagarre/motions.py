"""What moves on the table: the events of a game as things to be drawn moving, as far as a reader knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from campaigns.tables.contract import Motion
from engines.bagarre import events as e


def motions(events: Iterable[e.Event]) -> tuple[Motion, ...]:
    """Return what these events, redacted for the reader, look like."""
    return tuple(_DRAWN[type(event)](event) for event in events if type(event) in _DRAWN)


def _card(event: e.Revealed) -> Motion:
    return Motion("card", event.seat, figure=event.card or "")


def _strike(event: e.Struck) -> Motion:
    return Motion("strike" if event.damage > 0 else "block", event.seat, event.target, event.cards[-1])


def _hit(event: e.HitPointsLost) -> Motion:
    return Motion("hit", event.seat, figure=str(event.amount))


def _shield(event: e.ShieldChanged) -> Motion:
    return Motion("shield", event.seat, event.target, event.new or "")


def _charge(event: e.Charged) -> Motion:
    return Motion("charge", event.seat, figure=event.card or "")


def _exchange(event: e.Exchanged) -> Motion:
    return Motion("shield", event.seat, event.target, event.new)


def _theft(event: e.Swapped) -> Motion:
    return Motion("theft", event.seat, event.target, event.took or "")


def _stolen(event: e.ShieldStolen) -> Motion:
    return Motion("theft", event.seat, event.target, event.card or "")


def _vanish(event: e.WentInvisible) -> Motion:
    return Motion("vanish", event.seat)


def _out(event: e.Eliminated) -> Motion:
    return Motion("out", event.seat)


def _dragon(event: e.DragonAwoke) -> Motion:
    return Motion("dragon")


_DRAWN: Final[Mapping[type[e.Event], Callable[[Any], Motion]]] = {
    e.Revealed: _card,
    e.Struck: _strike,
    e.HitPointsLost: _hit,
    e.ShieldChanged: _shield,
    e.Charged: _charge,
    e.Exchanged: _exchange,
    e.Swapped: _theft,
    e.ShieldStolen: _stolen,
    e.WentInvisible: _vanish,
    e.Eliminated: _out,
    e.DragonAwoke: _dragon,
}
