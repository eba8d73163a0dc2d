"""The table: seats, weapons, what is announced or being done, and what is still to come.

The agenda holds steps that are still to come, the next one last: plain functions with an argument. A step that needs a
decision calls ``ask`` and the game waits there. No step keeps anything in local variables, so a game can be copied at
any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engines.badass_force.actions import Action
from engines.badass_force.casting import Casting, Character, Weapon
from engines.badass_force.options import Options, Setup
from engines.badass_force.outcome import Outcome
from engines.badass_force.view import Phase
from engines.core.copying import copier
from engines.core.dice import Dice
from engines.core.effects.steps import UnderWay
from engines.core.event import Event

type Step = Callable[[Any, Any], None]
"""A function of the table and one argument."""

CHARACTERS: Final = 7
BIT: Final = tuple(1 << number for number in range(8))
"""Sets of seats and of characters are the bits of a number."""
ALL_CHARACTERS: Final = 127
EVERYBODY: Final = 63
"""The set of all seats there can be."""
NONE: Final = -1
"""Stands where a character, a weapon or a seat could be and none is."""
MEMBERS: Final = tuple(tuple(one for one in range(CHARACTERS) if cards >> one & 1) for cards in range(128))
"""The members of each set, in order."""
PUBLIC: Final = 6
"""Where ``Seat.outside`` keeps what everybody knows, behind the six seats."""


@dataclass(eq=False, repr=False, slots=True)
class Seat:
    """What a player has. Everybody holds one copy of the same seven characters, which are numbers from 0 to 6.

    ``hand`` and ``grave`` are sets; ``active`` and ``loge`` (the dressing room) one character, or ``NONE``.
    ``weapon`` is a number in the set's list. ``scored``: it has killed in this turn (ruling F18).

    What is known: ``active_seen`` and ``loge_seen`` are the seats that know those cards beside their owner;
    ``ruled_out`` are characters that everybody knows the active one not to be; ``outside[viewer]`` are those that a
    viewer knows not to lie in the dressing room, since it saw them elsewhere. ``said`` are the characters that it has
    announced since it laid the active one, ``honest`` and ``caught`` how often a call found the truth or a bluff.
    """

    index: int
    hand: int = ALL_CHARACTERS
    active: int = NONE
    loge: int = NONE
    grave: int = 0
    weapon: int = NONE
    ammo: int = 0
    points: int = 0
    vengeance: bool = False
    scored: bool = False
    active_seen: int = 0
    loge_seen: int = 0
    ruled_out: int = 0
    said: int = 0
    honest: int = 0
    caught: int = 0
    outside: list[int] = field(default_factory=list)

    def copy(self) -> Seat:
        """Return a seat of its own."""
        return _copied_seat(self)


_copied_seat: Final = copier(Seat)


class Claim(NamedTuple):
    """An announcement while it is asked about. ``then`` gets the table, this, whether it stands, and who called."""

    seat: int
    character: int
    then: Callable[[Any, Any, bool, int], None]
    about: Any
    reaction: bool


class Lasting(NamedTuple):
    """What binds a seat for a while: ``owner`` made it, by a card; ``until`` is a word of the language."""

    what: str
    seat: int
    amount: int
    until: str
    owner: int
    card: str


def _nothing_asked(table: Any, _: Any) -> None:
    raise RuntimeError("nothing has been asked yet")


@dataclass(eq=False, repr=False, slots=True)
class Table:
    """All there is to a game under way.

    ``cast`` are the seven characters played, ``codes`` theirs, ``powers``: those that can be announced in Cool and in
    Vengeance mode, ``reacts``: the announcements that answer to each event. Weapons are numbers in ``arms``; ``pile``
    has its top last. ``claim`` is the announcement asked about, ``askees`` who is asked, ``heard`` how many have
    answered, ``callers`` the set of those who called. ``blocked`` are numbers of blows and gifts that a reaction
    stopped, ``judged`` who led before each effect of this turn (ruling F43), ``serial`` the last number given.
    ``lasting`` binds seats for a while. ``reached``: the limit has been
    (ruling F51). ``legal`` are the actions of the ``actor``; ``reply`` takes the answer, ``question`` is the step that
    asked, ``about`` what it is about; ``open_ended``: a proposal is legal too.
    """

    setup: Setup
    options: Options
    players: int
    dice: Dice
    casting: Casting
    arms: tuple[Weapon, ...]
    seats: list[Seat]
    cast: tuple[Character, ...] = ()
    codes: tuple[str, ...] = ()
    powers: tuple[tuple[Action, ...], tuple[Action, ...]] = ((), ())
    reacts: dict[str, tuple[Action, ...]] = field(default_factory=dict)
    lays: tuple[tuple[Action, ...], ...] = ()
    pile: list[int] = field(default_factory=list)
    centre: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    turn: int = NONE
    turns: int = 0
    reached: bool = False
    claim: Claim | None = None
    askees: tuple[int, ...] = ()
    heard: int = 0
    callers: int = 0
    serial: int = 0
    blocked: list[int] = field(default_factory=list)
    judged: list[tuple[int, int]] = field(default_factory=list)
    lasting: list[Lasting] = field(default_factory=list)
    ways: list[UnderWay] = field(default_factory=list)
    gone: int = 0
    agenda: list[tuple[Step, Any]] = field(default_factory=list)
    waiting: bool = False
    actor: int | None = None
    phase: Phase = Phase.LAY
    legal: tuple[Action, ...] = ()
    open_ended: bool = False
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

    def order_after(self, seat: int) -> tuple[int, ...]:
        """Return all other seats, clockwise from the one after ``seat``."""
        return ORDERS[self.players][seat]

    def order_from(self, seat: int) -> tuple[int, ...]:
        """Return all seats, clockwise from ``seat``."""
        return (seat, *ORDERS[self.players][seat])

    def number_of(self, code: str) -> int:
        """Return the number of a character of this game."""
        return self.codes.index(code)

    def next_serial(self) -> int:
        """Return a number for a blow or a gift that has none yet."""
        self.serial += 1
        return self.serial


ORDERS: Final = tuple(
    tuple(tuple((seat + step) % players for step in range(1, players)) for seat in range(players))
    for players in range(8)
)
"""``ORDERS[players][seat]``: the others, clockwise."""

copied_table: Final = copier(Table)
"""Copies the table; seats, what is under way, dice and records are still those of the other."""


def bits(seats: int) -> tuple[int, ...]:
    """Return the members of a set, in order."""
    return MEMBERS[seats]
