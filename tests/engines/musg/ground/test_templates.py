"""Scatter, blast and flame (Musg, Matériel; rulings M1, M74-M80, M95)."""

import pytest

from engines.musg.ground.templates import (
    BURST_RADIUS,
    FLAME_LENGTH,
    Point,
    Scatter,
    blast_covers,
    d3,
    flame_covers,
    impact,
    scatter,
)
from tests.engines.musg.attacks.dice import faces

HOME: Point = (0.0, 0.0)


def test_a_d3_is_read_in_pairs() -> None:
    """Ruling M1."""
    assert [d3(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_a_one_does_not_explode() -> None:
    """Musg, Matériel, gabarit de dispersion."""
    with faces(1) as dice:
        roll = scatter(1, dice)
    assert roll.dud
    assert impact(roll, HOME, (0.0, 10.0)) is None


def test_a_six_explodes_on_the_spot() -> None:
    with faces(6) as dice:
        assert impact(scatter(1, dice), HOME, (0.0, 10.0)) == (0.0, 10.0)


@pytest.mark.parametrize(
    ("face", "thrown_up", "thrown_right"),
    [
        (2, (0, 12), (12, 0)),  # on, past the target
        (3, (2, 10), (10, -2)),  # to the thrower's right
        (4, (0, 8), (8, 0)),  # back
        (5, (-2, 10), (10, 2)),  # to the left
    ],
)
def test_two_to_five_drift(face: int, thrown_up: Point, thrown_right: Point) -> None:
    """Ruling M76, with a drift of 2 (a 3 on the d6)."""
    with faces(face, 3) as dice:
        roll = scatter(1, dice)
    assert roll == Scatter(face, 2, 3)
    assert impact(roll, HOME, (0.0, 10.0)) == pytest.approx(thrown_up)
    assert impact(roll, HOME, (10.0, 0.0)) == pytest.approx(thrown_right)


def test_thrown_at_ones_own_feet_it_still_drifts() -> None:
    assert impact(Scatter(2, 1), HOME, HOME) == (0.0, 1.0)


def test_a_blast_covers_every_base_it_touches() -> None:
    """Rulings M2, M3, M78: the radius is literal, measured to the edge of the base, limit included."""
    assert blast_covers(HOME, 3, (3.5, 0.0), 0.5)
    assert not blast_covers(HOME, 3, (3.51, 0.0), 0.5)


def test_a_bursting_cannon_reaches_three_paces() -> None:
    """Ruling M95."""
    assert BURST_RADIUS == 3


class TestFlame:
    """Ruling M80; the size chosen: 8 paces from the shooter's base, half a pace wide at first, 2.5 at the end."""

    @staticmethod
    def covered(x: float, y: float) -> bool:
        """A figure with half a pace of base radius at (x, y); the shooter, as broad, burns upwards from (0, 0)."""
        return flame_covers(HOME, 0.5, (0.0, 1.0), (x, y), 0.5)

    def test_its_length(self) -> None:
        assert FLAME_LENGTH == 8
        assert self.covered(0, 0.5 + 8 + 0.5)
        assert not self.covered(0, 0.5 + 8 + 0.51)

    def test_its_width_at_the_far_end(self) -> None:
        """The end circle's centre lies 6.75 paces from the base; 1.25 of radius and 0.5 of base."""
        assert self.covered(1.75, 7.25)
        assert not self.covered(1.8, 7.25)

    def test_it_is_narrow_at_the_muzzle(self) -> None:
        assert self.covered(0.74, 0.75)
        assert not self.covered(1.2, 0.75)

    def test_it_widens_evenly(self) -> None:
        """Half way the sides stand three quarters of a pace from the axis, a little more along the slope."""
        assert self.covered(1.24, 4.0)
        assert not self.covered(1.4, 4.0)

    def test_nothing_behind_the_shooter_burns(self) -> None:
        assert not self.covered(0, -1.1)

    def test_both_sides_are_the_same(self) -> None:
        for x in (0.5, 1.0, 1.3, 1.7, 2.0):
            assert self.covered(x, 5) is self.covered(-x, 5)

    def test_it_turns_with_the_aim(self) -> None:
        assert flame_covers((5.0, 5.0), 0.5, (9.0, 5.0), (13.0, 5.0), 0.5)
        assert not flame_covers((5.0, 5.0), 0.5, (9.0, 5.0), (5.0, 13.0), 0.5)
