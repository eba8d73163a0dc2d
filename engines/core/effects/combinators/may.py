"""``may``: steps that somebody may leave undone."""

from __future__ import annotations

from typing import Any

from engines.core.effects.steps import Inner, Step, UnderWay, Who


class May(Step, frozen=True, tag="may"):
    """``by`` does the steps or leaves them."""

    steps: Inner
    by: Who = "me"

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask, and go on in the steps if so."""
        seats = way.seats(host, self.by)
        if not seats:
            host.skipped(way, self)
        elif way.ask(host, seats[0], ("yes", "no")) == "yes":
            way.go_into(self.steps)
