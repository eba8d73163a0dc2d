"""``copy``: the power of another character."""

from __future__ import annotations

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Step, UnderWay


class Copy(Step, frozen=True, tag="copy"):
    """The holder names another of the seven characters and does what its ordinary power says.

    A power that copies cannot be copied.
    """

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Ask which one, and go on in its power."""
        others = [one for one in host.cast if one.code != way.card and one.power and not one.copies]
        if not others:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, tuple([f"card {one.code}" for one in others]))
        if code is not None:
            way.go_into(next(one.power for one in others if one.code == code[5:]))
