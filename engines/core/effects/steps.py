"""Steps: what a card does, one after the other, as frozen values; the kinds of fields they have; what is under way.

A verb is a ``Step`` with its tag and ``apply``, or an ``AimedStep`` with what it does to seats. Fields declare by their
type how they are read: ``Who`` is a word for seats, ``Amount`` a number, ``Name`` makes a name.

What is under way is a stack of lists of steps with the place in each, the names made, and the answers given: plain data
in the state, so that a game can be copied, imagined and replayed in the middle of a choice. A step that needs an answer
asks and is done anew with the answer in hand: it changes nothing before it has them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Protocol

from msgspec import Struct

STEPS_MOST: Final = 200
"""One resolution takes no more steps, whatever the card says."""
SEATS_MOST: Final = 6
"""The largest table: "each" never goes round further."""


class Reads(StrEnum):
    """How a field is read where its type alone does not say it."""

    WHO = "who"
    AMOUNT = "amount"
    NAME = "name"
    CARD = "card"
    PRICE = "price"
    STEPS = "steps"
    BRANCHES = "branches"
    WHEN = "when"
    WHENS = "whens"


def plain(field: str) -> str:
    """Return a field as it is written: the underscore is for words that Python keeps to itself."""
    return field.rstrip("_")


class Count(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A number counted at the table when the step is done: how many of ``count`` a seat has, at ``most`` so many."""

    count: str
    who: str = "me"
    most: int = 0


class Step(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="do",
    rename=plain,
):
    """One step of a card.

    ``slots`` are those in which the verb can act (empty: in all), ``makes`` the kind of name that its ``as`` makes
    ("seat", "number", "card"), ``gives`` the names that its inner steps find made. ``literal``: people may use it where
    the table decides. ``asks_table``: it is not whole, the table decides.
    """

    slots: ClassVar[tuple[str, ...]] = ()
    makes: ClassVar[str] = "seat"
    gives: ClassVar[Mapping[str, str]] = {}
    literal: ClassVar[bool] = False
    asks_table: ClassVar[bool] = False

    def apply(self, host: Any, way: UnderWay) -> None:
        """Do it at a table. What cannot be done is skipped and said."""
        raise NotImplementedError

    def faults(self) -> Iterable[tuple[str, str]]:
        """Yield what does not go together: the field and the code of the problem."""
        return ()

    @property
    def rounds(self) -> int:
        """How often its inner steps are done at most."""
        return 1


type Steps = tuple[Step, ...]

Who = Annotated[str, Reads.WHO]
"""A word for seats, or a name made by an earlier step."""
Amount = Annotated[int | str | Count, Reads.AMOUNT]
"""A number, the name of one, or what is counted at the table."""
Name = Annotated[str, Reads.NAME]
"""Makes a name for what the step chose; it lives in its slot only."""
Price = Annotated[str, Reads.PRICE]
"""What can be paid with, by the game's word."""
CardName = Annotated[str, Reads.CARD]
"""``this``, or the name of a card made by an earlier step."""
Inner = Annotated[tuple[Step, ...], Reads.STEPS]
Branches = Annotated[tuple[tuple[Step, ...], ...], Reads.BRANCHES]


class AimedStep(Step, frozen=True):
    """A step that is done to the seats of ``who``; ``as`` names the one that was chosen."""

    if TYPE_CHECKING:
        # Each verb has these where they stand among its fields: that is the order in which a card is written.
        @property
        def who(self) -> str: ...
        @property
        def as_(self) -> str: ...

    def candidates(self, host: Any, way: UnderWay) -> tuple[int, ...]:
        """Return whom the holder may choose, clockwise: any other seat."""
        others: tuple[int, ...] = host.seats_of(way, "others")
        return others

    def apply(self, host: Any, way: UnderWay) -> None:
        """Aim, and do it to those it is aimed at, if only somebody has not to be asked first."""
        seats = way.aim(host, self.who, self.candidates(host, way), self.as_)
        if seats is not None and not self.do_to(host, way, seats):
            host.skipped(way, self)

    def do_to(self, host: Any, way: UnderWay, seats: tuple[int, ...]) -> bool:
        """Do it to these seats, of which there may be none; ``False`` when it could not be done.

        One that has to ask on the way is done anew, like any step.
        """
        raise NotImplementedError


class Host(Protocol):
    """What a table must offer for steps to be done at it."""

    agenda: list[tuple[Callable[[Any, Any], None], Any]]
    ways: list[UnderWay]

    def offer(self, seat: int, codes: tuple[str, ...], *, open_ended: bool) -> None:
        """Wait for a seat to answer with one of the codes, which then comes to ``answered``.

        ``open_ended``: it may also answer with a proposal of its own.
        """

    def seats_of(self, way: UnderWay, word: str) -> tuple[int, ...]:
        """Return the seats that a word of the game's language means, clockwise from the holder."""

    def counted(self, way: UnderWay, what: str, seat: int) -> int:
        """Return how many of something a seat has."""

    def aimed_at(self, way: UnderWay, seat: int) -> bool:
        """Let a seat that was chosen answer to it. ``True``: it is asked first, and the step is done anew after."""

    def can_pay(self, seat: int, what: str) -> int:
        """Return how much of something a seat can pay."""

    def pay(self, seat: int, what: str, amount: int) -> None:
        """Take it from a seat."""

    def skipped(self, way: UnderWay, step: Step) -> None:
        """Say that a step could not be done."""

    def clockwise_after(self, seat: int) -> tuple[int, ...]:
        """Return all other seats, clockwise."""

    def literal_steps(self, code: str) -> tuple[Step, ...]:
        """Return the steps of a proposal."""


class UnderWay:
    """One slot of one card being done.

    ``seat`` is its holder, ``card`` and ``slot`` say which. ``frames`` is the stack of steps and places, ``names`` what
    steps made, ``answers`` those to the step being done. ``met`` are seats that have answered to being chosen,
    ``spared`` those whom a reaction took out of reach. ``about`` is the game's: what a reaction answers to.
    """

    __slots__ = (
        "about",
        "answers",
        "answers_read",
        "card",
        "frames",
        "met",
        "names",
        "seat",
        "slot",
        "spared",
        "taken",
    )

    def __init__(self, seat: int, card: str, slot: str, steps: tuple[Step, ...], about: Any = None) -> None:
        self.seat = seat
        self.card = card
        self.slot = slot
        self.frames: list[tuple[tuple[Step, ...], int]] = [(steps, 0)]
        self.names: dict[str, int | str] = {}
        self.answers: tuple[str, ...] = ()
        self.answers_read = 0
        self.taken = 0
        self.met: tuple[int, ...] = ()
        self.spared: tuple[int, ...] = ()
        self.about = about

    def copy(self) -> UnderWay:
        """Return one that goes its own way; ``about`` is shared."""
        twin = object.__new__(UnderWay)
        for name in UnderWay.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.frames = self.frames[:]
        twin.names = self.names.copy()
        return twin

    @property
    def asking(self) -> Step | None:
        """The step to be done next: while somebody is asked, the one that asks."""
        steps, place = self.frames[-1] if self.frames else ((), 0)
        return steps[place] if place < len(steps) else None

    def go_into(self, steps: tuple[Step, ...]) -> None:
        """Do these steps next."""
        if steps:
            self.frames.append((steps, 0))

    def ask(self, host: Any, seat: int, codes: tuple[str, ...], *, open_ended: bool = False) -> str | None:
        """Return the answer of a seat, or ``None`` when it has to be asked first and the step is done anew after.

        A choice of one is none, and is not asked for.
        """
        if self.answers_read < len(self.answers):
            self.answers_read += 1
            return self.answers[self.answers_read - 1]
        if len(codes) == 1 and not open_ended:
            return codes[0]
        self.again()
        host.offer(seat, codes, open_ended=open_ended)
        return None

    def again(self) -> None:
        """Do the step under way anew: something has to happen first."""
        steps, place = self.frames[-1]
        self.frames[-1] = (steps, place - 1)

    def seats(self, host: Any, who: str) -> tuple[int, ...]:
        """Return the seats that a word or a name means; nobody when the name was never made."""
        named = self.names.get(who)
        if isinstance(named, int):
            return (named,)
        if who.isdecimal():
            return (int(who),)
        found: tuple[int, ...] = host.seats_of(self, who)
        return found

    def aim(self, host: Any, who: str, candidates: tuple[int, ...], as_: str = "") -> tuple[int, ...] | None:
        """Return the seats a step is done to, without those spared; ``None`` when somebody has to be asked first.

        "chosen" is one of the candidates, whom the holder chooses; who is chosen may have an answer to that.
        """
        if who != "chosen":
            found = self.seats(host, who)
        elif not candidates:
            return ()
        else:
            before = self.answers_read
            code = self.ask(host, self.seat, tuple([f"seat {seat}" for seat in candidates]))
            if code is None:
                return None
            if self.answers_read == before:  # a choice of one was not asked for: keep it, should the step be done anew
                self.answers, self.answers_read = (*self.answers, code), before + 1
            seat = int(code[5:])
            if as_:
                self.names[as_] = seat
            if seat not in self.met:
                self.met = (*self.met, seat)
                if host.aimed_at(self, seat):
                    self.again()
                    return None
            found = (seat,)
        return tuple([seat for seat in found if seat not in self.spared]) if self.spared else found

    def number(self, host: Any, amount: int | str | Count) -> int:
        """Return a number as it is now; 0 for a name that was never made."""
        if isinstance(amount, int):
            return amount
        if isinstance(amount, str):
            named = self.names.get(amount, 0)
            return named if isinstance(named, int) else 0
        counted: int = sum([host.counted(self, amount.count, seat) for seat in self.seats(host, amount.who)])
        return min(counted, amount.most) if amount.most else counted


def go_on(host: Any, _: Any) -> None:
    """Agenda step: do the next step of what is under way last, or be done with it."""
    way = host.ways[-1]
    frames = way.frames
    while frames:
        steps, place = frames[-1]
        if place == len(steps) or way.taken >= STEPS_MOST:
            frames.pop()
            continue
        frames[-1] = (steps, place + 1)
        depth, way.taken, way.answers_read = len(frames), way.taken + 1, 0
        host.agenda.append((go_on, None))
        steps[place].apply(host, way)
        if len(frames) != depth or frames[-1][1] != place:
            way.answers = ()
        return
    host.ways.pop()


def begin(host: Any, way: UnderWay) -> None:
    """Put a slot under way."""
    host.ways.append(way)
    host.agenda.append((go_on, None))


def answered(host: Any, code: str) -> None:
    """Take the answer to what was offered; the step that asked is done anew."""
    way = host.ways[-1]
    way.answers = (*way.answers, code)
