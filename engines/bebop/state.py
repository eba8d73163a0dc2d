"""The table: seats, planets, piles, Vicious, the card text under way, and what is still to be done.

The agenda holds steps that are still to come, the next one last: plain functions with an argument. A step that needs a
decision calls ``ask`` and the game waits there. No step keeps anything in local variables, so a game can be copied at
any moment. Piles have their top last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from engines.bebop.actions import Action
from engines.bebop.book import Book
from engines.bebop.ground import NOBODY
from engines.bebop.options import Options, Setup
from engines.bebop.outcome import Outcome
from engines.bebop.view import Phase
from engines.core.copying import copier
from engines.core.dice import Dice
from engines.core.effects.steps import UnderWay
from engines.core.event import Event

type Does = Callable[[Any, Any], None]
"""A step of the agenda: a function of the table and one argument."""


@dataclass(eq=False, repr=False, slots=True)
class Seat:
    """What a player has. Cards are numbers of the book.

    ``hand_seen`` tells for each card in hand which other seats know it, ``deck_seen`` who knows the cards on top of the
    deck: its last entry is the top card's, and cards below those listed nobody knows. ``tokens`` are capture tokens by
    target, ``renown`` what tokens brought so far, ``captured`` the criminals' cards. ``left`` is when the seat
    resigned, 0 while it plays.
    """

    index: int
    character: int = NOBODY
    fuel: int = 1
    hand: list[int] = field(default_factory=list)
    hand_seen: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    deck_seen: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    renown: int = 0
    captured: list[int] = field(default_factory=list)
    left: int = 0

    def copy(self) -> Seat:
        """Return a seat of its own."""
        return _copied_seat(self)


_copied_seat: Final = copier(Seat)


def _nothing_asked(table: Any, _: Any) -> None:
    raise RuntimeError("nothing has been asked yet")


@dataclass(eq=False, repr=False, slots=True)
class Table:
    """All there is to a game under way.

    ``figures`` are where the characters stand, ``occupant`` the criminal of each planet, ``gauge`` what going there
    costs (the last is the Bebop's), ``left`` the tokens on the piles by target: resistance, clues, resistance, ...
    ``criminals`` is the criminal deck, ``box`` what was not dealt into it, ``revealed`` the set of all that were turned
    up; ``escaped`` is the pile beside the screen, and once Vicious is there that of his movement cards. ``movement`` is
    his deck, ``vicious`` where he is, ``hit`` whether he lost resistance this turn, ``last_turns`` how many are left
    once the last movement card is out, else -1.

    ``woolongs``, ``force`` and ``clues`` are the reserve of the turn. ``played`` is the play area, ``colours`` counts
    it by colour, ``zones`` are the cards in it whose team zone has not come on yet. ``common_seen`` and ``damage_seen``
    are to those decks what ``Seat.deck_seen`` is to a seat's. ``wounds`` are damage cards drawn and not settled;
    ``trashed`` are cards out of the game. ``ways`` are card texts under way. ``clock`` counts those who left.

    ``legal`` are the actions of the ``actor``; ``reply`` is the step that takes the answer, ``question`` the step that
    asked. ``proposing``: whoever answers may propose something to the table.
    """

    setup: Setup
    options: Options
    players: int
    dice: Dice
    book: Book
    seats: list[Seat]
    turn: int = 0
    turns: int = 0
    woolongs: int = 0
    force: int = 0
    clues: int = 0
    hit: bool = False
    vicious: int = NOBODY
    last_turns: int = -1
    figures: list[int] = field(default_factory=list)
    occupant: list[int] = field(default_factory=list)
    gauge: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    market: list[int] = field(default_factory=list)
    common: list[int] = field(default_factory=list)
    common_seen: list[int] = field(default_factory=list)
    trashed: list[int] = field(default_factory=list)
    damage: list[int] = field(default_factory=list)
    damage_seen: list[int] = field(default_factory=list)
    damage_discard: list[int] = field(default_factory=list)
    wounds: list[int] = field(default_factory=list)
    criminals: list[int] = field(default_factory=list)
    box: list[int] = field(default_factory=list)
    escaped: list[int] = field(default_factory=list)
    movement: list[int] = field(default_factory=list)
    revealed: int = 0
    played: list[int] = field(default_factory=list)
    colours: list[int] = field(default_factory=list)
    zones: list[int] = field(default_factory=list)
    clock: int = 0
    agenda: list[tuple[Does, Any]] = field(default_factory=list)
    ways: list[UnderWay] = field(default_factory=list)
    waiting: bool = False
    proposing: bool = False
    actor: int | None = None
    phase: Phase = Phase.TURN
    legal: tuple[Action, ...] = ()
    reply: Does = _nothing_asked
    question: tuple[Does, Any] = (_nothing_asked, None)
    outcome: Outcome | None = None
    events: list[Event] | None = None
    log: list[str] | None = None

    def ask(self, phase: Phase, seat: int, legal: tuple[Action, ...], reply: Does, question: tuple[Does, Any]) -> None:
        """Wait for a seat to choose one of ``legal``; ``reply`` will get the action."""
        self.phase = phase
        self.actor = seat
        self.legal = legal
        self.reply = reply
        self.question = question
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


copied_table: Final = copier(Table)
"""Copies the table; seats, card texts under way, dice and records are still those of the other."""
