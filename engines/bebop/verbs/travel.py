"""``travel``: figures go somewhere for nothing."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from msgspec.structs import replace

from engines.bebop.ground import BEBOP, CHARACTERS, PLACES
from engines.bebop.planets import travel
from engines.bebop.verbs.picking import NO
from engines.core.effects.steps import Amount, Step, UnderWay


class Figure(StrEnum):
    """Which figures: one's own, the other characters', those that no player plays, or any."""

    OWN = "own"
    OTHERS = "others"
    ABSENT = "absent"
    ANY = "any"


class Where(StrEnum):
    """Where they may go; ``here`` is where the holder's own figure stands."""

    ANYWHERE = "anywhere"
    PLANET = "planet"
    BEBOP = "bebop"
    HERE = "here"
    EARTH = "earth"
    MARS = "mars"
    GANYMEDE = "ganymede"


class Travel(Step, frozen=True, tag="travel"):
    """The holder moves ``n`` figures, each once, without fuel; with ``up_to`` fewer, or none. Vicious is no figure."""

    literal: ClassVar[bool] = True

    figure: Figure = Figure.OWN
    to: Where = Where.ANYWHERE
    n: Amount = 1
    up_to: bool = False
    moved: tuple[str, ...] = ()

    def apply(self, host: Any, way: UnderWay) -> None:
        """Move one, and go on with the others."""
        count = way.number(host, self.n)
        ways = [
            f"move {CHARACTERS[figure]} {PLACES[place]}"
            for figure in self._figures(host, way)
            if CHARACTERS[figure] not in self.moved
            for place in self._places(host, way)
            if host.figures[figure] != place
        ]
        if count < 1 or not ways:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, (*ways, NO) if self.up_to else tuple(ways))
        if code is None or code == NO:
            return
        _, who, where = code.split(" ")
        travel(host, host.seats[way.seat], CHARACTERS.index(who), PLACES.index(where))
        if count > 1:
            way.go_into((replace(self, n=count - 1, moved=(*self.moved, who)),))

    def _figures(self, host: Any, way: UnderWay) -> list[int]:
        own = host.seats[way.seat].character
        if self.figure is Figure.OWN:
            return [own]
        played = {seat.character for seat in host.seats}
        every = range(len(CHARACTERS))
        if self.figure is Figure.ABSENT:
            return [figure for figure in every if figure not in played]
        return [figure for figure in every if self.figure is Figure.ANY or figure != own]

    def _places(self, host: Any, way: UnderWay) -> list[int]:
        if self.to is Where.ANYWHERE:
            return [0, 1, 2, BEBOP]
        if self.to is Where.PLANET:
            return [0, 1, 2]
        if self.to is Where.HERE:
            return [host.figures[host.seats[way.seat].character]]
        return [PLACES.index(self.to.value)]
