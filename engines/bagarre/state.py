"""The table: seats, piles, the action under way, and what is still to be done.

The agenda holds steps that are still to come, the next one last: plain functions with an argument. A step that needs a
decision calls ``ask`` and the game waits there. No step keeps anything in local variables, so a game can be copied at
any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from engines.bagarre.actions import Action, Kind
from engines.bagarre.options import Options, Setup
from engines.bagarre.outcome import Outcome
from engines.bagarre.powers import Powers
from engines.bagarre.view import Phase
from engines.core.cards import NO_CARD, Card
from engines.core.copying import copier
from engines.core.dice import Dice
from engines.core.event import Event
from engines.core.native import mypyc_attr

type Step = Callable[[Any, Any], None]
"""A function of the table and one argument."""

BIT: Final = tuple(1 << number for number in range(54))
"""Sets of seats and of cards are the bits of a number."""

EVERYBODY: Final = 63
"""The set of all seats there can be."""

AFTER: Final = tuple(
    tuple(
        next((seat % 6 for seat in range(index + 1, index + 7) if alive >> seat % 6 & 1), index) for index in range(6)
    )
    for alive in range(EVERYBODY + 1)
)
"""``AFTER[alive][index]``: the next seat clockwise in a set of seats; without any the same seat."""

KING: Final = 13


@dataclass(eq=False, repr=False, slots=True)
class Seat:
    """What lies in front of a player.

    ``worth`` tells what each card of ``hp`` counts, less than printed where a token lies (ruling B7); ``guard`` what
    the shield counts. ``shield_seen`` and ``charge_seen`` are the sets of seats that know those cards. ``potions``
    are a set of ``Potion``. ``fell`` is the moment of elimination, to tell who lasted longer.
    """

    index: int
    team: int
    powers: Powers
    alive: bool = True
    hp: list[Card] = field(default_factory=list)
    worth: list[int] = field(default_factory=list)
    shield: Card = NO_CARD
    guard: int = 0
    shield_seen: int = EVERYBODY
    charges: list[Card] = field(default_factory=list)
    charge_seen: list[int] = field(default_factory=list)
    wounds: int = 0
    potions: int = 0
    fell: int = 0

    def copy(self) -> Seat:
        """Return a seat of its own."""
        return _copied_seat(self)


_copied_seat: Final = copier(Seat)


class Play:
    """The action under way. There is one at a time: what outlasts it is on the agenda.

    ``seat`` is -1 for the dragon. ``then`` is the step that follows when its card lies there, shown and answered; it
    gets the play where it follows at once, nothing where it was on the agenda.
    ``drawn``: the first of the cards came from the draw pile. ``cards`` are the action's card, if there was one to
    draw, and the charges that joined it; ``values`` what each counts. ``seen`` is the set of seats that know the card.
    ``looked`` are cards drawn to choose from, with those who know each. ``avoided``, ``struck``, ``hurt`` and
    ``killed`` are sets of seats. ``aim`` is the hit point card an exchange aims at.
    """

    looked: tuple[Card, ...] = ()
    looked_seen: tuple[int, ...] = ()
    avoided: int = 0
    struck: int = 0
    hurt: int = 0
    killed: int = 0

    def __init__(
        self,
        kind: Kind | None,
        seat: int,
        target: int,
        second: int,
        from_discard: bool,
        then: Step,
        counter: bool,
        drawn: bool,
        aim: Card,
        cards: list[Card],
        values: list[int],
        seen: int,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.target = target
        self.second = second
        self.from_discard = from_discard
        self.then = then
        self.counter = counter
        self.drawn = drawn
        self.aim = aim
        self.cards = cards
        self.values = values
        self.seen = seen

    def copy(self) -> Play:
        """Return a play of its own."""
        twin = Play(
            self.kind,
            self.seat,
            self.target,
            self.second,
            self.from_discard,
            self.then,
            self.counter,
            self.drawn,
            self.aim,
            self.cards[:],
            self.values[:],
            self.seen,
        )
        twin.looked = self.looked
        twin.looked_seen = self.looked_seen
        twin.avoided = self.avoided
        twin.struck = self.struck
        twin.hurt = self.hurt
        twin.killed = self.killed
        return twin


def _nothing_asked(table: Any, _: Any) -> None:
    raise RuntimeError("nothing has been asked yet")


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False, slots=True)
class Table:
    """All there is to a game under way.

    Piles have their top last. ``fresh`` are cards that the action under way has cost somebody: they are discarded, but
    will lie above the card of the action. ``top_seen`` is the set of seats that know the top of the draw pile.
    ``changed`` is the set of cards in the discard pile that were replaced as shields (ruling B33). ``alive`` is the set
    of seats in the game, ``spies`` of those who look at hidden cards. ``dragon``: it has been called; ``awake``: it is
    attacking; ``spared``: it was called again for as many cards as players and has hurt nobody since. ``owed`` are
    extra actions with their reasons, the next one last. ``clock`` counts the moments that rank the fallen; ``fallen``:
    somebody fell, so that the end has to be looked for. ``legal`` are the actions of the ``actor``; ``reply`` is the
    step that takes the answer, ``question`` the step that asked, ``about`` what it is about.
    """

    setup: Setup
    options: Options
    players: int
    dice: Dice
    values: tuple[int, ...]
    teams: bool
    seats: list[Seat]
    heroes: tuple[tuple[str, ...], ...]
    alive: int
    dealt: list[tuple[Card, ...]] = field(default_factory=list)
    choices: list[tuple[str, ...]] = field(default_factory=list)
    responders: tuple[int, ...] = ()
    draw: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    fresh: list[Card] = field(default_factory=list)
    top_seen: int = 0
    changed: int = 0
    spies: int = 0
    turn: int = -1
    turns: int = 0
    rerolled: bool = False
    dragon: bool = False
    awake: bool = False
    spared: bool = False
    dragons: int = 0
    owed: list[tuple[int, str]] = field(default_factory=list)
    play_under_way: Play | None = None
    lost: list[Card] = field(default_factory=list)
    clock: int = 0
    fallen: bool = False
    resigning: int = 0
    agenda: list[tuple[Step, Any]] = field(default_factory=list)
    waiting: bool = False
    actor: int | None = None
    phase: Phase = Phase.TURN
    legal: tuple[Action, ...] = ()
    reply: Step = _nothing_asked
    question: tuple[Step, Any] = (_nothing_asked, None)
    about: Any = None
    outcome: Outcome | None = None
    events: list[Event] | None = None
    log: list[str] | None = None

    def ask(
        self, phase: Phase, seat: int, legal: tuple[Action, ...], reply: Step, question: tuple[Step, Any], about: Any
    ) -> None:
        """Wait for a seat to choose one of ``legal``; ``reply`` will get the action, ``about`` is its context."""
        self.phase = phase
        self.actor = seat
        self.legal = legal
        self.reply = reply
        self.question = question
        self.about = about
        self.waiting = True

    def play_unchecked(self, action: Action) -> None:
        """Apply one of ``legal`` without checking that it is one and without logging it: for simulations only."""
        self.waiting = False
        self.reply(self, action)
        agenda = self.agenda
        while not self.waiting:
            step, argument = agenda.pop()
            step(self, argument)
        if self.resigning:
            self._answer_for_the_leaving()

    def _answer_for_the_leaving(self) -> None:
        """Decide for a seat that has resigned while the action under way needs it: pass, or else the first choice."""
        while self.actor is not None and self.resigning & BIT[self.actor]:
            passing = [option for option in self.legal if option.kind in (Kind.PASS, Kind.DECLINE)]
            self.waiting = False
            self.reply(self, (passing or self.legal)[0])
            self.proceed()

    def proceed(self) -> None:
        """Take the steps of the agenda, one after the other, until a decision is waited for or the game is over."""
        agenda = self.agenda
        while not self.waiting:
            step, argument = agenda.pop()
            step(self, argument)

    def emit(self, event: Event) -> None:
        """Record what happened. Callers ask first whether anything is recorded at all."""
        if self.events is not None:
            self.events.append(event)

    def under_way(self) -> Play:
        """Return the action under way, when there must be one."""
        play = self.play_under_way
        if play is None:
            raise RuntimeError("no action is under way")
        return play


copied_table: Final = copier(Table)
"""Copies the table; seats, the action under way, dice and records are still those of the other."""


def bits(seats: int) -> tuple[int, ...]:
    """Return the seats of a set, in order."""
    return tuple(seat for seat in range(6) if seats >> seat & 1)


def known_to(seats: int) -> tuple[int, ...] | None:
    """Return a set of seats as an event lists it: ``None`` when everybody knows."""
    return None if seats == EVERYBODY else bits(seats)


def clockwise(table: Table, after: int) -> list[int]:
    """Return the seats in the game from the one after ``after`` on, that seat itself last."""
    players = table.players
    alive = table.alive
    return [seat % players for seat in range(after + 1, after + players + 1) if alive >> seat % players & 1]


def total(seat: Seat) -> int:
    """Return the hit points of a seat."""
    return sum(seat.worth)
