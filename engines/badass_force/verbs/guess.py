"""``guess``: who is it that lies face down?"""

from __future__ import annotations

from engines.badass_force.stage import Stage
from engines.core.effects.steps import Inner, Name, Step, UnderWay, Who


class Guess(Step, frozen=True, tag="guess"):
    """The holder names one of the seven characters: if it is the active one of ``who``, it dies, else ``otherwise``.

    A wrong guess shows nothing but that it was wrong.
    """

    who: Who = "chosen"
    otherwise: Inner = ()
    as_: Name = ""

    def apply(self, host: Stage, way: UnderWay) -> None:
        """Ask for the name, and strike if it is right."""
        seats = way.aim(host, self.who, host.order_after(way.seat), self.as_)
        if seats is None:
            return
        if not seats:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, tuple([f"card {one}" for one in host.codes]))
        if code is None:
            return
        if host.guess(way.seat, seats[0], code[5:]):
            host.strike(way, seats[:1], in_hand=False)
        else:
            way.go_into(self.otherwise)
