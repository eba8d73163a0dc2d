"""Figures in words, as templates print them: for tables that are put into words before they are drawn."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from django.utils.formats import get_format
from django.utils.safestring import SafeString

_STEPS: Final = {places: Decimal(1).scaleb(-places) for places in range(3)}


def counted(number: int | None) -> SafeString:
    """Return a whole number, which needs no escaping; nothing for None."""
    return SafeString("" if number is None else number)


def rounded(value: float | None, places: int = 0) -> SafeString:
    """Return ``value|floatformat:places`` in a fraction of its time; nothing for None. At most two places."""
    if value is None:
        return SafeString()
    exact = Decimal(repr(value)).quantize(_STEPS[places], ROUND_HALF_UP)
    text = str(exact if exact else abs(exact))
    return SafeString(text.replace(".", str(get_format("DECIMAL_SEPARATOR"))) if places else text)
