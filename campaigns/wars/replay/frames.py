"""The table after each event of a resolved battle, worked out from the setup and the events alone.

Nothing is played again and no die is rolled: an event says what it changed. ``frame_at`` gives one moment,
``frames`` all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from campaigns.wars.replay import hulls
from campaigns.wars.replay.hulls import HullState
from engines.musg.attacks.fighter import of_figure
from engines.musg.battle.civilians import FIRST_NUMBER
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.marks import Mark
from engines.musg.battle.objectives import CarryOff
from engines.musg.battle.pursuit import THING
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Place
from engines.musg.ground.table import RADIUS

CARRYING: Final = (Kind.CARRIED, Kind.WENT_ON)
"""Moves whose target is a body carried along."""
NEWCOMERS: Final = (Kind.APPEARED, Kind.ROSE)
"""Events whose figure was not there before."""
BESIDE: Final = 0.6
"""How far from the middle of its bearer a thing is drawn, in paces."""
BEYOND: Final = FIRST_NUMBER - 1
"""What the numbers of those whom a module adds to a warband lie beyond; they are shown from 1 on."""
ON_TABLE: Final = (Place.PLAY, Place.OUT)
"""Where a figure is drawn: standing, or lying where it went out of action (ruling M34)."""


class FigureState(Struct, frozen=True):
    """A figure at one moment.

    ``number`` is its number in the battle, ``member`` that in its warband, ``race`` the code of its race. ``x``, ``y``
    and ``height`` are paces. ``active``: its activation is under way. ``routed``: it flees. ``hidden``: a commando
    nobody has found yet. ``unplaced``: where it is deployed is not told to whoever looks.
    """

    number: int
    side: int
    member: int
    name: str
    race: str
    most_hit_points: int
    hit_points: int
    place: Place = Place.WAITING
    x: float = 0.0
    y: float = 0.0
    height: float = 0.0
    radius: float = RADIUS
    active: bool = False
    routed: bool = False
    hidden: bool = False
    unplaced: bool = False

    @property
    def drawn(self) -> bool:
        """Whether it is to be seen on the table."""
        return self.place in ON_TABLE and not self.unplaced


class Frame(Struct, frozen=True):
    """The table after event ``event`` (from 0).

    ``points`` are the sides' victory points, ``altered`` the numbers of the figures that the event left different,
    ``marks`` what lies on the ground. ``pools``: two numbers for each side, its leader's points of pulp and those
    shared, -1 where there are none; empty without pulp. ``hulls`` are the vehicles placed.
    """

    event: int
    turn: int
    points: tuple[int, ...]
    figures: tuple[FigureState, ...]
    altered: tuple[int, ...]
    marks: tuple[Mark, ...] = ()
    pools: tuple[int, ...] = ()
    hulls: tuple[HullState, ...] = ()


def decoded(setup: Any, events: Any) -> tuple[Setup, tuple[Event, ...]]:
    """Return what a resolution stores as the engine's values. Raises ``msgspec.ValidationError`` when it cannot."""
    return msgspec.convert(setup, Setup), msgspec.convert(events, tuple[Event, ...])


def figures_of(setup: Setup) -> tuple[FigureState, ...]:
    """Return everybody who came, numbered as the battle numbers them, before anything happened."""
    found: list[FigureState] = []
    for index, side in enumerate(setup.sides):
        for figure in side.figures:
            if figure.id in side.absent:
                continue
            sheet = of_figure(figure, setup.catalogue)
            found.append(
                FigureState(
                    number=len(found),
                    side=index,
                    member=figure.id,
                    name=figure.name,
                    race=figure.race,
                    most_hit_points=sheet.hit_points,
                    hit_points=sheet.hit_points,
                    hidden="deploys_hidden" in sheet.traits,
                )
            )
    return tuple(found)


def frames(setup: Setup, events: Iterable[Event]) -> Iterator[Frame]:
    """Yield the table after each event, in order."""
    board = _Board(setup)
    before = tuple(board.figures)
    for event in events:
        board.apply(event)
        now = tuple(board.figures)
        altered = tuple(one.number for was, one in zip_longest(before, now) if was != one)
        yield Frame(event.index, event.turn, tuple(board.points), now, altered, board.lying, board.pools, board.hulls)
        before = now


def frame_at(setup: Setup, events: Sequence[Event], number: int) -> Frame:
    """Return the table after event ``number``. Raises ``IndexError`` where there is none."""
    if not 0 <= number < len(events):
        raise IndexError(number)
    return next(islice(frames(setup, events), number, None))


def newcomers(events: Iterable[Event]) -> Iterator[FigureState]:
    """Yield the figures that modules brought into the battle, as they came."""
    for event in events:
        if event.kind in NEWCOMERS and event.figure is not None and event.side is not None:
            points = _int(event, "hit_points")
            yield FigureState(
                number=event.figure,
                side=event.side,
                member=_int(event, "number") % BEYOND,
                name=str(event.data.get("name", "")),
                race=str(event.data.get("profile", "")),
                most_hit_points=points,
                hit_points=points,
            )


class _Board:
    """The table while events are applied to it, one after the other."""

    def __init__(self, setup: Setup) -> None:
        self.figures = list(figures_of(setup))
        self.points = [0] * len(setup.sides)
        self.marks: list[Mark] = []
        self._borne: dict[int, int] = {}  # which thing is carried by whom
        self._objectives = setup.objectives
        self.pools: tuple[int, ...] = ()
        self.hulls: tuple[HullState, ...] = ()
        self._won: dict[int, tuple[int, int]] = {}  # whose fall brought which side how many points

    @property
    def lying(self) -> tuple[Mark, ...]:
        """What lies on the ground, and what is carried, beside its bearer."""
        bearers = [(number, self.figures[uid]) for number, uid in self._borne.items()]
        carried = [
            Mark(THING, number, one.x + BESIDE, one.y - BESIDE) for number, one in bearers if one.place is Place.PLAY
        ]
        return (*self.marks, *carried)

    def _brought(self, event: Event) -> None:
        """Take away what a figure has brought where it belongs."""
        number = _int(event, "objective")
        if number < len(self._objectives) and isinstance(self._objectives[number], CarryOff):
            self._borne = {thing: uid for thing, uid in self._borne.items() if uid != event.figure}

    def apply(self, event: Event) -> None:
        """Apply one event."""
        self.figures += newcomers([event])
        self._move(event)
        self.hulls = hulls.after(self.hulls, event)
        self.pools = tuple(_numbers(event, "pools")) or self.pools
        number = event.figure
        match event.kind:
            case Kind.DEPLOYED if number is not None:
                hidden, placed = bool(event.data.get("hidden")), "at" in event.data
                self._set(number, place=Place.PLAY, hidden=hidden, unplaced=not placed)
            case Kind.ARRIVED | Kind.APPEARED if number is not None:
                self._set(number, place=Place.PLAY)
            case Kind.ROSE if number is not None and event.target is not None:
                self._set(number, place=Place.PLAY)
                self._set(event.target, place=Place.DEAD, hit_points=-1)
            case Kind.LED if number is not None and event.side is not None:
                self._set(number, side=event.side)
            case Kind.MARKED:
                self.marks.append(_mark(event))
            case Kind.UNMARKED:
                gone = (str(event.data.get("code", "")), set(_numbers(event, "numbers")))
                self.marks = [mark for mark in self.marks if mark.code != gone[0] or mark.number not in gone[1]]
            case Kind.TOOK:
                taken = _int(event, "number")
                self.marks = [mark for mark in self.marks if (mark.code, mark.number) != (THING, taken)]
                self._borne[taken] = number or 0
            case Kind.HANDED if event.target is not None:
                self._borne[_int(event, "number")] = event.target
            case Kind.PUT_DOWN:
                self._borne.pop(_int(event, "number"), None)
                self.marks.append(_mark(event, THING))
            case Kind.RESERVED if number is not None:
                self._set(number, place=Place.ABSENT if event.data.get("no_room") else Place.RESERVE)
            case Kind.STAYED_AWAY if number is not None:
                self._set(number, place=Place.AWAY)
            case Kind.ACTIVITY if number is not None and event.data.get("absent"):
                self._set(number, place=Place.ABSENT)
            case Kind.ACTIVATED if number is not None:
                for one in (number, *_numbers(event, "joined")):
                    self._set(one, active=True)
            case Kind.ENDED_ACTIVATION if number is not None:
                self._set(number, active=False)
            case Kind.REVEALED if number is not None:
                self._set(number, hidden=False, unplaced=False)
                if "left" in event.data:
                    self._set(number, hit_points=_int(event, "left"), routed=bool(event.data.get("routed")))
            case Kind.ROUTED if number is not None:
                self._set(number, routed=True)
            case Kind.RALLY | Kind.ROUT_TEST if number is not None and event.data.get("passed"):
                self._set(number, routed=False)
            case Kind.WOUNDED if number is not None:
                self._set(number, hit_points=_int(event, "left"))
            case Kind.OUT if number is not None:
                killed = bool(event.data.get("killed"))
                self._set(number, place=Place.DEAD if killed else Place.OUT, active=False, routed=False)
            case Kind.VEHICLE_PLACED:
                for one in _numbers(event, "crew"):
                    self._set(one, place=Place.ABOARD, hidden=False)
            case Kind.GOT_ON if number is not None:
                self._set(number, place=Place.ABOARD)
            case Kind.GOT_OFF if number is not None:
                self._set(number, place=Place.PLAY)
            case Kind.DROVE:
                self._carry(event)
            case Kind.HEALED if event.target is not None:
                self._heal(event, event.target)
            case Kind.LEFT_TABLE if number is not None:
                self._set(number, place=Place.FLED if event.data.get("fled") else Place.LEFT, active=False)
                if event.target is not None:
                    self._set(event.target, place=Place.LEFT)
            case Kind.HOSTAGE if event.side is not None and "total" in event.data:
                self.points[event.side] = _int(event, "total")
            case Kind.SCORED if event.side is not None:
                self._brought(event)
                self.points[event.side] = _int(event, "total")
            case Kind.SAVED if event.side is not None:
                self.points[event.side] = _int(event, "total")
            case Kind.POINTS if event.side is not None:
                self.points[event.side] = _int(event, "total")
                if event.target is not None:
                    self._won[event.target] = (event.side, _int(event, "points"))
            case Kind.END_OF_TURN | Kind.OVER:
                self.points = _numbers(event, "points") or self.points

    def _move(self, event: Event) -> None:
        """Stand a figure where the event says it ended; the body it carries lies at its feet."""
        place = event.data.get("end", event.data.get("at"))
        if event.figure is None or not isinstance(place, list) or len(place) < 3:
            return
        x, y, height = (float(value) for value in place[:3])
        for number in (event.figure, event.target if event.kind in CARRYING else None):
            if number is not None:
                self._set(number, x=x, y=y, height=height)

    def _carry(self, event: Event) -> None:
        """Take those aboard along."""
        for hull in self.hulls:
            if hull.number == event.data.get("vehicle"):
                for one in hull.crew:
                    self._set(one, x=hull.base.x, y=hull.base.y)

    def _heal(self, event: Event, number: int) -> None:
        self._set(number, hit_points=_int(event, "left"))
        if event.data.get("revived"):
            self._set(number, place=Place.PLAY)
            if number in self._won:  # a figure back on its feet counts for nobody (ruling M39)
                side, points = self._won.pop(number)
                self.points[side] -= points

    def _set(self, number: int, **values: Any) -> None:
        self.figures[number] = replace(self.figures[number], **values)


def _mark(event: Event, code: str = "") -> Mark:
    spot = event.data.get("spot")
    x, y = (float(value) for value in spot[:2]) if isinstance(spot, list) else (0.0, 0.0)
    return Mark(code or str(event.data.get("code", "")), _int(event, "number"), x, y)


def _int(event: Event, key: str) -> int:
    value = event.data.get(key)
    return int(value) if isinstance(value, int | float) else 0


def _numbers(event: Event, key: str) -> list[int]:
    value = event.data.get(key)
    return [int(one) for one in value if isinstance(one, int | float)] if isinstance(value, list) else []


def concerned(event: Event) -> tuple[int, ...]:
    """Return the numbers of all figures an event is about: who did it, the other one, and everybody it names."""
    found = [event.figure, event.target, *_numbers(event, "figures"), *_numbers(event, "joined")]
    found += _numbers(event, "with_")
    return tuple(dict.fromkeys(number for number in found if number is not None))
