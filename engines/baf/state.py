"""The table: seats, piles, the monsters that lie open, whose decision is waited for.

A game is copied at any moment: whatever is under way stands here, nothing in local variables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from engines.baf.actions import NONE, Action
from engines.baf.cards import NO_SKILLS, BossCard, HeroCard, MonsterCard, Skills
from engines.baf.options import Options, Setup
from engines.baf.outcome import Outcome
from engines.baf.score.state import ROUNDS_PER_LEVEL, Boss, Side, level_of
from engines.baf.view import Phase
from engines.core.copying import copier
from engines.core.dice import Dice
from engines.core.event import Event

type Card = int
"""A monster card: its place in ``Table.kinds``, the same for all copies."""

type Hands = tuple[int, int]
"""The places on which a left and a right hand lie, ``NONE`` for a hand that lies on none."""

type Step = Callable[[Any], None]
"""A function of the table that asks somebody, or else goes on to another phase."""

type Reply = Callable[[Any, Action], None]
"""A function of the table that takes an answer."""

IDLE: Final[Hands] = (NONE, NONE)
LEFT: Final = 1
RIGHT: Final = 2
BOTH: Final = LEFT | RIGHT
"""Sets of hands are the bits of a number."""

SIDES: Final[tuple[tuple[Side, ...], ...]] = ((), (Side.LEFT,), (Side.RIGHT,), (Side.LEFT, Side.RIGHT))
"""The sides of a set of hands."""


@dataclass(eq=False, repr=False, slots=True)
class Seat:
    """What lies in front of a player.

    ``picks`` are the heroes in the order of the draft, ``heroes`` those on the left and on the right. ``left`` and
    ``right`` are their skills with all gains placed. ``under_left`` and ``under_right`` are the beaten monsters under
    them, ``aside`` those that lie face up beside (ruling A13), ``lost`` those that beat a hero, face down.
    ``hands`` lie where everybody sees them; ``asked`` is the set of hands that must be laid in secret, ``laid`` where
    they were. ``done``: no idle hand of this round will be laid. ``boss``: whom it attacks at the end, once
    ``attempted``. ``gone``: it has left the game.
    """

    index: int
    picks: tuple[HeroCard, ...] = ()
    heroes: tuple[HeroCard, ...] = ()
    left: Skills = NO_SKILLS
    right: Skills = NO_SKILLS
    under_left: list[Card] = field(default_factory=list)
    under_right: list[Card] = field(default_factory=list)
    aside: list[Card] = field(default_factory=list)
    lost: list[Card] = field(default_factory=list)
    coins: int = 0
    hands: Hands = IDLE
    asked: int = 0
    laid: Hands | None = None
    done: bool = False
    boss: Boss | None = None
    attempted: bool = False
    gone: bool = False

    def copy(self) -> Seat:
        """Return a seat of its own."""
        return _copied_seat(self)


_copied_seat: Final = copier(Seat)


def _nobody_asked(table: Any, action: Action) -> None:
    raise RuntimeError("nobody has been asked yet")


@dataclass(eq=False, repr=False, slots=True)
class Table:
    """All there is to a game under way.

    ``kinds`` are the monsters of the set; ``piles`` the shuffled levels, of which the first rounds have had the first
    cards. ``cards`` lie on the table by place, ``owners`` tell who attacks them, ``NONE`` for nobody; ``discarded`` are
    those that nobody attacked. ``gains`` are the seats that may still place the gain of a monster, with its place.
    ``started`` counts the seats that have said which hero is left. ``legal`` is what may be done now, by the ``actor``,
    by the racers, or by the clock; ``reply`` takes it. ``contest`` is how a round begins.
    """

    setup: Setup
    options: Options
    players: int
    dice: Dice
    kinds: tuple[MonsterCard, ...]
    seats: list[Seat]
    contest: Step
    phase: Phase = Phase.DRAFT
    master: BossCard | None = None
    dragon: BossCard | None = None
    first: int = 0
    heroes: tuple[HeroCard, ...] = ()
    picks: int = 0
    started: int = 0
    piles: tuple[tuple[Card, ...], ...] = ()
    round: int = 0
    cards: tuple[Card, ...] = ()
    owners: list[int] = field(default_factory=list)
    discarded: list[Card] = field(default_factory=list)
    gains: list[tuple[int, int]] = field(default_factory=list)
    waiting: bool = False
    actor: int | None = None
    legal: tuple[Action, ...] = ()
    reply: Reply = _nobody_asked
    outcome: Outcome | None = None
    events: list[Event] | None = None
    log: list[str] | None = None

    def ask(self, seat: int | None, legal: tuple[Action, ...], reply: Reply) -> None:
        """Wait for a seat, or whoever comes first, to do one of ``legal``; ``reply`` will get the action."""
        self.actor = seat
        self.legal = legal
        self.reply = reply
        self.waiting = True

    def emit(self, event: Event) -> None:
        """Record what happened. Callers ask first whether anything is recorded at all."""
        if self.events is not None:
            self.events.append(event)

    def monster(self, place: int) -> MonsterCard:
        """Return the monster on a place."""
        return self.kinds[self.cards[place]]

    def coming(self) -> tuple[Card, ...]:
        """Return the monsters of the round, from the pile of its level (BAF!, Révélation des monstres)."""
        count = 2 * self.players
        start = (self.round - 1) % ROUNDS_PER_LEVEL * count
        return self.piles[level_of(self.round) - 1][start : start + count]

    def laid_out(self, level: int) -> int:
        """Return how many monsters of a level have been laid out."""
        rounds = self.round - ROUNDS_PER_LEVEL * (level - 1) - (self.phase is Phase.READY)
        return 2 * self.players * min(max(rounds, 0), ROUNDS_PER_LEVEL)


copied_table: Final = copier(Table)
"""Copies the table; seats, dice and records are still those of the other."""
