"""The decisive moment of a battle that the engine fought, and the table around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from campaigns.wars.ground.map import BattleMap, Token, Trace, battle_map, short
from campaigns.wars.replay.falls import Fall
from campaigns.wars.replay.frames import Frame, frame_at
from campaigns.wars.replay.opening import decisive
from engines.musg.battle.events import Event
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Place

CLOSE: Final = 18.0
"""Paces across the part of the table that is shown."""


class Moment(Struct, frozen=True):
    """The table when the battle was decided. ``view`` is what is seen of it, as an SVG viewBox in paces."""

    turn: int
    fall: Fall
    killed: bool
    map: BattleMap
    view: str


def moment(setup: Setup, events: Sequence[Event], falls: Sequence[Fall]) -> Moment | None:
    """Return the decisive moment; ``None`` where nobody fell."""
    fall = decisive(events, falls)
    if fall is None:
        return None
    event, frame = events[fall.event], frame_at(setup, events, fall.event)
    return Moment(
        event.turn, fall, bool(event.data.get("killed")), _map(setup, event, frame), _view(event, frame, setup)
    )


def _map(setup: Setup, event: Event, frame: Frame) -> BattleMap:
    fallen = event.figure
    tokens = [
        Token(one.number, one.side, one.x, one.y, one.radius, "", str(one.member), "is-out" if out else "")
        for one in frame.figures
        if (out := one.number == fallen or one.place is Place.OUT) or (one.drawn and not one.hidden)
    ]
    traces = []
    if event.figure is not None and event.target is not None:
        doer, victim = frame.figures[event.target], frame.figures[event.figure]
        line = f"M{short(doer.x)} {short(doer.y)}L{short(victim.x)} {short(victim.y)}"
        traces = [Trace("blow", line)]
    return battle_map(setup.table, figures=tokens, traces=traces)


def _view(event: Event, frame: Frame, setup: Setup) -> str:
    """Return a square that holds the two figures, within the table where that is large enough."""
    seen = [frame.figures[number] for number in (event.figure, event.target) if number is not None]
    left, right = min(one.x for one in seen), max(one.x for one in seen)
    top, bottom = min(one.y for one in seen), max(one.y for one in seen)
    size = max(CLOSE, right - left + 4, bottom - top + 4)
    x = _within((left + right - size) / 2, size, setup.table.width)
    y = _within((top + bottom - size) / 2, size, setup.table.depth)
    return f"{short(x)} {short(y)} {short(size)} {short(size)}"


def _within(start: float, size: float, whole: float) -> float:
    return (whole - size) / 2 if size >= whole else min(max(start, 0.0), whole - size)
