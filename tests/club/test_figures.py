"""Figures are put into words as Django's filter does it."""

from __future__ import annotations

from random import Random

import pytest
from django.template.defaultfilters import floatformat
from django.utils import translation

from club.figures import counted, rounded


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("places", [0, 1, 2])
def test_a_figure_reads_as_in_a_template(language: str, places: int) -> None:
    dice = Random(7)
    halves = [number / 2 for number in range(-9, 10)] + [12.25, 12.35, 0.005, -0.04, 99.95, 1234.5, 1e-9, 1e15]
    shares = [100 * dice.randint(0, 40) / dice.randint(1, 40) for _ in range(200)]
    with translation.override(language):
        for value in [*halves, *shares, 3, 0]:
            assert rounded(value, places) == floatformat(value, places)
        assert rounded(None, places) == floatformat(None, places) == ""


def test_a_count_is_its_digits() -> None:
    assert [counted(number) for number in (0, 7, -3, 12345, None)] == ["0", "7", "-3", "12345", ""]
