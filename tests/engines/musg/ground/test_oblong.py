"""Rectangular bases with a facing: every distance here is worked out by hand."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

import pytest
from hypothesis import given, strategies as st

from engines.musg.ground.oblong import DIRECTIONS, EDGES, Oblong, Quarter

CAR = Oblong(10.0, 10.0, 0, 2.0, 4.0)
"""A light vehicle (ruling M344) that looks down the map: from (9, 8) to (11, 12)."""
EAST = CAR.turned(-90)
"""The same turned to the left, so that it looks to the right of the map: from (8, 9) to (12, 11)."""


def test_directions_are_those_of_a_compass() -> None:
    for degrees, (x, y) in enumerate(DIRECTIONS):
        assert (x, y) == pytest.approx((sin(radians(degrees)), cos(radians(degrees))), abs=1e-12)
    assert [DIRECTIONS[degrees] for degrees in (0, 90, 180, 270)] == [(0, 1), (1, 0), (0, -1), (-1, 0)]


def test_corners() -> None:
    assert list(CAR.corners) == [(9.0, 12.0), (9.0, 8.0), (11.0, 8.0), (11.0, 12.0)]
    assert list(EAST.corners) == [(12.0, 11.0), (8.0, 11.0), (8.0, 9.0), (12.0, 9.0)]


def test_containment() -> None:
    assert CAR.contains(10.9, 11.9)
    assert not CAR.contains(11.0, 10.0), "an edge is not within"
    assert not EAST.contains(10.0, 11.5)
    assert CAR.contains(10.0, 11.5)


@pytest.mark.parametrize(
    ("x", "y", "gap"),
    [
        (10.0, 15.0, 2.5),  # 15 - 12 to the front, less half a pace of base (ruling M3)
        (14.0, 10.0, 2.5),  # 14 - 11 to the right
        (14.0, 16.0, 4.5),  # 3 and 4 from the corner: 5
        (11.4, 10.0, 0.0),  # it overlaps the right edge
        (10.0, 10.0, 0.0),
    ],
)
def test_distance_to_a_round_base_runs_from_edge_to_edge(x: float, y: float, gap: float) -> None:
    assert CAR.gap_to(x, y, 0.5) == pytest.approx(gap)


def test_distance_of_two_oblongs() -> None:
    assert CAR.gap(CAR.moved(7.0)) == pytest.approx(3.0)  # the front at 12, the rear at 15
    assert CAR.gap(Oblong(16.0, 10.0, 90, 2.0, 4.0)) == pytest.approx(3.0)  # from 11 to 14
    assert CAR.gap(Oblong(15.0, 17.0, 0, 2.0, 4.0)) == pytest.approx(sqrt(3 * 3 + 3 * 3))
    assert CAR.gap(Oblong(10.0, 14.0, 0, 2.0, 4.0)) == 0.0
    diamond = Oblong(16.0, 10.0, 45, 2.0, 2.0)  # its corners lie sqrt(2) from its middle
    assert CAR.gap(diamond) == pytest.approx(5 - sqrt(2))


def test_touching_is_not_overlapping() -> None:
    assert not CAR.overlaps(Oblong(10.0, 14.0, 0, 2.0, 4.0))
    assert CAR.overlaps(Oblong(10.0, 13.9, 0, 2.0, 4.0))
    assert not CAR.overlaps(Oblong(12.5, 13.5, 45, 2.0, 2.0)), "boxes meet, a corner is cut"
    assert CAR.overlaps(Oblong(11.5, 12.5, 45, 2.0, 4.0))
    assert CAR.covers(11.4, 10.0, 0.5)
    assert not CAR.covers(11.5, 10.0, 0.5)
    assert not CAR.covers(11.4, 12.4, 0.5), "0.57 from the corner"


def test_overlapping_other_outlines() -> None:
    triangle = ((10.5, 13.0), (14.0, 9.5), (14.0, 13.0))  # its long side runs through (11.5, 12), past the corner
    assert not CAR.crosses(triangle)
    assert CAR.crosses(((10.5, 12.0), (13.0, 9.5), (13.0, 13.0)))
    assert CAR.crosses(((0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0))), "it lies within"
    assert CAR.crosses(((9.9, 9.9), (9.9, 10.1), (10.1, 10.1), (10.1, 9.9))), "either way round"
    assert not CAR.crosses(((11.0, 8.0), (11.0, 12.0), (15.0, 12.0), (15.0, 8.0))), "touching"


def test_a_straight_drive_and_all_it_rolls_over() -> None:
    assert (CAR.moved(3.0).x, CAR.moved(3.0).y) == (10.0, 13.0)
    assert (EAST.moved(-2.5).x, EAST.moved(-2.5).y) == (7.5, 10.0)
    swept = CAR.swept(6.0)
    assert swept.contains(10.9, 17.9)
    assert swept.contains(9.1, 8.1)
    assert not swept.contains(10.0, 18.1)
    assert CAR.swept(-6.0).contains(10.0, 2.1)


def test_a_turn_is_about_the_middle() -> None:
    assert (EAST.x, EAST.y, EAST.facing) == (10.0, 10.0, 90)
    assert CAR.turned(-45).facing == 45
    assert [one.facing for one in CAR.turning(-3)] == [1, 2, 3]
    assert not CAR.contains(11.5, 11.5)
    assert any(one.contains(11.5, 11.5) for one in CAR.turning(-90)), "a corner swings through there"
    assert not EAST.contains(11.5, 11.5)


def test_quarters_are_cut_by_the_lines_through_the_corners() -> None:
    """Ruling M343: on the line the defender chooses between two."""
    assert CAR.quarters(10.0, 30.0) == (Quarter.FRONT,)
    assert CAR.quarters(14.9, 20.0) == (Quarter.FRONT,)  # the line passes (15, 20): 1 aside for 2 ahead
    assert CAR.quarters(15.1, 20.0) == (Quarter.LEFT,)
    assert CAR.quarters(15.0, 20.0) == (Quarter.FRONT, Quarter.LEFT)
    assert CAR.quarters(5.0, 0.0) == (Quarter.REAR, Quarter.RIGHT)
    assert EAST.quarters(30.0, 10.0) == (Quarter.FRONT,)
    assert EAST.quarters(10.0, 0.0) == (Quarter.LEFT,)


def test_when_a_drive_meets_a_round_base() -> None:
    assert CAR.meets_round(10.0, 15.0, 0.5, 6.0) == pytest.approx(2.5)
    assert CAR.meets_round(10.0, 15.0, 0.5, 2.0) is None, "too short"
    assert CAR.meets_round(10.0, 5.0, 0.5, 6.0) is None, "behind"
    assert CAR.meets_round(10.0, 5.0, 0.5, -6.0) == pytest.approx(2.5)
    assert CAR.meets_round(11.5, 15.0, 0.5, 6.0) is None, "it just passes"
    # 0.3 beside the edge: the corner meets the circle sqrt(0.25 - 0.09) = 0.4 before its middle.
    assert CAR.meets_round(11.3, 15.0, 0.5, 6.0) == pytest.approx(15 - 0.4 - 12)


def test_when_a_drive_meets_another_base_and_which_edge() -> None:
    ahead = CAR.moved(7.0)
    until, edges = CAR.meets(ahead.corners, 5.0) or (0.0, ())
    assert until == pytest.approx(3.0)
    assert [EDGES[number] for number in edges] == [Quarter.REAR]
    assert CAR.meets(ahead.corners, 2.9) is None
    across = Oblong(10.5, 16.0, 90, 2.0, 4.0)  # from 15 on, its left side towards the one who comes
    until, edges = CAR.meets(across.corners, 5.0) or (0.0, ())
    assert until == pytest.approx(3.0)
    assert [EDGES[number] for number in edges] == [Quarter.LEFT]
    diamond = Oblong(10.0, 16.0, 45, 2.0, 2.0)  # a corner first: 16 - sqrt(2), between its left side and its rear
    until, edges = CAR.meets(diamond.corners, 5.0) or (0.0, ())
    assert until == pytest.approx(4 - sqrt(2))
    assert {EDGES[number] for number in edges} == {Quarter.LEFT, Quarter.REAR}
    assert CAR.meets(Oblong(12.0, 16.0, 0, 2.0, 4.0).corners, 9.0) is None, "side by side they pass"
    until, edges = CAR.meets(Oblong(10.0, 3.0, 180, 2.0, 4.0).corners, -9.0) or (0.0, ())
    assert until == pytest.approx(3.0)
    assert [EDGES[number] for number in edges] == [Quarter.REAR]


PLACES = st.tuples(
    st.integers(0, 200).map(lambda n: n / 10),
    st.integers(0, 200).map(lambda n: n / 10),
    st.integers(0, 359),
    st.sampled_from([(2.0, 4.0), (2.5, 5.0), (3.0, 6.0)]),
).map(lambda row: Oblong(row[0], row[1], row[2], *row[3]))


@given(PLACES, PLACES, st.integers(1, 80).map(lambda n: n / 10))
def test_a_drive_is_free_until_it_meets(one: Oblong, other: Oblong, paces: float) -> None:
    """Distances are mutual; before the point of meeting the bases do not overlap, right after it they do."""
    assert one.gap(other) == pytest.approx(other.gap(one), abs=1e-6)
    assert one.overlaps(other) == other.overlaps(one)
    if one.overlaps(other):
        return
    met = one.meets(other.corners, paces)
    if met is None:
        assert not Oblong(*one.point(paces * 0.99, 0), one.facing, one.width, one.length).overlaps(other)
    else:
        until, edges = met
        assert edges
        assert not Oblong(*one.point(max(0.0, until - 1e-5), 0), one.facing, one.width, one.length).overlaps(other)
        assert Oblong(*one.point(until, 0), one.facing, one.width, one.length).gap(other) <= 1e-5
