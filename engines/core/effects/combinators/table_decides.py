"""``table_decides``: what no verb says yet. The people at the table agree on what happens.

The holder proposes literal steps, everybody else accepts or objects; after the third refused proposal nothing happens.
Proposals can do what the rules of cards cannot, never what a box cannot: each is carried out by the ordinary verbs.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engines.core.effects.steps import Step, UnderWay

PROPOSALS_MOST: Final = 3
NOTHING: Final = "table nothing"
"""What is proposed when nothing is to happen: one tap."""
ACCEPT: Final = "accept"
OBJECT: Final = "object"


class TableDecides(Step, frozen=True, tag="table_decides"):
    """The table agrees on what happens here; ``text`` is what the card says about it.

    Within a proposal it is asked once more: when a die that all want to see has fallen.
    """

    asks_table: ClassVar[bool] = True
    literal: ClassVar[bool] = True

    text: str = ""

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask for a proposal, then everybody else, clockwise, and do what all agree to."""
        for _ in range(PROPOSALS_MOST):
            proposed = way.ask(host, way.seat, (NOTHING,), open_ended=True)
            if proposed is None:
                return
            accepted = True
            for seat in host.clockwise_after(way.seat):
                answer = way.ask(host, seat, (ACCEPT, OBJECT))
                if answer is None:
                    return
                accepted = accepted and answer == ACCEPT
            if accepted:
                if proposed != NOTHING:
                    way.go_into(host.literal_steps(proposed))
                return
        host.skipped(way, self)
