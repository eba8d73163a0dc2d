"""A toy game of four seats with stones, to try the language of effects without any real game's rules."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, ClassVar

from engines.core.effects.conditions import Condition
from engines.core.effects.language import Language
from engines.core.effects.literal import steps_of
from engines.core.effects.reading import Reader
from engines.core.effects.steps import Amount, Name, Step, UnderWay, Who, answered, begin


class Thing(StrEnum):
    STONES = "stones"
    SHELLS = "shells"


class Gain(Step, frozen=True, tag="gain"):
    """``who`` gains ``n`` of ``what``."""

    literal: ClassVar[bool] = True
    what: Thing
    n: Amount = 1
    who: Who = "me"
    as_: Name = ""

    def apply(self, host: Any, way: UnderWay) -> None:
        seats = way.aim(host, self.who, host.clockwise_after(way.seat), self.as_)
        if seats is None:
            return
        if not seats:
            host.skipped(way, self)
        for seat in seats:
            host.has[self.what][seat] += way.number(host, self.n)


class Guard(Step, frozen=True, tag="guard"):
    """Acts in answers only."""

    slots: ClassVar[tuple[str, ...]] = ("answer",)

    def apply(self, host: Any, way: UnderWay) -> None:
        host.ways[way.about].spared += (way.seat,)


class StonesLeast(Condition, frozen=True):
    stones_least: int
    who: Who = "me"

    def holds(self, host: Any, way: UnderWay) -> bool:
        return any(host.has["stones"][seat] >= self.stones_least for seat in way.seats(host, self.who))


LANGUAGE = Language(
    verbs=(Gain, Guard),
    conditions=(StonesLeast,),
    who={"me": (), "chosen": (), "others": (), "all": (), "foe": ("answer",)},
    counts=("stones", "shells"),
    slots=("play", "answer", "table"),
)


class Toy:
    """A table of the toy game; answers are given by ``answer``."""

    def __init__(self, players: int = 4) -> None:
        self.players = players
        self.has = {"stones": [0] * players, "shells": [0] * players}
        self.agenda: list[tuple[Callable[[Any, Any], None], Any]] = []
        self.ways: list[UnderWay] = []
        self.asked: tuple[int, tuple[str, ...]] | None = None
        self.said: list[str] = []
        self.guards: set[int] = set()

    def play(self, *steps: dict[str, Any], seat: int = 0) -> Toy:
        """Put the steps under way and go on until somebody is asked."""
        begin(self, UnderWay(seat, "card", "play", read(*steps)))
        return self.go_on()

    def go_on(self) -> Toy:
        while self.agenda and self.asked is None:
            step, argument = self.agenda.pop()
            step(self, argument)
        return self

    def answer(self, *codes: str) -> Toy:
        """Answer what is asked, one after the other."""
        for code in codes:
            assert self.asked is not None
            assert code in self.asked[1] or code.startswith("table "), (code, self.asked)
            self.asked = None
            answered(self, code)
            self.go_on()
        return self

    def offer(self, seat: int, codes: tuple[str, ...], *, open_ended: bool) -> None:
        self.asked = (seat, codes)

    def seats_of(self, way: UnderWay, word: str) -> tuple[int, ...]:
        others = self.clockwise_after(way.seat)
        return {"me": (way.seat,), "others": others, "all": (way.seat, *others)}.get(word, ())

    def counted(self, way: UnderWay, what: str, seat: int) -> int:
        return self.has[what][seat]

    def aimed_at(self, way: UnderWay, seat: int) -> bool:
        if seat not in self.guards:
            return False
        begin(self, UnderWay(seat, "guard", "answer", (Guard(),), self.ways.index(way)))
        return True

    def can_pay(self, seat: int, what: str) -> int:
        return self.has[what][seat]

    def pay(self, seat: int, what: str, amount: int) -> None:
        self.has[what][seat] -= amount

    def skipped(self, way: UnderWay, step: Step) -> None:
        self.said.append(type(step).__name__)

    def clockwise_after(self, seat: int) -> tuple[int, ...]:
        return tuple((seat + step) % self.players for step in range(1, self.players))

    def literal_steps(self, code: str) -> tuple[Step, ...]:
        return steps_of(LANGUAGE, code, self.players)

    @property
    def stones(self) -> list[int]:
        return self.has["stones"]


def read(*steps: dict[str, Any], slot: str = "play") -> tuple[Step, ...]:
    """Read steps that are right."""
    reader = Reader(LANGUAGE, "card")
    found = reader.slot(slot, list(steps))
    assert reader.problems == []
    return found


def wrong(*steps: object, slot: str = "play") -> list[tuple[str, str, str, str]]:
    """Read steps that are wrong: the code, the step, what stands there, and the nearest name."""
    reader = Reader(LANGUAGE, "card")
    reader.slot(slot, list(steps))
    found = []
    for each in reader.problems:
        step, value, near = (str(each.params.get(name, "")) for name in ("step", "value", "nearest"))
        found.append((each.code, step, value, near))
    return found


def gain(n: object = 1, **more: object) -> dict[str, Any]:
    return {"do": "gain", "what": "stones", "n": n, **more}
