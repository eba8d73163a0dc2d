"""The lines and marks that show an event on the map: each kind of marker is a line drawing of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from campaigns.wars.ground.map import Trace, outline_of, short, thing_at
from campaigns.wars.replay import hulls
from campaigns.wars.replay.frames import Frame
from campaigns.wars.replay.wording.others import NOISE
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.marks import Mark
from engines.musg.battle.pursuit import THING
from engines.musg.battle.regroup.alert import DETECTOR
from engines.musg.battle.regroup.bomb import BOMB, DROPPED, KIT, SITE
from engines.musg.battle.regroup.rounds import ROUND
from engines.musg.battle.setup import Setup
from engines.musg.fixed import REGROUP_TEAM

MUZZLE: Final = 1.3
"""How far from the middle of a figure its weapon flashes, in paces."""
BURST: Final = 0.9
CLASH: Final = 0.6
"""The radii of a flash and of blades that cross, in paces."""
_LINES = {
    Kind.SHOT: "shot",
    Kind.SCATTERED: "shot",
    Kind.STRAYED: "shot",
    Kind.STRUCK: "strike",
    Kind.FIRST_SIGHT: "sight",
    Kind.NERVE: "sight",
    Kind.INTERCEPTED: "sight",
}
"""Events drawn as a line between two figures, and of what kind."""


def places(setup: Setup) -> tuple[Trace, ...]:
    """Return the places that the battle's scenario is about."""
    return tuple(Trace("place", outline_of(area)) for one in setup.objectives for area in one.areas())


def traces(event: Event, frame: Frame) -> tuple[Trace, ...]:
    """Return the lines that show an event: the way gone, a shot, where a template came down."""
    found = []
    if way := way_of(event):
        found.append(Trace("way", "M" + "L".join(f"{short(x)} {short(y)}" for x, y in way)))
    if event.kind in _LINES and event.figure is not None and event.target is not None:
        one, other = frame.figures[event.figure], frame.figures[event.target]
        outline = f"M{short(one.x)} {short(one.y)}L{short(other.x)} {short(other.y)}"
        found.append(Trace(_LINES[event.kind], outline))
    centre = event.data.get("centre")
    if isinstance(centre, list) and len(centre) > 1:
        x, y = (float(value) for value in centre[:2])
        found.append(Trace("impact", f"M{short(x - 1)} {short(y - 1)}l2 2m-2 0l2 -2"))
    return (*map(drawn, frame.marks), *hulls.drawn(frame.hulls), *found, *_effects(event, frame))


def way_of(event: Event) -> list[list[float]]:
    """Return the points of the way that a figure went in an event, in paces; empty where it did not move."""
    way = event.data.get("way")
    points = way if isinstance(way, list) and len(way) > 1 else [event.data.get("start"), event.data.get("end")]
    found = [[float(p[0]), float(p[1])] for p in points if isinstance(p, list) and len(p) > 1]
    return found if len(found) > 1 else []


def _effects(event: Event, frame: Frame) -> Iterator[Trace]:
    """Yield what is drawn above the figures: the flash of a weapon, where it struck, blades that cross."""
    if event.figure is None or event.target is None or event.kind not in (Kind.SHOT, Kind.STRUCK):
        return
    one, other = frame.figures[event.figure], frame.figures[event.target]
    apart = math.hypot(other.x - one.x, other.y - one.y) or 1.0
    x, y = (other.x - one.x) / apart, (other.y - one.y) / apart
    if event.kind is Kind.STRUCK:
        yield Trace("clash", _burst((one.x + other.x) / 2, (one.y + other.y) / 2, CLASH))
        return
    yield Trace("flash", _burst(one.x + x * MUZZLE, one.y + y * MUZZLE))
    if event.data.get("hits"):
        yield Trace("hit", _burst(other.x - x * MUZZLE, other.y - y * MUZZLE))


def _burst(x: float, y: float, radius: float = BURST) -> str:
    """Return a star of eight points."""
    corners = (
        (math.radians(22.5 * step), radius if step % 2 == 0 else radius * 0.42) for step in range(16)
    )  # every other corner is an inner one
    return "M" + "L".join(f"{short(x + r * math.cos(a))} {short(y + r * math.sin(a))}" for a, r in corners) + "z"


def drawn(mark: Mark) -> Trace:
    """Return a marker as a line drawing: a point is a diamond with its number in strokes."""
    x, y = mark.x, mark.y
    if mark.code in _OUTLINES:
        return Trace(mark.code.replace("_", "-"), _OUTLINES[mark.code](x, y))
    first = x - (mark.number - 1) / 4
    strokes = "".join(f"M{short(first + number / 2)} {short(y - 0.5)}v1" for number in range(mark.number))
    return Trace("point", f"M{short(x)} {short(y - 1.5)}l1.5 1.5l-1.5 1.5l-1.5 -1.5z{strokes}")


def _rings(x: float, y: float, *radii: float) -> str:
    return "".join(f"M{short(x - r)} {short(y)}a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1 -{2 * r} 0" for r in radii)


def _cross(x: float, y: float) -> str:
    return f"M{short(x - 0.8)} {short(y - 0.8)}l1.6 1.6m0 -1.6l-1.6 1.6"


_OUTLINES: Final[Mapping[str, Callable[[float, float], str]]] = {
    THING: thing_at,
    NOISE: lambda x, y: _rings(x, y, 0.4, 0.8),
    SITE: lambda x, y: _rings(x, y, 1.0) + _cross(x, y),
    DETECTOR: lambda x, y: _rings(x, y, 0.4, float(REGROUP_TEAM.detector_zone)),
    ROUND: lambda x, y: _rings(x, y, 0.2),
    BOMB: lambda x, y: _rings(x, y, 0.5, 1.0, 1.5) + _cross(x, y),
    DROPPED: lambda x, y: _rings(x, y, 0.5) + _cross(x, y),
    KIT: lambda x, y: f"M{short(x - 0.5)} {short(y - 0.4)}h1v0.8h-1z",
}
"""A site is a crossed ring, a detector a ring with its zone, the bomb crossed rings, a kit a box."""
