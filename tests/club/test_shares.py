"""Figures counted over many games, in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from club.shares import decimal, margin, percent
from engines.core.shares import Share


@pytest.mark.parametrize(
    ("share", "words"),
    [(2 / 3, "66.7"), (0.9999, "100.0"), (0.0006, "0.1"), (0.25, "25.0"), (0, "0.0"), (1, "100.0")],
)
def test_shares_are_rounded_not_cut_off(share: float, words: str) -> None:
    with translation.override("en"):
        assert percent(share) == f"{words}\N{NO-BREAK SPACE}%"


def test_the_decimal_sign_is_the_readers() -> None:
    with translation.override("fr"):
        assert decimal(25.68) == "25,7"
        assert decimal(0.125, 2) == "0,12"
        assert margin(Share(0.5, 0.3549, 0.8794)) == "35,5–87,9\N{NO-BREAK SPACE}%"
