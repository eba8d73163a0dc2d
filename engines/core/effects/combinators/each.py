"""``each``: the same steps for one seat after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.core.effects.steps import SEATS_MOST, Inner, Name, Step, UnderWay, Who


class Bind(Step, frozen=True, tag="bind"):
    """Makes a name inside the machinery; nobody writes it."""

    name: str
    seat: int

    def apply(self, host: Any, way: UnderWay) -> None:
        """Make the name."""
        way.names[self.name] = self.seat


class Each(Step, frozen=True, tag="each"):
    """``steps`` for each seat of ``who``, clockwise from the card's holder; within, ``as`` (else "it") is that seat."""

    gives: ClassVar[Mapping[str, str]] = {"it": "seat"}

    who: Who
    steps: Inner
    as_: Name = "it"

    @property
    def rounds(self) -> int:
        """Once for every seat there can be."""
        return SEATS_MOST

    def apply(self, host: Any, way: UnderWay) -> None:
        """Go into the steps once for each, the first first."""
        for seat in reversed(way.seats(host, self.who)):
            way.go_into((Bind(name=self.as_, seat=seat), *self.steps))
