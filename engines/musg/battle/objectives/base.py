"""What every objective of a scenario has in common: who may score it, what it brings, when it is done.

The rulebook counts victory points at the end (Musg, Fin du tour) and leaves what else earns them to the scenario
(ruling M53). An objective is data: a tagged struct of the battle's setup. Its class holds the few rules of its kind;
what has happened so far is kept by the ``Pursuit`` of the battle (``Progress``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, Protocol

from msgspec import Struct

from engines.core.problems import Problem
from engines.musg.battle.actions import Custom
from engines.musg.battle.state import Band, Piece
from engines.musg.ground.geometry import parts_of
from engines.musg.ground.layout import Layout
from engines.musg.ground.shapes import Circle, Point
from engines.musg.ground.table import TOUCH, Base, Table
from engines.musg.ranks import Rank

POINTS_MOST: Final = 100
"""More victory points than this for one thing would make the rest of a battle meaningless."""


class Phrase(Struct, frozen=True, forbid_unknown_fields=True):
    """A wording in both languages of the site, as a scenario brings it; never empty in a scenario that is sound."""

    fr: str
    en: str

    def in_language(self, language: str) -> str:
        """Return the wording for a language code such as ``"fr"`` or ``"en-gb"``; English unless French."""
        return self.fr if language.lower().startswith("fr") else self.en


class Edge(StrEnum):
    """An edge of the table. ``OWN``: nearest to one's own deployment zone; ``FAR``: to those of all others."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    OWN = "own"
    FAR = "far"


class Goal(Struct, frozen=True):
    """Somewhere that is worth going to, for players who look for it.

    ``within``: how near a base's edge must come to the point (x, y), in paces; below 0 its middle must come within as
    many paces less. ``worth``: the victory points it stands for. ``act``: what to do there. ``hands``: how many figures
    it takes. ``lasting``: who is there had better stay. ``leave``: it is reached by walking off the table there.
    """

    x: float
    y: float
    within: float
    worth: float
    act: Custom | None = None
    hands: int = 1
    lasting: bool = False
    leave: bool = False


class Scene(Protocol):
    """What objectives look at in a battle, whose setup holds them (``Field``). ``zones``: by side, its number."""

    table: Table
    turn: int
    turn_limit: int
    zones: tuple[int, ...]
    pieces: list[Piece]
    bands: list[Band]
    warbands: tuple[Band, ...]

    def led(self, side: int) -> bool:
        """Tell whether a captain leads a side."""


class Thing:
    """Something to carry off: where it lies, or who bears it; ``gone`` once it is carried off."""

    __slots__ = ("bearer", "gone", "number", "objective", "x", "y")

    def __init__(self, objective: Objective, number: int, x: float, y: float) -> None:
        self.objective = objective
        self.number = number
        self.x, self.y = x, y
        self.bearer: Piece | None = None
        self.gone = False

    @property
    def lies(self) -> bool:
        """Whether it lies on the ground."""
        return self.bearer is None and not self.gone


class Progress[F](Protocol):
    """What has happened so far with the objectives of one battle, and how they change that (``Pursuit``)."""

    things: list[Thing]

    def score(
        self, field: F, objective: Objective, side: int, piece: Piece | None = None, target: Piece | None = None
    ) -> None:
        """Give a side the points of an objective; ``piece`` earned them, ``target`` is whom it is about."""

    def times(self, objective: Objective) -> int:
        """Return how often an objective was scored."""

    def lay(self, field: F, objective: Objective, x: float, y: float) -> None:
        """Put a new thing on the ground."""

    def borne_by(self, piece: Piece) -> Thing | None:
        """Return what a figure carries."""

    def let_fall(self, field: F, piece: Piece) -> None:
        """Leave what a figure carries where it stands, or last stood."""

    def carried_off(self, field: F, thing: Thing, piece: Piece | None, side: int | None = None) -> None:
        """Take a thing out of the battle and count it for a side, its bearer's unless another is named."""

    def brought_home(self, field: F) -> list[Piece]:
        """Return the captives of an earlier battle who were brought home in this one."""


class Objective(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """Something that brings ``points`` victory points, each time it is achieved (1 to 100).

    ``sides``: the numbers of those who may score it, from 0; empty for all. ``decisive``: the battle is over at once
    when nothing of it is left to achieve. All methods do nothing unless overridden.
    """

    points: int
    sides: tuple[int, ...] = ()
    decisive: bool = False

    def open_to(self, side: int) -> bool:
        """Tell whether a side may score it."""
        return not self.sides or side in self.sides

    def problems(self, sides: int, layout: Layout) -> Iterator[Problem]:
        """Yield what is wrong with it on a table for so many sides; the ``item`` parameter names the field."""
        if not 1 <= self.points <= POINTS_MOST:
            yield Problem("objective_points", None, {"item": "points", "value": self.points, "most": POINTS_MOST})
        if any(not 0 <= side < sides for side in self.sides) or len(set(self.sides)) < len(self.sides):
            yield Problem("objective_side", None, {"item": "sides", "most": sides})

    def begin[F: Scene](self, field: F, pursuit: Progress[F]) -> None:
        """Run before deployment: lay what it needs on the ground."""

    def bounty(self, field: Scene, piece: Piece) -> int:
        """Return the points that an enemy gains, or spares itself, by stopping a figure as things stand."""
        return 0

    def went_off[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> None:
        """Run when a figure that does not flee has left the table."""

    def fell[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece, by: Piece | None) -> None:
        """Run when a figure went out of action or died."""

    def turn_ended[F: Scene](self, field: F, pursuit: Progress[F]) -> None:
        """Run at the end of every turn."""

    def ended[F: Scene](self, field: F, pursuit: Progress[F], alone: int | None) -> None:
        """Run when the battle is over; ``alone`` is the one side of several that still has figures, if only one has."""

    def arrived(self, field: Scene, piece: Piece) -> bool:
        """Tell whether a bearer of one of its things stands where that is to be brought."""
        return False

    def done[F: Scene](self, field: F, pursuit: Progress[F]) -> bool:
        """Tell whether nothing of it is left to achieve."""
        return False

    def goals[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> Iterator[Goal]:
        """Yield where a figure might go for it."""
        yield from ()

    def exits[F: Scene](self, field: F, pursuit: Progress[F], piece: Piece) -> frozenset[Edge]:
        """Return the edges over which a figure may step off the table because of it."""
        return frozenset()

    def areas(self) -> Iterator[Circle]:
        """Yield the places on the table that it names, for the map."""
        yield from ()

    def points_of(self) -> Iterator[Point]:
        """Yield where on the table it lays something, for the map."""
        yield from ()


def home_edges(table: Table, zone: int) -> frozenset[Edge]:
    """Return the edge, or edges, that a deployment zone touches for the greatest length; all four if it touches none.

    A zone across the whole north end of a table touches its north edge more than it touches the sides.
    """
    lengths = dict.fromkeys((Edge.NORTH, Edge.EAST, Edge.SOUTH, Edge.WEST), 0.0)
    for part in table.zones[zone]:
        across, along = part.right - part.left, part.bottom - part.top
        lengths[Edge.NORTH] = max(lengths[Edge.NORTH], across if part.top <= TOUCH else 0.0)
        lengths[Edge.SOUTH] = max(lengths[Edge.SOUTH], across if part.bottom >= table.depth - TOUCH else 0.0)
        lengths[Edge.WEST] = max(lengths[Edge.WEST], along if part.left <= TOUCH else 0.0)
        lengths[Edge.EAST] = max(lengths[Edge.EAST], along if part.right >= table.width - TOUCH else 0.0)
    most = max(lengths.values())
    return frozenset(edge for edge, length in lengths.items() if length >= most - TOUCH)


def resolved(field: Scene, side: int, edges: Iterable[Edge]) -> frozenset[Edge]:
    """Return the edges of the table that are meant for a side."""
    found: set[Edge] = set()
    for edge in edges:
        if edge is Edge.OWN:
            found |= home_edges(field.table, field.zones[side])
        elif edge is Edge.FAR:
            for number, zone in enumerate(field.zones):
                found |= home_edges(field.table, zone) if number != side else frozenset()
        else:
            found.add(edge)
    return frozenset(found)


def off_which(table: Table, base: Base) -> Iterator[Edge]:
    """Yield the edges that a base touches."""
    x, y, _, radius = base
    reach = radius + TOUCH
    if y <= reach:
        yield Edge.NORTH
    if x >= table.width - reach:
        yield Edge.EAST
    if y >= table.depth - reach:
        yield Edge.SOUTH
    if x <= reach:
        yield Edge.WEST


def nearest_exit(table: Table, base: Base, edges: Iterable[Edge]) -> Point | None:
    """Return the place nearest to a base where it touches one of the edges, or ``None`` without any."""
    x, y, _, radius = base
    places = {
        Edge.NORTH: (x, radius),
        Edge.EAST: (table.width - radius, y),
        Edge.SOUTH: (x, table.depth - radius),
        Edge.WEST: (radius, y),
    }
    near = [(abs(px - x) + abs(py - y), (px, py)) for px, py in (places[edge] for edge in sorted(edges))]
    return min(near)[1] if near else None


def matches(piece: Piece, rank: Rank | None) -> bool:
    """Tell whether a figure is of a rank; ``None`` means any."""
    return rank is None or piece.sheet.rank is rank


def on_table(layout: Layout, x: float, y: float) -> bool:
    """Tell whether a point lies on the table."""
    return 0 <= x <= layout.width and 0 <= y <= layout.depth


def circle_problems(layout: Layout, place: Circle, item: str) -> Iterator[Problem]:
    """Yield what is wrong with a round place: off the table, or too small for a base."""
    if place.radius < 0.5 or not parts_of(place) or not on_table(layout, place.x, place.y):
        yield Problem("objective_place", None, {"item": item})
