"""A weapon or a piece of equipment that a warband owns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct


class Item(Struct, frozen=True):
    """A weapon or a piece of equipment.

    ``paid`` is 0 for a free first one, and ``first_of`` then is the number of the figure whose first it is, whoever
    carries it now (ruling M29).
    """

    id: int
    code: str
    paid: int
    first_of: int | None = None


def count_items(items: Iterable[Item]) -> Counter[str]:
    """Count items by code."""
    return Counter(item.code for item in items)
