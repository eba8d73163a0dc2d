"""Figures in words, as templates print them: for tables that are put into words before they are drawn."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from django.utils.formats import get_format

_STEPS: Final = {places: Decimal(1).scaleb(-places) for places in range(3)}


def rounded(value: float | None, places: int = 0) -> str:
    """Return ``value|floatformat:places`` in a fraction of its time; nothing for None. At most two places."""
    if value is None:
        return ""
    exact = Decimal(repr(value)).quantize(_STEPS[places], ROUND_HALF_UP)
    text = str(exact if exact else abs(exact))
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR"))) if places else text
