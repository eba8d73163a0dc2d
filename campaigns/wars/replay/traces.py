"""The lines and marks that show an event on the map."""

from __future__ import annotations

from campaigns.wars.ground.map import Trace, outline_of, short
from campaigns.wars.replay import hulls
from campaigns.wars.replay.frames import Frame
from campaigns.wars.replay.marks import drawn
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.setup import Setup

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
    way = event.data.get("way")
    points = way if isinstance(way, list) and len(way) > 1 else [event.data.get("start"), event.data.get("end")]
    places = [(float(p[0]), float(p[1])) for p in points if isinstance(p, list) and len(p) > 1]
    if len(places) > 1:
        found.append(Trace("way", "M" + "L".join(f"{short(x)} {short(y)}" for x, y in places)))
    if event.kind in _LINES and event.figure is not None and event.target is not None:
        one, other = frame.figures[event.figure], frame.figures[event.target]
        outline = f"M{short(one.x)} {short(one.y)}L{short(other.x)} {short(other.y)}"
        found.append(Trace(_LINES[event.kind], outline))
    centre = event.data.get("centre")
    if isinstance(centre, list) and len(centre) > 1:
        x, y = (float(value) for value in centre[:2])
        found.append(Trace("impact", f"M{short(x - 1)} {short(y - 1)}l2 2m-2 0l2 -2"))
    return (*map(drawn, frame.marks), *hulls.drawn(frame.hulls), *found)
