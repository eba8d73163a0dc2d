"""The table: distances, heights, where a base may stand, layouts as data."""

import msgspec
import pytest
from hypothesis import given, strategies as st

from engines.core.problems import Malformed
from engines.musg.ground.geometry import area, clip, corners_of, grown, inside, parts_of
from engines.musg.ground.layout import Climb, Ground, Layout, Piece, Zone, decode, encode, problems
from engines.musg.ground.shapes import Circle, Polygon, Rectangle
from engines.musg.ground.table import Table, distance, higher, overlaps, table_of, touching, within
from tests.engines.musg.ground.grounds import LAYOUTS, base, level, pond, rough, scenes, table, wall

HOOK = Polygon(((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)))


def test_distances_run_from_base_edge_to_base_edge() -> None:
    """Ruling M3: centres 5 apart (3-4-5), half a pace of base on either side."""
    assert distance(base(1, 1), base(4, 5)) == 4.0
    assert distance(base(1, 1, radius=1), base(4, 5)) == 3.5
    assert distance(base(1, 1), base(1.5, 1)) == 0.0


def test_height_counts_in_the_distance() -> None:
    """3 paces between the edges on the flat and 4 up: 5."""
    assert distance(base(1, 1), base(5, 1, 4)) == 5.0


def test_a_limit_is_inclusive() -> None:
    """Ruling M2: "à moins de 3 pas" holds at 3."""
    assert within(base(1, 1), base(5, 1), 3)
    assert not within(base(1, 1), base(5.01, 1), 3)


def test_contact_is_bases_side_by_side() -> None:
    """Ruling M63. On a crate a pace high one may still be struck; on a roof not."""
    assert touching(base(1, 1), base(2, 1))
    assert touching(base(1, 1), base(2.002, 1))
    assert not touching(base(1, 1), base(2.05, 1))
    assert touching(base(1, 1), base(2, 1, 1))
    assert not touching(base(1, 1), base(2, 1, 2))


def test_figures_overlap_unless_one_stands_above_the_others_head() -> None:
    assert overlaps(base(1, 1), base(1.9, 1))
    assert not overlaps(base(1, 1), base(2, 1))
    assert overlaps(base(1, 1), base(1.9, 1, 1.2))
    assert not overlaps(base(1, 1), base(1.9, 1, 3))


@pytest.mark.parametrize(("rise", "expected"), [(0.0, 0), (0.99, 0), (1.0, 1), (3.0, 1), (-0.99, 0), (-1.0, -1)])
def test_a_pace_makes_the_higher_ground(rise: float, expected: int) -> None:
    """Ruling M102."""
    assert higher(base(1, 1, rise), base(9, 9)) == expected
    assert higher(base(9, 9), base(1, 1, rise)) == -expected


def test_the_highest_level_is_stood_upon() -> None:
    found = table(level(5, 5, 6, 6, 1), level(7, 7, 2, 2, 3))
    assert found.height_at(4, 4) == 0
    assert found.height_at(6, 6) == 1
    assert found.height_at(8, 8) == 3
    assert found.base_at(8.00049, 8) == (8.0, 8, 3, 0.5)


def test_kinds_of_ground() -> None:
    """Musg, Marcher: open, difficult, impassable."""
    found = table(rough(5, 5, 4, 4), pond(20, 20, 3), wall(30, 5, 1, 5, 2))
    assert found.ground_at(2, 2) is Ground.OPEN
    assert found.ground_at(6, 6) is Ground.DIFFICULT
    assert found.is_rough(6, 6)
    assert not found.is_rough(2, 2)
    assert found.ground_at(20, 22) is Ground.IMPASSABLE
    assert found.ground_at(30.5, 6) is Ground.IMPASSABLE
    assert found.ground_at(-1, 6) is Ground.IMPASSABLE


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (0.5, 0.5, True),  # the base touches two edges
        (0.49, 5, False),
        (39.5, 29.5, True),
        (39.6, 5, False),
        (17.6, 20, True),  # 2.4 from the middle of a pond of radius 1.9: half a pace off
        (17.61, 20, False),
        (24.5, 12, True),  # beside the wall from 25 to 26
        (24.6, 12, False),
        (25.5, 12, False),
        (26.5, 12, True),
        (7, 7, True),  # on top of the crate from 5 to 9
        (9.2, 7, False),  # cut by its side
        (9.5, 7, True),
        (13.2, 7, True),  # the edge of a step of half a pace
        (33, 7, True),  # the slope of a hill
    ],
)
def test_where_a_base_may_stand(x: float, y: float, expected: bool) -> None:
    found = table(
        pond(20, 20, 1.9), wall(25, 10, 1, 8, 2), level(5, 5, 4, 4, 1), level(11, 5, 2, 4, 0.5),
        level(29, 5, 4, 4, 1, Climb.FREE),
    )  # fmt: skip
    assert found.can_stand(x, y) is expected


def test_a_place_is_taken_by_one_figure() -> None:
    found = table()
    assert found.fits(base(5, 5), [base(6, 5)])
    assert not found.fits(base(5, 5), [base(5.9, 5)])
    assert not found.fits(base(0.2, 5))


def test_a_figure_above_the_ground_hangs() -> None:
    found = table(level(5, 5, 4, 4, 3))
    assert found.hangs(base(4.4, 6, 1.5))
    assert not found.hangs(base(6, 6, 3))
    assert not found.hangs(base(4.4, 6))


def test_zones_may_reach_deeper() -> None:
    """Ruling M277: the elven sniper's line lies 10 paces further forward."""
    found = Table(Layout(width=40, depth=40, zones=(Zone(Rectangle(0, 0, 40, 5)),)))
    assert found.in_zone(base(20, 5), 0)
    assert not found.in_zone(base(20, 15), 0)
    assert found.in_zone(base(20, 15), 0, deeper=10)
    assert not found.in_zone(base(20, 15.1), 0, deeper=10)


@pytest.mark.parametrize(
    ("layout", "code"),
    [
        (Layout(width=1, depth=30), "table_size"),
        (Layout(width=30, depth=201), "table_size"),
        (Layout(width=30, depth=30, pieces=(level(1, 1, 2, 2, 1),) * 201), "table_pieces"),
        (Layout(width=30, depth=30, pieces=(level(28, 1, 3, 2, 1),)), "table_outside"),
        (Layout(width=30, depth=30, pieces=(pond(1, 1, 2),)), "table_outside"),
        (Layout(width=30, depth=30, pieces=(level(1, 1, 0.01, 2, 1),)), "table_thin"),
        (Layout(width=30, depth=30, pieces=(level(1, 1, 2, 2, 0),)), "table_flat"),
        (Layout(width=30, depth=30, pieces=(level(1, 1, 2, 2, -1),)), "table_height"),
        (Layout(width=30, depth=30, zones=(Zone(Polygon(((1, 1), (2, 2)))),)), "table_corners"),
        (Layout(width=30, depth=30, zones=(Zone(Polygon(((1, 1), (5, 5), (5, 1), (1, 5)))),)), "table_outline"),
        (Layout(width=30, depth=30, zones=(Zone(Polygon(((1, 1), (2, 2), (3, 3)))),)), "table_outline"),
    ],
)
def test_what_is_wrong_with_a_layout_is_named(layout: Layout, code: str) -> None:
    assert code in [problem.code for problem in problems(layout)]
    with pytest.raises(ValueError, match=code):
        Table(layout)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.code or "drawn")
def test_a_layout_is_the_same_after_a_journey_as_json(layout: Layout) -> None:
    assert decode(encode(layout)) == layout
    assert table_of(decode(encode(layout))) is table_of(layout)


@pytest.mark.parametrize("text", [b"", b"[]", b'{"width": 3}', b'{"width": 9, "depth": 9, "colour": 1}', b"\xff"])
def test_what_cannot_be_read_is_malformed(text: bytes) -> None:
    with pytest.raises(Malformed):
        decode(text)


def test_a_hollow_shape_is_cut_into_parts_that_cover_it() -> None:
    """An L of 6 by 6 with arms 2 wide: 6×2 + 2×4 = 20."""
    parts = parts_of(HOOK)
    assert len(parts) > 1
    assert sum(abs(area(part.corners)) for part in parts) == pytest.approx(20)
    hits = [(x + 0.5, y + 0.5) for x in range(6) for y in range(6) if any(inside(p, x + 0.5, y + 0.5) for p in parts)]
    assert len(hits) == 20 - _on_a_cut(parts)


def _on_a_cut(parts) -> int:
    """Count the cells of the L whose middle lies on the line between two parts, and so inside neither."""
    cells = [(x + 0.5, y + 0.5) for x in range(6) for y in range(6) if x < 2 or y < 2]
    return sum(not any(inside(part, *cell) for part in parts) for cell in cells)


def test_a_shape_may_be_given_either_way_round() -> None:
    assert corners_of(Polygon(HOOK.points[::-1])) == HOOK.points


@given(scenes(figures=2))
def test_distance_is_symmetric(scene) -> None:
    _, placed = scene
    for a in placed:
        for b in placed:
            assert distance(a, b) == distance(b, a) >= 0
            assert touching(a, b) == touching(b, a)
            assert overlaps(a, b) == overlaps(b, a)
            assert higher(a, b) == -higher(b, a)


coordinates = st.integers(0, 20_000).map(lambda value: value / 1000)


@given(coordinates, coordinates, coordinates, coordinates, st.booleans(), st.floats(0.1, 2))
def test_a_line_meets_a_part_where_its_points_lie_inside(ax, ay, bx, by, is_round, margin) -> None:
    shape = Circle(10, 10, 3) if is_round else Polygon(((7, 7), (13, 8), (12, 13), (8, 12)))
    part = grown(parts_of(shape)[0], margin)
    span = clip(part, ax, ay, bx - ax, by - ay)
    for step in range(21):
        share = step / 20
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        if span and span[0] + 1e-6 < share < span[1] - 1e-6:
            assert inside(part, x, y)
        elif not span or not span[0] - 1e-6 <= share <= span[1] + 1e-6:
            assert not inside(part, x, y)


@given(coordinates, coordinates, st.floats(0.1, 2))
def test_a_grown_part_keeps_a_base_off_the_shape(x, y, margin) -> None:
    """Nothing that stands outside the grown part comes nearer than the margin."""
    part = parts_of(Rectangle(8, 8, 4, 3))[0]
    gap = (max(8 - x, 0, x - 12) ** 2 + max(8 - y, 0, y - 11) ** 2) ** 0.5
    if not inside(grown(part, margin), x, y):
        assert gap >= margin - 1e-6
    else:
        assert gap <= margin * 1.09


def test_a_piece_is_plain_data() -> None:
    piece = msgspec.json.decode(
        b'{"kind": "hill", "shape": {"type": "circle", "x": 3, "y": 3, "radius": 1}}', type=Piece
    )
    assert piece.shape == Circle(3, 3, 1)
    assert piece.ground is Ground.OPEN
