"""Numbers typed into addresses and hidden fields."""

import pytest

from club.numbers import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("17", 17), ("٣", 3), ("9" * 18, 10**18 - 1)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1.0", "1e3", "²", "\x00", "9" * 19, "9" * 5000])
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None
