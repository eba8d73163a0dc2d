"""Conditions: tables with one word each, ``{ ammo_least = 4 }``, joined by ``all``, ``any`` and ``not``."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct

from engines.core.effects.steps import Reads, UnderWay, plain


class Condition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, rename=plain):
    """One condition. Its first field is its word and what is asked; others say of whom."""

    def holds(self, host: Any, way: UnderWay) -> bool:
        """Tell whether it holds at the table now."""
        raise NotImplementedError


def word_of(kind: type[Condition]) -> str:
    """Return the word of a condition."""
    return kind.__struct_encode_fields__[0]


When = Annotated[Condition, Reads.WHEN]
Whens = Annotated[tuple[Condition, ...], Reads.WHENS]


class All(Condition, frozen=True):
    """Every one of them holds."""

    all_: Whens

    def holds(self, host: Any, way: UnderWay) -> bool:
        """Tell whether none fails."""
        return all(each.holds(host, way) for each in self.all_)


class AnyOf(Condition, frozen=True):
    """At least one of them holds."""

    any_: Whens

    def holds(self, host: Any, way: UnderWay) -> bool:
        """Tell whether one holds."""
        return any(each.holds(host, way) for each in self.any_)


class Not(Condition, frozen=True):
    """It does not hold."""

    not_: When

    def holds(self, host: Any, way: UnderWay) -> bool:
        """Tell whether the other fails."""
        return not self.not_.holds(host, way)


JOINING: tuple[type[Condition], ...] = (All, AnyOf, Not)
"""The conditions that all games share."""
