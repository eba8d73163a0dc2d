"""The table: seats, piles, the action under way, and what is still to be done.

The agenda holds steps that are still to come, the next one last: plain functions with an argument. A step that needs a
decision calls ``ask`` and the game waits there. No step keeps anything in local variables, so a game can be copied at
any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engines.bagarre.actions import Action, Kind
from engines.bagarre.view import Phase
from engines.core.cards import NO_CARD, Card
from engines.core.dice import Dice

if TYPE_CHECKING:
    from engines.bagarre.events import AnyEvent
    from engines.bagarre.options import Options, Setup
    from engines.bagarre.outcome import Outcome
    from engines.bagarre.powers import Powers

type Step = Callable[[Any, Any], None]
"""A function of the table and one argument."""

BIT: Final = tuple(1 << number for number in range(54))
"""Sets of seats and of cards are the bits of a number."""

EVERYBODY: Final = 63
"""The set of all seats there can be."""

KING: Final = 13


class Seat:
    """What lies in front of a player.

    ``worth`` tells what each card of ``hp`` counts, less than printed where a token lies (ruling B7); ``guard`` what
    the shield counts. ``shield_seen`` and ``charge_seen`` are the sets of seats that know those cards. ``potions``
    are a set of ``Potion``. ``fell`` is the moment of elimination, to tell who lasted longer.
    """

    __slots__ = (
        "alive",
        "charge_seen",
        "charges",
        "fell",
        "guard",
        "hp",
        "index",
        "potions",
        "powers",
        "shield",
        "shield_seen",
        "team",
        "worth",
        "wounds",
    )

    def __init__(self, index: int, team: int, powers: Powers) -> None:
        self.index = index
        self.team = team
        self.powers = powers
        self.alive = True
        self.hp: list[Card] = []
        self.worth: list[int] = []
        self.shield = NO_CARD
        self.guard = 0
        self.shield_seen = EVERYBODY
        self.charges: list[Card] = []
        self.charge_seen: list[int] = []
        self.wounds = 0
        self.potions = 0
        self.fell = 0

    def copy(self) -> Seat:
        """Return a seat of its own."""
        twin = Seat.__new__(Seat)
        twin.index = self.index
        twin.team = self.team
        twin.powers = self.powers
        twin.alive = self.alive
        twin.hp = self.hp[:]
        twin.worth = self.worth[:]
        twin.shield = self.shield
        twin.guard = self.guard
        twin.shield_seen = self.shield_seen
        twin.charges = self.charges[:]
        twin.charge_seen = self.charge_seen[:]
        twin.wounds = self.wounds
        twin.potions = self.potions
        twin.fell = self.fell
        return twin


class Play:
    """The action under way. There is one at a time: what outlasts it is on the agenda.

    ``seat`` is -1 for the dragon. ``drawn``: the first of the cards came from the draw pile. ``cards`` are the
    action's card, if there was one to draw, and the charges that joined it; ``values`` what each counts. ``seen`` is
    the set of seats that know the card. ``looked`` are cards drawn to choose from, with those who know each.
    ``avoided``, ``struck``, ``hurt`` and ``killed`` are sets of seats. ``aim`` is the hit point card an exchange aims
    at.
    """

    __slots__ = (
        "aim",
        "avoided",
        "cards",
        "counter",
        "drawn",
        "from_discard",
        "hurt",
        "killed",
        "kind",
        "looked",
        "looked_seen",
        "seat",
        "second",
        "seen",
        "struck",
        "target",
        "values",
    )

    def __init__(self, kind: Kind | None, seat: int, target: int, second: int, from_discard: bool) -> None:
        self.kind = kind
        self.seat = seat
        self.target = target
        self.second = second
        self.from_discard = from_discard
        self.counter = False
        self.drawn = False
        self.aim = NO_CARD
        self.cards: list[Card] = []
        self.values: list[int] = []
        self.seen = 0
        self.looked: tuple[Card, ...] = ()
        self.looked_seen: tuple[int, ...] = ()
        self.avoided = 0
        self.struck = 0
        self.hurt = 0
        self.killed = 0

    def copy(self) -> Play:
        """Return a play of its own."""
        twin = Play(self.kind, self.seat, self.target, self.second, self.from_discard)
        twin.counter = self.counter
        twin.drawn = self.drawn
        twin.aim = self.aim
        twin.cards = self.cards[:]
        twin.values = self.values[:]
        twin.seen = self.seen
        twin.looked = self.looked
        twin.looked_seen = self.looked_seen
        twin.avoided = self.avoided
        twin.struck = self.struck
        twin.hurt = self.hurt
        twin.killed = self.killed
        return twin


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

    __slots__ = (
        "about",
        "actor",
        "agenda",
        "alive",
        "awake",
        "changed",
        "choices",
        "clock",
        "dealt",
        "dice",
        "discard",
        "dragon",
        "dragons",
        "draw",
        "events",
        "fallen",
        "fresh",
        "heroes",
        "legal",
        "log",
        "lost",
        "options",
        "outcome",
        "owed",
        "phase",
        "play_under_way",
        "players",
        "question",
        "reply",
        "rerolled",
        "resigning",
        "responders",
        "seats",
        "setup",
        "spared",
        "spies",
        "teams",
        "top_seen",
        "turn",
        "turns",
        "values",
        "waiting",
    )

    setup: Setup
    options: Options
    players: int
    dice: Dice
    values: tuple[int, ...]
    teams: bool
    seats: list[Seat]
    heroes: tuple[tuple[str, ...], ...]
    responders: tuple[int, ...]
    draw: list[Card]
    discard: list[Card]
    fresh: list[Card]
    top_seen: int
    changed: int
    alive: int
    spies: int
    turn: int
    turns: int
    rerolled: bool
    dragon: bool
    awake: bool
    spared: bool
    dragons: int
    owed: list[tuple[int, str]]
    play_under_way: Play | None
    lost: list[Card]
    clock: int
    fallen: bool
    resigning: int
    dealt: list[tuple[Card, ...]]
    choices: list[tuple[str, ...]]
    agenda: list[tuple[Step, Any]]
    waiting: bool
    actor: int | None
    phase: Phase
    legal: tuple[Action, ...]
    reply: Step
    question: tuple[Step, Any]
    about: Any
    outcome: Outcome | None
    events: list[AnyEvent] | None
    log: list[str] | None

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

    def emit(self, event: AnyEvent) -> None:
        """Record what happened. Callers ask first whether anything is recorded at all."""
        if self.events is not None:
            self.events.append(event)

    def under_way(self) -> Play:
        """Return the action under way, when there must be one."""
        play = self.play_under_way
        if play is None:
            raise RuntimeError("no action is under way")
        return play


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
