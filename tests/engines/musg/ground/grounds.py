"""Tables and places for the tests of distances, sight and movement."""

from hypothesis import strategies as st

from engines.core.dice import FastDice
from engines.musg.ground.drawn_tables import draw_table
from engines.musg.ground.layout import Climb, Form, Ground, Layout, Piece, Veil
from engines.musg.ground.movement import Mover
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Circle, Rectangle
from engines.musg.ground.table import Base, Table, overlaps, table_of


def table(*pieces: Piece, width: float = 40, depth: float = 30) -> Table:
    return Table(Layout(width=width, depth=depth, pieces=pieces))


def base(x: float, y: float, z: float = 0.0, radius: float = 0.5) -> Base:
    return (x, y, z, radius)


def wall(x: float, y: float, width: float, depth: float, height: float, **more) -> Piece:
    return Piece(kind="wall", shape=Rectangle(x, y, width, depth), form=Form.WALL, height=height,
                 **{"veil": Veil.SOLID, **more})  # fmt: skip


def level(
    x: float, y: float, width: float, depth: float, height: float, climb: Climb = Climb.CLIMB, joined: str = ""
) -> Piece:
    shape = Rectangle(x, y, width, depth)
    return Piece(kind="crate", shape=shape, form=Form.LEVEL, height=height, veil=Veil.SOLID, climb=climb, joined=joined)


def rough(x: float, y: float, width: float, depth: float) -> Piece:
    return Piece(kind="field", shape=Rectangle(x, y, width, depth), ground=Ground.DIFFICULT)


def pond(x: float, y: float, radius: float) -> Piece:
    return Piece(kind="pond", shape=Circle(x, y, radius), ground=Ground.IMPASSABLE)


LAYOUTS = [*ready_tables().values(), *[draw_table(FastDice(seed)) for seed in range(12)]]

MOVERS = [
    Mover(6, 6),
    Mover(9, 9),
    Mover(13.5, 13.5),
    Mover(8, 8, ignores_difficult=True),
    Mover(12, 9, climb=1, scales=200),
    Mover(9, 9, scales=10, hangs=True),
]


@st.composite
def scenes(draw, figures: int = 8) -> tuple[Table, list[Base]]:
    """A table and figures that stand on it, apart from each other."""
    found = table_of(draw(st.sampled_from(LAYOUTS)))
    placed: list[Base] = []
    for _ in range(figures):
        x = draw(st.integers(500, int(found.width * 1000) - 500)) / 1000
        y = draw(st.integers(500, int(found.depth * 1000) - 500)) / 1000
        spot = found.base_at(x, y)
        if found.can_stand(x, y) and not any(overlaps(spot, other) for other in placed):
            placed.append(spot)
    return found, placed
