"""``gauge``: what going to a planet costs rises or falls."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from engines.bebop.ground import PLACES
from engines.bebop.options import ANY_PLANET
from engines.bebop.planets import set_gauge
from engines.bebop.score.state import GAUGE_LEAST, GAUGE_MOST
from engines.bebop.verbs.picking import NO
from engines.core.effects.steps import Step, UnderWay


class Change(StrEnum):
    """Which way: up, down, or as the holder likes."""

    UP = "up"
    DOWN = "down"
    EITHER = "either"


class On(StrEnum):
    """Which planet: any, the one where the holder's figure stands, or a certain one (ruling C77)."""

    ANY = "any"
    HERE = "here"
    EARTH = "earth"
    MARS = "mars"
    GANYMEDE = "ganymede"


class Gauge(Step, frozen=True, tag="gauge"):
    """A gauge moves by 1, between 1 and 3; no criminal escapes by it (ruling C17).

    Where "any" planet must go one way, one that stands at its end may be chosen: nothing then moves (ruling C80).
    """

    literal: ClassVar[bool] = True

    change: Change
    planet: On = On.ANY
    up_to: bool = False

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask which, and move it."""
        moving, every = [], []
        for planet in self._planets(host, way):
            if self.change is not Change.DOWN:
                every.append(f"gauge {PLACES[planet]} up")
                moving += every[-1:] if host.gauge[planet] < GAUGE_MOST else []
            if self.change is not Change.UP:
                every.append(f"gauge {PLACES[planet]} down")
                moving += every[-1:] if host.gauge[planet] > GAUGE_LEAST else []
        ways = every if moving and self._falls_anywhere(host) else moving
        if not ways:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, (*ways, NO) if self.up_to else tuple(ways))
        if code is None or code == NO:
            return
        _, where, which = code.split(" ")
        planet = PLACES.index(where)
        if code not in moving:
            host.skipped(way, self)
        set_gauge(host, planet, host.gauge[planet] + (1 if which == "up" else -1), "ruling C17")

    def _falls_anywhere(self, host: Any) -> bool:
        one_way = self.change is not Change.EITHER and self.planet is On.ANY and not self.up_to
        return one_way and bool(host.setup.rules >= ANY_PLANET)

    def _planets(self, host: Any, way: UnderWay) -> list[int]:
        if self.planet is On.ANY:
            return [0, 1, 2]
        if self.planet is On.HERE:
            here = host.figures[host.seats[way.seat].character]
            return [here] if here < 3 else []
        return [PLACES.index(self.planet.value)]
