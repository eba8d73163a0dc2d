"""Lines of sight and cover (Musg, Lignes de vue et couverts pour le tir).

Figures are 1.25 paces tall and look from 1.1. A shooter at 2 and a target at 12 are 10 apart: a wall whose far side
stands at the share t of the way hides, at its height h < 1.1, all below 1.1 - (1.1 - h) / t.
"""

import pytest
from hypothesis import given, settings

from engines.musg.ground.layout import Form, Ground, Layout, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.sight import Cover, View, look, sees
from engines.musg.ground.table import Table
from tests.engines.musg.ground.grounds import base, level, rough, scenes, table, wall

SHOOTER, TARGET = base(2, 10), base(12, 10)
OPEN = View(True, ())
HIDDEN = View(False, ())


def test_the_open_hides_nothing() -> None:
    assert look(table(), SHOOTER, TARGET) == OPEN
    assert look(table(rough(4, 8, 4, 4)), SHOOTER, TARGET) == OPEN


@pytest.mark.parametrize(
    ("x", "height", "covered"),
    [
        (11.1, 0.75, True),  # t = 0.95: 0.73 of 1.25 hidden, 59%
        (10.0, 0.75, True),  # t = 0.84: 0.68, 55%
        (6.8, 0.75, False),  # t = 0.52: 0.43, 34%
        (2.6, 0.75, False),  # t = 0.1: shot over from just behind it
        (11.1, 0.5, False),  # 0.47, 37%
        (11.1, 0.65, True),  # 0.626, just more than half
        (11.1, 0.64, False),  # 0.616
    ],
)
def test_more_than_half_hidden_is_cover(x: float, height: float, covered: bool) -> None:
    """Musg, Lignes de vue: "à plus de 50%"; ruling M89."""
    view = look(table(wall(x, 5, 0.4, 10, height)), SHOOTER, TARGET)
    assert view.visible
    assert bool(view.covers) is covered


@pytest.mark.parametrize(("height", "covered"), [(1.5, False), (1.51, True)])
def test_exactly_half_hidden_is_no_cover(height: float, covered: bool) -> None:
    """Musg, Lignes de vue: more than 50%. Eyes at 0.4 + 1.1 = 1.5: a wall as high hides 0.625 of 1.25 at 0.875."""
    view = look(table(wall(8, 5, 0.4, 10, height)), base(2, 10, 0.4), base(12, 10, 0.875))
    assert bool(view.covers) is covered


def test_the_obstacle_s_distance_runs_from_the_shooter_s_base() -> None:
    """Ruling M91: the wall begins 8 from the shooter's middle, 7.5 from his base."""
    assert look(table(wall(10, 5, 0.4, 10, 0.75)), SHOOTER, TARGET).covers == (Cover(0, 7.5),)


def test_every_obstacle_that_hides_more_than_half_counts() -> None:
    """Ruling M89: one roll each; the nearest to the shooter first. The third hides too little."""
    found = table(wall(11, 5, 0.4, 10, 0.75), wall(10, 5, 0.4, 10, 0.8), wall(5, 5, 0.4, 10, 0.75))
    assert look(found, SHOOTER, TARGET).covers == (Cover(1, 7.5), Cover(0, 8.5))


def test_an_obstacle_taller_than_both_blocks() -> None:
    found = table(wall(6, 5, 0.4, 10, 2))
    assert look(found, SHOOTER, TARGET) == HIDDEN
    assert not sees(found, TARGET, SHOOTER)


def test_from_above_one_sees_over_a_wall() -> None:
    """Eyes at 5.1 over a wall of 2 half-way: all below 5.1 - 3.1 / 0.46 < 0 is hidden: nothing."""
    found = table(wall(6, 5, 0.4, 10, 2), level(0, 5, 3, 10, 4))
    view = look(found, base(1, 10, 4), TARGET)
    assert view == OPEN


def test_a_target_close_under_the_wall_is_hidden_even_from_above() -> None:
    """Eyes at 5.1, a wall of 4 from 9.4 to 11.4 of 11 (t = 9.4 / 11): hidden below 5.1 - 1.1 / 0.945 = 3.94."""
    found = table(wall(10.4, 5, 1, 10, 4), level(0, 5, 3, 10, 4))
    assert look(found, base(1, 10, 4), base(12, 10)) == HIDDEN


def test_the_edge_of_a_roof_hides_those_far_back_on_it() -> None:
    """Roof at 3 from 10 on. Two back (t = 8/10): below 1.1 + 1.9 / 0.8 = 3.475 of 3 to 4.25, 38%: no cover.

    Four back (t = 8/12): below 3.95, 76%.
    """
    found = table(level(10, 5, 10, 10, 3))
    assert look(found, SHOOTER, base(12, 10, 3)) == OPEN
    assert look(found, SHOOTER, base(14, 10, 3)).covers == (Cover(0, 7.5),)


def test_side_by_side_half_hidden_is_no_cover() -> None:
    """A high wall that ends level with the target's middle hides two of five lines and touches the third."""
    aside = table(wall(11, 10.05, 0.4, 5, 3))
    assert look(aside, SHOOTER, TARGET) == OPEN
    beyond = table(wall(11, 9.9, 0.4, 5, 3))
    view = look(beyond, SHOOTER, TARGET)
    assert view.visible
    assert view.covers == (Cover(0, 8.5),)


def test_a_screen_covers_but_never_blocks() -> None:
    hedge = wall(10, 5, 0.4, 10, 5, veil=Veil.SCREEN)
    assert look(table(hedge), SHOOTER, TARGET) == View(True, (Cover(0, 7.5),))


def wood(x: float, width: float) -> Piece:
    shape = Rectangle(x, 5, width, 10)
    return Piece(kind="wood", shape=shape, ground=Ground.DIFFICULT, height=3, veil=Veil.THICKET)


@pytest.mark.parametrize(
    ("width", "expected"),
    [(1.9, OPEN), (2.1, View(True, (Cover(0, 0.5),))), (7.9, View(True, (Cover(0, 0.5),))), (8.1, HIDDEN)],
)
def test_a_wood_covers_from_two_paces_and_blocks_from_eight(width: float, expected: View) -> None:
    assert look(table(wood(3, width)), SHOOTER, TARGET) == expected


def test_solid_obstacles_together_may_hide_all() -> None:
    """Each wall leaves one side of the target open; both leave nothing."""
    left, right = wall(11, 4, 0.4, 6.1, 3), wall(11, 10.0, 0.4, 6, 3)
    assert look(table(left), SHOOTER, TARGET).visible
    assert look(table(right), SHOOTER, TARGET).visible
    assert look(table(left, right), SHOOTER, TARGET) == HIDDEN


def test_what_is_flat_or_clear_hides_nothing() -> None:
    clear = Piece(kind="gantry", shape=Rectangle(6, 5, 2, 10), form=Form.LEVEL, height=3, veil=Veil.CLEAR)
    flat = Piece(kind="field", shape=Rectangle(9, 5, 2, 10), veil=Veil.SOLID)
    assert look(table(clear, flat), SHOOTER, TARGET) == OPEN


def test_the_answer_is_remembered() -> None:
    found = table(wall(10, 5, 0.4, 10, 0.75))
    assert look(found, SHOOTER, TARGET) is look(found, SHOOTER, TARGET)


@given(scenes(figures=4))
def test_sight_is_mutual(scene) -> None:
    found, placed = scene
    for a in placed:
        for b in placed:
            assert sees(found, a, b) == sees(found, b, a)
            if a is b:
                assert sees(found, a, b)


@given(scenes(figures=4))
def test_covers_are_sorted_and_lie_between(scene) -> None:
    found, placed = scene
    for a in placed:
        for b in placed:
            view = look(found, a, b)
            assert view.visible or not view.covers
            distances = [cover.distance for cover in view.covers]
            assert distances == sorted(distances)
            assert len({cover.piece for cover in view.covers}) == len(view.covers)
            length = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
            assert all(0 <= at <= length for at in distances)


@settings(max_examples=40)
@given(scenes(figures=4))
def test_taking_terrain_away_never_hides_anybody(scene) -> None:
    found, placed = scene
    layout = found.layout
    half = tuple(p for number, p in enumerate(layout.pieces) if number % 2 or p.form is Form.LEVEL)
    barer = Table(Layout(width=layout.width, depth=layout.depth, pieces=half))
    for a in placed:
        for b in placed:
            if sees(found, a, b):
                assert sees(barer, a, b)
