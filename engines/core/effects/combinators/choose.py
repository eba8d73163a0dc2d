"""``choose``: one of several branches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.core.effects.steps import Branches, Step, UnderWay, Who


class Choose(Step, frozen=True, tag="choose"):
    """``by`` takes one of the branches ``of``."""

    of: Branches
    by: Who = "me"

    def faults(self) -> Iterable[tuple[str, str]]:
        """A choice is between two branches or more."""
        if len(self.of) < 2:
            yield "of", "effect_no_steps"

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask for the branch, and go on in it."""
        seats = way.seats(host, self.by)
        if not seats:
            host.skipped(way, self)
            return
        code = way.ask(host, seats[0], tuple(f"branch {number}" for number in range(1, len(self.of) + 1)))
        if code is not None:
            way.go_into(self.of[int(code.removeprefix("branch ")) - 1])
