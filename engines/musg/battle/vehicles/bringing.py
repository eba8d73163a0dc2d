"""What is wrong with the vehicles that a side brings: too many, badly built, or with a crew that cannot be theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.core.problems import Problem
from engines.musg import vehicle
from engines.musg.battle.setup import Side
from engines.musg.catalogue import Catalogue

MOST: Final = 12
"""Vehicles of one side at most."""


def problems(side: Side, catalogue: Catalogue) -> Iterator[Problem]:
    """Yield everything that is wrong with the vehicles of a side."""
    rides = side.rides or ()
    if len(rides) > MOST:
        params: dict[str, int | str] = {"warband": side.key, "name": side.name, "count": len(rides), "most": MOST}
        yield Problem("battle_rides", None, params)
    if len({one.number for one in rides}) < len(rides):
        yield Problem("battle_ride_twice", None, {"warband": side.key})
    figures = {figure.id: figure for figure in side.figures}
    aboard = [number for one in rides for number in one.crew]
    for one in rides:
        wrong = vehicle.problems(one.design, catalogue)
        yield from wrong
        if wrong:
            continue
        about: dict[str, int | str] = {"warband": side.key, "name": one.name}
        most = vehicle.build(one.design, catalogue).passengers + 1
        if len(one.crew) > most:
            yield Problem("crew_too_many", None, {**about, "count": len(one.crew), "most": most})
        for number in one.crew:
            if number not in figures or aboard.count(number) > 1:
                yield Problem("crew_unknown", number, {**about, "number": number})
        if one.crew and one.crew[0] in figures and figures[one.crew[0]].is_zombie:
            yield Problem("zombie_drives", one.crew[0], about, "ruling M348")
