"""A small table with vehicles on it: what the rule tests of vehicles are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engines.musg.battle.actions import Custom, Deploy
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.battle.objectives import AnyObjective
from engines.musg.battle.setup import Ride, Setup, Side
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.vehicles.ride import Ride as Hull
from engines.musg.ground.layout import Layout
from engines.musg.rules import Rules
from engines.musg.vehicle import Design
from engines.musg.warband import Figure
from tests.engines.musg.battle.kit import CALM, HENCHMAN, OPEN, Scene, Script, fig

LIGHT, MEDIUM = Design(type="light"), Design(type="medium")
Spot = tuple[float, float, int]


type Given = tuple[Figure, tuple[float, float] | None] | tuple[float, float] | None
"""A figure and its place; a henchman there; a henchman who begins aboard."""


def somebody(given: Any) -> tuple[Figure, tuple[float, float] | None]:
    if given is None or not isinstance(given[0], Figure):
        return fig(HENCHMAN, given)
    return given[0], given[1]


class Road(Scene):
    """A battle with vehicles; ``rides`` of each side are design, place and the numbers (from 1) of the crew.

    ``rules`` are those that differ from the calm ones.

    Side 0 has figures 0, 1…; those in a crew are not placed.
    """

    def __init__(
        self,
        mine: Sequence[Given],
        theirs: Sequence[Given],
        rides: Sequence[tuple[int, Design, Spot, tuple[int, ...]]],
        *,
        table: Layout = OPEN,
        dice: Mapping[str, Sequence[int]] | None = None,
        objectives: tuple[AnyObjective, ...] = (),
        modules: tuple[str, ...] = ("vehicles",),
        **rules: bool,
    ) -> None:
        sides = []
        where: dict[int, tuple[float, float]] = {}
        uid = 0
        for index, row in enumerate((mine, theirs)):
            figures = []
            for number, given in enumerate(row, 1):
                figure, at = somebody(given)
                figures.append(replace(figure, id=number, name=f"{'ab'[index]}{number}"))
                if at is not None:
                    where[uid] = at
                uid += 1
            brought = tuple(
                Ride(number=number, name=f"car {number}", design=design, crew=crew)
                for number, (side, design, _, crew) in enumerate(rides, 1)
                if side == index
            )
            sides.append(
                Side(key="ab"[index], name="AB"[index], race="generic", figures=tuple(figures), zone=0, rides=brought)
            )
        self.setup = Setup(
            sides=tuple(sides),
            table=table,
            rules=Rules(**dict[str, Any](CALM | rules)),
            modules=modules,
            objectives=objectives,
        )
        self.dice = Script(dice or {})
        self.battle = Battle.new(self.setup, self.dice)
        ordered = [spot for side in (0, 1) for owner, _, spot, _ in rides if owner == side]
        while self.battle.decision and self.battle.decision.ask in (Ask.DEPLOY, Ask.CUSTOM):
            number = self.battle.decision.options[0]
            if self.battle.decision.ask is Ask.CUSTOM:
                x, y, facing = ordered[number]
                self.battle.play(Custom("vehicles.place", None, number, x, y, (float(facing),)))
            else:
                self.battle.play(Deploy(number, *where[number]))

    @property
    def module(self) -> Vehicles:
        return next(one for one in self.battle.modules if isinstance(one, Vehicles))

    def car(self, number: int = 0) -> Hull:
        return self.module.rides(self.battle).all[number]

    def spot(self, number: int = 0) -> Spot:
        base = self.car(number).base
        return base.x, base.y, base.facing


def drive(*way: float) -> Custom:
    return Custom("vehicles.drive", way=way)


def boost(*way: float) -> Custom:
    return Custom("vehicles.boost", way=way)


def alone(design: Design = LIGHT, spot: Spot = (30, 10, 0), **values: Any) -> Road:
    """A vehicle with its pilot, figure 0; a passenger, figure 1; an enemy far away, figure 2."""
    return Road([None, None], [(58, 38)], [(0, design, spot, (1, 2))], **values)
