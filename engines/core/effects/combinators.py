"""Steps that join other steps. All games share them; a list of steps is their sequence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from engines.core.effects.conditions import When
from engines.core.effects.steps import SEATS_MOST, Amount, Branches, Inner, Name, Price, Step, UnderWay, Who


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


class Pay(Step, frozen=True, tag="pay"):
    """``by`` may pay ``n`` of ``what``, with ``up_to`` any number from 1 to ``n``. In ``steps``, "x" is what was paid.

    Who cannot pay is not asked: what somebody has to pay with lies open.
    """

    gives: ClassVar[Mapping[str, str]] = {"x": "number"}

    what: Price
    steps: Inner
    n: Amount = 1
    up_to: bool = False
    by: Who = "me"

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask how much, take it and go on in the steps."""
        seats = way.seats(host, self.by)
        most = way.number(host, self.n)
        if not seats or most < 1:
            host.skipped(way, self)
            return
        payer = seats[0]
        has = host.can_pay(payer, self.what)
        prices = range(1, min(most, has) + 1) if self.up_to else (most,) if has >= most else ()
        if not prices:
            host.skipped(way, self)
            return
        code = way.ask(host, payer, (*(f"pay {price}" for price in prices), "no"))
        if code is not None and code != "no":
            paid = int(code.removeprefix("pay "))
            host.pay(payer, self.what, paid)
            way.names["x"] = paid
            way.go_into(self.steps)


class If(Step, frozen=True, tag="if"):
    """``steps`` when the condition holds, ``otherwise`` when not."""

    when: When
    steps: Inner
    otherwise: Inner = ()

    def apply(self, host: Any, way: UnderWay) -> None:
        """Go on where the condition leads."""
        way.go_into(self.steps if self.when.holds(host, way) else self.otherwise)


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


TIMES_MOST: Final = 10


class Repeat(Step, frozen=True, tag="repeat"):
    """``steps`` ``times`` times, at most ten."""

    times: Amount
    steps: Inner

    @property
    def rounds(self) -> int:
        """As often as it says; ten times where that is counted at the table."""
        return min(TIMES_MOST, self.times) if isinstance(self.times, int) else TIMES_MOST

    def apply(self, host: Any, way: UnderWay) -> None:
        """Go into the steps as often as it says."""
        for _ in range(min(TIMES_MOST, way.number(host, self.times))):
            way.go_into(self.steps)


PROPOSALS_MOST: Final = 3
NOTHING: Final = "table nothing"
"""What is proposed when nothing is to happen: one tap."""
ACCEPT: Final = "accept"
OBJECT: Final = "object"


class TableDecides(Step, frozen=True, tag="table_decides"):
    """What no verb says yet: the people at the table agree on it; ``text`` is what the card says about it.

    The holder proposes literal steps, everybody else accepts or objects; after the third refused proposal nothing
    happens. Proposals can do what the rules of cards cannot, never what a box cannot: each is carried out by the
    ordinary verbs. Within a proposal it is asked once more: when a die that all want to see has fallen.
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


COMBINATORS: Final[tuple[type[Step], ...]] = (Choose, May, Pay, If, Each, Repeat, TableDecides)
