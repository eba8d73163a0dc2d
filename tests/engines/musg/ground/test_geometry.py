"""Rounded coordinates: the same on every way of reckoning them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from engines.musg.ground import geometry


@given(st.floats(-100.0, 2e6) | st.integers(0, 200_000).map(lambda halves: halves / 2000))
def test_thousandths_are_those_of_round_to_the_bit(value: float) -> None:
    for near in (math.nextafter(value, -1.0), value, math.nextafter(value, 1e9)):
        assert math.copysign(1.0, geometry.thousandths(near)) == math.copysign(1.0, round(near, 3))
        assert geometry.thousandths(near) == round(near, 3)


@pytest.mark.parametrize(("value", "expected"), [(0.0005, 0.001), (1.0005, 1.0), (1.0015, 1.002), (2.5, 2.5)])
def test_thousandths_of_what_lies_between_two(value: float, expected: float) -> None:
    """What is written 1.0005 lies a hair below it, 0.0005 and 1.0015 a hair above theirs."""
    assert geometry.thousandths(value) == expected
