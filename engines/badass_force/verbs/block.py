"""``block``: what a reaction answers to does not happen."""

from __future__ import annotations

from typing import ClassVar

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Step, UnderWay


class Block(Step, frozen=True, tag="block"):
    """Whoever reacts is out of reach of what it reacts to: this loss, this gift, or all that this card does to it."""

    slots: ClassVar[tuple[str, ...]] = ("reaction",)

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Stop it."""
        host.block(way)
