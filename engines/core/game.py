"""The contract of a card game: who decides, what is legal, what a seat may see, and how it ended.

Setup, dice and log are the whole truth: replaying them gives the same game. Seats count from 0, clockwise.

- **Cards.** A game played with a card set has the whole set in its setup, so that log and proof pin it.
- **Dealing.** Every card dealt or drawn comes from the game's ``dice`` at the moment of the deal, with a receipt; a
  deal is no action and stands in no log, since the same dice deal it again. What a game adds is an event.
- **Secrets shown together.** Choices that are secret until all have chosen are asked one seat after the other. The
  order tells nothing and decides nothing; until the last has chosen, ``view`` shows the others *that* a seat has
  chosen and no more, and ``imagine`` draws the choice anew.
- **Races.** Where the first hand decides, several ``actors`` may act in any order and ``actor`` is ``None``: the order
  in which actions are played is the order in which the one server heard of them. Each action of a race names its seat.
- **The clock.** An engine has none. What a clock does (showing the cards of a race at one moment, ending it) is an
  action of nobody, in ``actions()`` and in the log like any other, played by whoever keeps the time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol, Self

from engines.core.dice import Dice, SeededDice
from engines.core.event import Event
from engines.core.problems import Illegal, Param, Problem
from engines.core.proof import VERSION, GameProof, as_json, proven
from engines.core.setup import Setup, check, read_setup


class IllegalAction(Illegal):
    """The rules forbid this action now. Its one problem names the seat, the rule, the value and the limit."""

    who = "seat"


def refuse(code: str, rule: str, *, seat: int | None = None, **params: Param) -> IllegalAction:
    """Build the refusal of an action."""
    return IllegalAction([Problem(code, seat, params, rule)])


class Decision(Protocol):
    """An action as a small frozen value; ``code`` is what the log holds."""

    @property
    def code(self) -> str: ...


class Placing(Protocol):
    """How a game ended. ``winners`` is empty for a draw; ``places`` gives each seat its place, 1 the best.

    ``undecided`` are seats level in the first place between whom another game decides (ruling F53): they have won
    nothing yet, so ``winners`` is empty, and all of them have place 1. It is empty wherever the game itself decides.
    """

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def places(self) -> tuple[int, ...]: ...

    @property
    def undecided(self) -> tuple[int, ...]: ...


class Kept(Protocol):
    """What a copy of a game has of its own. Its slots are those of the game's table."""

    dice: Dice
    log: list[str] | None
    events: list[Event] | None


class CardGame[A: Decision, S: Setup, V](ABC):
    """A game under way: the contract, and what is the same in every game. Each game's class also is its table.

    ``actor`` is the seat that must decide, for whom all wait; ``None`` when the game is over, which ``outcome`` tells,
    and while there is no such one. ``legal`` are the actions that may be played now, of all actors and of the clock.
    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. A game says how it begins, how an action is written and applied, which of those that are not listed it
    takes all the same, what becomes of a seat that leaves, and what there is to copy.
    """

    __slots__ = ()

    CODE: ClassVar[str]
    """What the game is called in proofs and on the command line."""
    SETUP: ClassVar[type[Any]]
    """The class of its setups."""
    NEEDS: ClassVar[tuple[str, ...]] = ()
    """What a setup that is read has to say although a new one need not."""
    ENDING: ClassVar[str]
    """The heading of the rulebook under which the end of the game stands."""
    SEATS: ClassVar[str]
    """The ruling on how many may play."""

    setup: S
    players: int
    dice: Dice
    actor: int | None
    legal: tuple[A, ...]
    log: list[str] | None
    events: list[Event] | None

    @property
    @abstractmethod
    def phase(self) -> str:
        """What is being decided."""

    @property
    @abstractmethod
    def outcome(self) -> Placing | None:
        """How the game ended, ``None`` while it lasts."""

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now: the actor alone, or in a race several, in any order.

        Empty when the game is over, and while all wait for the clock.
        """
        return () if self.actor is None else (self.actor,)

    def actions_of(self, seat: int) -> tuple[A, ...]:
        """Return the legal actions of one seat; empty unless it is among the ``actors``."""
        return self.legal if seat == self.actor else ()

    @classmethod
    def new(cls, setup: S, *, dice: Dice, record: bool = True) -> Self:
        """Begin a game. Raises ``Illegal`` with everything that is wrong with its setup.

        Without ``record`` it keeps neither log nor events.
        """
        check(setup)
        return cls._begin(setup, dice, record=record)

    @classmethod
    def replay(cls, setup: S, log: Iterable[str], *, dice: Dice) -> Self:
        """Replay a recorded game with the same dice, which gives the same state and the same events.

        Raises ``ValueError`` where the log does not fit the rules.
        """
        game = cls.new(setup, dice=dice)
        for code in log:
            game.play(game.action(code))
        return game

    @classmethod
    def agreed(cls, setup: S) -> dict[str, Any]:
        """Return the setup as JSON, as it is promised together with the seed before the game begins."""
        written: dict[str, Any] = as_json(setup)
        return written

    @classmethod
    def read_setup(cls, data: object) -> S:
        """Read a setup from decoded JSON. Raises ``Malformed``."""
        setup: S = read_setup(data, cls.SETUP, needs=cls.NEEDS)
        return setup

    def prove(self, *, version: int = VERSION) -> GameProof:
        """Return the document by which anybody can check a recorded game that was played with ``SeededDice``.

        In the first ``version`` the hash that was published is that of the seed alone.
        """
        if not isinstance(self.dice, SeededDice):
            raise ValueError(f"only seeded dice can be proven, not {self.dice!r}")
        return proven(self, dice=self.dice, version=version)

    def __repr__(self) -> str:
        """Tell what anybody at the table knows: the game, how many play, what is decided and by whom."""
        game = f"<{self.CODE} for {self.players}, rules {self.setup.rules}"
        if self.outcome is not None:
            winners = ", ".join(map(str, self.outcome.winners)) or "nobody"
            return f"{game}: over, won by {winners}>"
        asked = ", ".join(map(str, self.actors)) or "nobody"
        return f"{game}: {self.phase}, asks {asked}>"

    def actions(self) -> tuple[A, ...]:
        """Return all legal actions, none when the game is over. Anybody may also resign.

        Where a card lets the table decide, any proposal that can be carried out is legal too.
        """
        return self.legal

    def play(self, action: A) -> Sequence[Event]:
        """Check the action, apply it and return what happened.

        Raises ``IllegalAction``, which names the rule, the value and the limit, or for a proposal that cannot be
        carried out ``Malformed`` or ``Illegal``; and then changes nothing.
        """
        if action not in self.legal:
            leaving = self._leaving_by(action)
            if leaving is not None:
                return self.resign(leaving)
            self._accept_unlisted(action)
        log = self.log
        if log is None:
            self.play_unchecked(action)
            return ()
        log.append(action.code)
        before = len(self.events or ())
        self.play_unchecked(action)
        return (self.events or [])[before:]

    def can(self, action: A) -> bool:
        """Tell whether the action is legal now."""
        if action in self.legal:
            return True
        leaving = self._leaving_by(action)
        if leaving is not None:
            return bool(self.legal) and 0 <= leaving < self.players and self._may_leave(leaving)
        try:
            self._accept_unlisted(action)
        except ValueError:
            return False
        return True

    def resign(self, seat: int) -> Sequence[Event]:
        """Let a seat leave the game and return what happened.

        Raises ``IllegalAction`` when there is no such seat, or it is out already.
        """
        if not self.legal:
            raise refuse("game_over", self.ENDING)
        if not 0 <= seat < self.players:
            raise refuse("no_such_seat", self.SEATS, seat=seat, players=self.players)
        if not self._may_leave(seat):
            raise refuse("seat_is_out", self.ENDING, seat=seat, players=self.players)
        if self.log is not None:
            self.log.append(f"resign {seat}")
        before = len(self.events or ())
        self._leave(seat)
        return (self.events or [])[before:]

    def view(self, seat: int | None) -> V:
        """Return exactly what a seat may see; ``None`` is a spectator."""
        if seat is not None and not 0 <= seat < self.players:
            raise refuse("no_such_seat", self.SEATS, seat=seat, players=self.players)
        return self._view(seat)

    def copy(self, dice: Dice | None = None, *, record: bool = False) -> Self:
        """Return an independent game that goes on from here with ``dice``, or else with a copy of this one's dice.

        A copy of the dice gives away what will come: to search with what a seat may know, use ``imagine``. The game
        returned keeps no record unless told to.
        """
        twin = self._twin()
        kept: Kept = twin
        kept.dice = self.dice.copy() if dice is None else dice
        kept.events = list(self.events or ()) if record else None
        kept.log = list(self.log or ()) if record else None
        return twin

    def imagine(self, seat: int, dice: Dice) -> Self:
        """Return a copy in which everything the seat cannot know is drawn anew from ``dice``; it goes on with them.

        Two games with equal views give equal imaginings from equal dice. It keeps no record.
        """
        twin = self.copy(dice)
        twin._draw_anew(seat)
        return twin

    @classmethod
    @abstractmethod
    def _begin(cls, setup: S, dice: Dice, *, record: bool) -> Self:
        """Return a game of a setup with which nothing is wrong, as far as its first question."""

    @abstractmethod
    def action(self, code: str) -> A:
        """Read the code of an action. Raises ``Malformed``; whether it is legal, ``can`` tells."""

    @abstractmethod
    def play_unchecked(self, action: A) -> None:
        """Apply one of ``actions()`` without checking that it is one and without logging it: for simulations only."""

    @abstractmethod
    def _view(self, seat: int | None) -> V:
        """Return what a seat that there is may see, or a spectator."""

    @abstractmethod
    def _leaving_by(self, action: A) -> int | None:
        """Return the seat that leaves the game by this action, if it is a resignation."""

    @abstractmethod
    def _accept_unlisted(self, action: A) -> None:
        """Raise why an action that is not among ``legal`` is refused; return where it is taken all the same."""

    @abstractmethod
    def _may_leave(self, seat: int) -> bool:
        """Tell whether a seat that there is has not left yet."""

    @abstractmethod
    def _leave(self, seat: int) -> None:
        """Let the seat leave, with the event that tells of it."""

    @abstractmethod
    def _twin(self) -> Self:
        """Return a copy of the table: all that changes is the copy's own, but for the dice and the record."""

    @abstractmethod
    def _draw_anew(self, seat: int) -> None:
        """Draw everything that the seat cannot know anew from the dice."""


type AnyGame = CardGame[Any, Any, Any]
