"""``roll``: a die."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.bebop.events import Rolled
from engines.core.effects.steps import Name, Step, UnderWay


class Roll(Step, frozen=True, tag="roll"):
    """A six-sided die; ``as`` names its face for the steps after it."""

    literal: ClassVar[bool] = True

    makes: ClassVar[str] = "number"

    as_: Name = "face"

    def apply(self, host: Any, way: UnderWay) -> None:
        """Roll it."""
        face = host.dice.d6("a card")
        way.names[self.as_] = face
        if host.events is not None:
            host.emit(Rolled(seat=way.seat, face=face))
