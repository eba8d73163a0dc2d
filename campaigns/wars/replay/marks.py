"""Markers on the map: each kind a line drawing of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from campaigns.wars.ground.map import Trace, short, thing_at
from campaigns.wars.replay.wording.others import NOISE
from engines.musg.battle.marks import Mark
from engines.musg.battle.pursuit import THING
from engines.musg.battle.regroup.alert import DETECTOR
from engines.musg.battle.regroup.bomb import BOMB, DROPPED, KIT, SITE
from engines.musg.battle.regroup.rounds import ROUND
from engines.musg.catalogue import CATALOGUE


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
    DETECTOR: lambda x, y: _rings(x, y, 0.4, float(CATALOGUE.regroup_team.detector_zone)),
    ROUND: lambda x, y: _rings(x, y, 0.2),
    BOMB: lambda x, y: _rings(x, y, 0.5, 1.0, 1.5) + _cross(x, y),
    DROPPED: lambda x, y: _rings(x, y, 0.5) + _cross(x, y),
    KIT: lambda x, y: f"M{short(x - 0.5)} {short(y - 0.4)}h1v0.8h-1z",
}
"""A site is a crossed ring, a detector a ring with its zone, the bomb crossed rings, a kit a box."""
