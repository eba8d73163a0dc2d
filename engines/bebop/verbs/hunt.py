"""What cards of Space Serenade do on the hunt: travel, gauges, capture tokens, skills, the die."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from msgspec.structs import replace

from engines.bebop.confront import take, targets_on
from engines.bebop.events import Rolled, SkillUsed
from engines.bebop.ground import BEBOP, CHARACTERS, PILES, PLACES, TARGETS, VICIOUS
from engines.bebop.options import ANY_PLANET
from engines.bebop.planets import set_gauge, travel
from engines.bebop.score.state import GAUGE_LEAST, GAUGE_MOST, Pile
from engines.bebop.skills import BY_NAME
from engines.bebop.verbs.picking import NO, ask
from engines.core.effects.steps import Amount, Name, Step, UnderWay


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


class Confront(Step, frozen=True, tag="confront"):
    """The holder takes a token where the own figure stands, or ``anywhere``, without paying for it.

    It is a taken token in all else: damage cards unless ``harmless``, capture, Vicious's move (ruling C68). ``pile``
    names one, else it is chosen; ``criminals`` leaves Vicious out. Only whose turn it is can confront.
    """

    literal: ClassVar[bool] = True

    pile: Pile | None = None
    anywhere: bool = False
    harmless: bool = False
    criminals: bool = False
    up_to: bool = False

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask which, and take it."""
        here = host.figures[host.seats[way.seat].character]
        places = range(BEBOP) if self.anywhere else (here,)
        targets = dict.fromkeys(target for place in places for target in targets_on(host, place))
        piles = PILES if self.pile is None else (self.pile.value,)
        ways = [
            f"token {TARGETS[target]} {pile}"
            for target in targets
            if not (self.criminals and target == VICIOUS)
            for pile in piles
            if host.left[2 * target + PILES.index(pile)]
        ]
        if not ways or way.seat != host.turn:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, (*ways, NO) if self.up_to else tuple(ways))
        if code is None or code == NO:
            return
        _, target, pile = code.split(" ")
        take(host, TARGETS.index(target), PILES.index(pile), 0, harmless=self.harmless)


class Skilled(StrEnum):
    """The eight skills by name; that of the fuel for cards costs fuel anyhow."""

    SPIKE_A = "spike_a"
    SPIKE_B = "spike_b"
    JET_A = "jet_a"
    JET_B = "jet_b"
    FAYE_A = "faye_a"
    ED_A = "ed_a"
    ED_B = "ed_b"


class UseSkill(Step, frozen=True, tag="use_skill"):
    """The holder may use a skill now for nothing, wherever its character is; without an object it is skipped (C70).

    Where the hand might have the object, the holder is asked in any case: being skipped would tell that it has none.
    """

    literal: ClassVar[bool] = True

    skill: Skilled

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask what it is used on, and use it."""
        seat = host.seats[way.seat]
        skill = BY_NAME[self.skill.value]
        ways = [f"use {action.code[6:]}" for action in skill.options(host, seat)]
        secret = host.setup.rules >= ANY_PLANET and skill.hangs_on_hand(host, seat)
        if not (ways or secret) or way.seat != host.turn:
            host.skipped(way, self)
            return
        code = ask(way, host, way.seat, ways, declines=True, secret=secret)
        if code is None or code == NO:
            return
        if host.events is not None:
            host.emit(SkillUsed(seat=way.seat, skill=skill.name, fuel=0))
        skill.use(host, seat, host.book.actions[f"skill {code[4:]}"])


class Roll(Step, frozen=True, tag="roll"):
    """A six-sided die; ``as`` names its face for the steps after it."""

    literal: ClassVar[bool] = True

    makes: ClassVar[str] = "number"

    as_: Name = "face"

    def apply(self, host: Any, way: UnderWay) -> None:
        """Roll it."""
        face = host.dice.d6("a card")
        way.names[self.as_] = face
        if host.events is not None:
            host.emit(Rolled(seat=way.seat, face=face))
