"""Figures counted over many games, in words: rounded, with the reader's decimal sign. (Django's filter truncates.)"""

from __future__ import annotations

from typing import Final, Protocol

from django.utils.formats import number_format

_SPACE: Final = "\N{NO-BREAK SPACE}"


class Margin(Protocol):
    """A share (0 to 1) and the limits within which the true one lies with 95% confidence."""

    @property
    def low(self) -> float: ...

    @property
    def high(self) -> float: ...


def decimal(value: float, places: int = 1) -> str:
    """Return a number with this many decimals."""
    return str(number_format(round(value, places), places))


def percent(share: float) -> str:
    """Return a share (0 to 1) as a percentage with one decimal."""
    return f"{decimal(100 * share)}{_SPACE}%"


def margin(share: Margin) -> str:
    """Return the limits of a share."""
    return f"{decimal(100 * share.low)}\N{EN DASH}{percent(share.high)}"
