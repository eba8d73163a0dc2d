"""A vehicle in a battle, and all of them on one table: where they stand, who sits in them, what they hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import sqrt
from typing import Final

from msgspec.structs import replace

from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.setup import Ride as Brought
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.battle.views import VehicleView
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.ground.geometry import Part, ring
from engines.musg.ground.layout import Climb, Form, Ground, Piece as Terrain, Veil
from engines.musg.ground.oblong import Oblong, Quarter
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import BODY, RADIUS, STEP, TOUCH, Base, Table, table_of, touching
from engines.musg.vehicle import build

RIDE: Final = "Musg, Do you need a ride ?"
type Solid = tuple[Point, float, tuple[Point, ...]]
"""Something that stops a vehicle: a circle round it, and its outline, empty for what is round itself."""

HEIGHT: Final = 1.5
"""How high a vehicle is, in paces: a head higher than a figure. It hides whoever stands behind it (ruling M344)."""
_ASIDE: Final = 0.25
_RINGS: Final = 60
_CORNERS: Final = 1.1
"""At corners the table keeps bases a little farther away from what stands there than they are wide."""


class Ride:
    """A vehicle. ``index`` is its number in the battle, ``number`` that in its warband ``home``; ``side`` who has it.

    ``crew`` are those aboard in the order in which they came, ``pilot`` one of them or nobody. ``boosted_on`` is the
    turn in which its booster was last used, ``may_boost`` whether a drive just made allows it; ``fired``, ``burst`` and
    ``dry`` the embarked weapons that are silent, as a figure's own (``Piece``).
    """

    def __init__(self, index: int, side: int, brought: Brought, catalogue: Catalogue) -> None:
        self.index = index
        self.home = self.side = side
        self.number = brought.number
        self.name = brought.name
        self.type = brought.design.type
        self.catalogue = catalogue
        self.built = build(brought.design, catalogue)
        self.structure = self.built.structure
        self.base = Oblong(0.0, 0.0, 0, self.built.width, self.built.length)
        self.placed = False
        self.left = False
        self.crew: list[Piece] = []
        self.pilot: Piece | None = None
        self.boosted_on = 0
        self.may_boost = False
        self.fired: dict[int, int] = {}
        self.burst: set[int] = set()
        self.dry: set[int] = set()

    @property
    def wreck(self) -> bool:
        """Whether it has no points of structure left (Musg, Tirer ou frapper sur un véhicule)."""
        return self.structure <= 0

    @property
    def on_table(self) -> bool:
        """Whether it stands there, a wreck or not."""
        return self.placed and not self.left

    @property
    def runs(self) -> bool:
        """Whether it can still be driven."""
        return self.on_table and not self.wreck

    @property
    def room(self) -> int:
        """How many more it takes, the pilot included (rulings M234, M348)."""
        return self.built.passengers + 1 - len(self.crew)

    def side_of(self, quarters: Iterable[Quarter]) -> VehicleSide:
        """Return the side that an attack hits: on the line between two the defender takes the better one (M343)."""
        sides = [VehicleSide(quarter.value) for quarter in quarters]
        return max(sides, key=lambda side: (self.built.armour[side], -list(VehicleSide).index(side)))


class Rides:
    """All the vehicles of a battle."""

    def __init__(self, field: Field) -> None:
        rows = ((number, one) for number, side in enumerate(field.setup.sides) for one in side.rides or ())
        self.all = [Ride(index, number, one, field.catalogue) for index, (number, one) in enumerate(rows)]
        self._tables: dict[frozenset[int], Table] = {}
        self._bare = field.prepared.table
        self._solid = tuple(_solid(part) for index, part in self._bare.parts if stops(self._bare.pieces[index]))

    def on_table(self) -> list[Ride]:
        """Return those that stand on the table."""
        return [ride for ride in self.all if ride.on_table]

    def of(self, piece: Piece) -> Ride | None:
        """Return the vehicle somebody sits in."""
        return next((ride for ride in self.all if piece in ride.crew), None) if piece.place is Place.ABOARD else None

    def moved(self, field: Field) -> None:
        """Set the table after a vehicle came, moved or left: all of them are obstacles on it (ruling M344)."""
        self._tables = {}
        field.table = self.table()
        for ride in self.on_table():
            for piece in ride.crew:
                piece.base = (ride.base.x, ride.base.y, 0.0, RADIUS)
        field.settled = None
        field.moved()

    def table(self, *without: Ride | None) -> Table:
        """Return the table with the vehicles on it but these."""
        gone = frozenset(ride.index for ride in without if ride is not None)
        found = self._tables.get(gone)
        if found is None:
            shown = tuple(_obstacle(ride.base) for ride in self.on_table() if ride.index not in gone)
            layout = self._bare.layout
            found = table_of(replace(layout, pieces=(*layout.pieces, *shown))) if shown else self._bare
            self._tables[gone] = found
        return found

    def blocked(self, base: Oblong, ride: Ride) -> bool:
        """Tell whether a vehicle cannot stand somewhere: over the edge, in an obstacle, in another vehicle."""
        return (
            leaves(self._bare, base)
            or self.stopped(base)
            or any(base.overlaps(other.base) for other in self.on_table() if other is not ride)
        )

    def stopped(self, base: Oblong) -> bool:
        """Tell whether terrain keeps a vehicle from standing somewhere."""
        return any(_in_part(base, part) for part in self.solid(base.x, base.y, base.width + base.length))

    def solid(self, x: float, y: float, reach: float) -> Iterator[Solid]:
        """Give what stops a vehicle and lies within so many paces of a point."""
        for middle, radius, outline in self._solid:
            dx, dy, far = middle[0] - x, middle[1] - y, radius + reach
            if dx * dx + dy * dy <= far * far:
                yield middle, radius, outline

    def views(self) -> list[VehicleView]:
        """Return what is to be seen of them."""
        return [
            VehicleView(
                vehicle=ride.index,
                side=ride.side,
                number=ride.number,
                name=ride.name,
                type=ride.type,
                at=(ride.base.x, ride.base.y, ride.base.facing),
                width=ride.base.width,
                length=ride.base.length,
                structure=ride.structure,
                state="left" if ride.left else "wreck" if ride.wreck else "running",
                pilot=ride.pilot.uid if ride.pilot else None,
                crew=tuple([piece.uid for piece in ride.crew]),
            )
            for ride in self.all
            if ride.placed
        ]


def enemies_in(ride: Ride, piece: Piece) -> bool:
    """Tell whether figures of another side sit in a vehicle; those whom nobody fights are none (ruling M361)."""
    return any(one.side != piece.side and not one.bystander for one in ride.crew)


def spots(base: Oblong) -> Iterator[Base]:
    """Give the places at which a vehicle is to be seen: its middle, and bases in its corners."""
    half, wide = base.length / 2 - RADIUS, base.width / 2 - RADIUS
    for ahead, right in ((0.0, 0.0), (half, wide), (half, -wide), (-half, wide), (-half, -wide)):
        x, y = base.point(ahead, right)
        yield round(x, 3), round(y, 3), 0.0, RADIUS


def stops(piece: Terrain) -> bool:
    """Tell whether terrain stops a vehicle: what is impassable, or more than a step high (ruling M344)."""
    if piece.ground is Ground.IMPASSABLE:
        return True
    return piece.form is not Form.AREA and piece.height > STEP


def leaves(table: Table, base: Oblong) -> bool:
    """Tell whether a base reaches over the table's edge."""
    return any(x < -TOUCH or y < -TOUCH or x > table.width + TOUCH or y > table.depth + TOUCH for x, y in base.corners)


def over_the_edge(table: Table, base: Oblong) -> Base:
    """Return the place on the table's edge where a base that reaches over it goes off: at the corner farthest out."""

    def out(corner: Point) -> float:
        return max(-corner[0], -corner[1], corner[0] - table.width, corner[1] - table.depth)

    x, y = max(base.corners, key=out)
    return min(max(x, RADIUS), table.width - RADIUS), min(max(y, RADIUS), table.depth - RADIUS), 0.0, RADIUS


def leave(field: Field, rides: Rides, ride: Ride) -> None:
    """Take a vehicle and those aboard off the table, where it goes over the edge: they survive (M154, M344).

    Who flees aboard it has fled (ruling M356).
    """
    ride.left, ride.pilot, ride.may_boost = True, None, False
    field.emit(Kind.VEHICLE_LEFT, "ruling M344", side=ride.side, vehicle=ride.index)
    off = over_the_edge(field.table, ride.base)
    for piece in ride.crew:
        field.remove(piece, Place.FLED if piece.routed else Place.LEFT)
        piece.base = off
        field.emit(Kind.LEFT_TABLE, "ruling M344", piece, fled=piece.routed)
    ride.crew = []
    rides.moved(field)


def _solid(part: Part) -> Solid:
    if not part.planes:
        return (part.x, part.y), part.radius, ()
    wide, deep = (part.right - part.left) / 2, (part.bottom - part.top) / 2
    return (part.left + wide, part.top + deep), sqrt(wide * wide + deep * deep), part.corners


def _in_part(base: Oblong, part: Solid) -> bool:
    (x, y), radius, outline = part
    return base.crosses(outline) if outline else base.covers(x, y, radius)


def _obstacle(base: Oblong) -> Terrain:
    return Terrain(
        kind="vehicle", shape=base.outline(), form=Form.WALL, height=HEIGHT, veil=Veil.SOLID, climb=Climb.NEVER
    )


def beside(field: Field, ride: Ride, piece: Piece) -> Iterator[Base]:
    """Give the places in contact with a vehicle where somebody may stand: free, and in contact with no enemy."""
    base, out = ride.base, RADIUS + 2 * 0.002
    half, wide = base.length / 2, base.width / 2
    others = field.in_the_way(piece)
    foes = [foe.base for foe in field.enemies(piece)]
    for ahead, right in (
        (0.0, wide + out), (0.0, -wide - out), (half / 2, wide + out), (half / 2, -wide - out),
        (-half / 2, wide + out), (-half / 2, -wide - out), (-half - out, 0.0), (half + out, 0.0),
        (-half - out, wide / 2), (-half - out, -wide / 2), (half + out, wide / 2), (half + out, -wide / 2),
    ):  # fmt: skip
        x, y = base.point(ahead, right)
        place = field.table.base_at(x, y)
        if place[2] < BODY and field.table.fits(place, others) and not any(touching(place, foe) for foe in foes):
            yield place


def step_aside(field: Field, rides: Rides, ride: Ride) -> None:
    """Let those on whom a vehicle came to stand step to the nearest free ground (ruling M344).

    So does who stands higher than the vehicle and leans out over it: nobody could go anywhere from there.
    """
    for piece in field.pieces:
        x, y, z, radius = piece.base
        near = piece.place is Place.PLAY and ride.base.covers(x, y, radius * _CORNERS)
        if not near or field.table.can_stand(x, y, radius):
            continue
        if z >= HEIGHT and field.table.hangs(piece.base):  # on a rope above it
            continue
        others = field.in_the_way(piece)
        foes = [foe.base for foe in field.enemies(piece)]
        for spot in chain.from_iterable(ring(x, y, number * _ASIDE) for number in range(1, _RINGS)):
            place = field.table.base_at(*spot)
            if field.table.fits(place, others) and not any(touching(place, foe) for foe in foes):
                start = piece.base
                field.put(piece, place)
                field.emit(
                    Kind.STEPPED_ASIDE,
                    "ruling M344",
                    piece,
                    vehicle=ride.index,
                    start=list(start[:3]),
                    end=list(place[:3]),
                )
                break


def spread(field: Field, ride: Ride) -> None:
    """See who fights whom aboard: all there are engaged with every enemy among them; the last side has it (M348).

    Bystanders fight nobody there, and hold nothing (ruling M361).
    """
    for piece in ride.crew:
        field.lift(piece)
    ride.crew = [piece for piece in ride.crew if piece.place in ACTING]
    for number, one in enumerate(ride.crew):
        for other in ride.crew[number + 1 :]:
            if field.hostile(one, other):
                one.foes.append(other)
                other.foes.append(one)
    if ride.pilot not in ride.crew:
        ride.pilot = None
    sides = {piece.side for piece in ride.crew if not piece.bystander}
    if len(sides) == 1:
        ride.side = sides.pop()
        if ride.pilot is not None and ride.pilot.side != ride.side:
            ride.pilot = None
