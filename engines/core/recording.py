"""What all card games do alike: check an action, record it, let a seat leave, go on twice from one table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Protocol, Self

from engines.core.dice import Dice
from engines.core.game import Decision, refuse


class Kept[E](Protocol):
    """What a copy has of its own."""

    dice: Dice
    log: list[str] | None
    events: list[E] | None


class Recording[A: Decision, E](ABC):
    """The part of the contract that is the same in every game, for the class that also is the game's table.

    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. A game says how an action is applied, which of those that are not listed it takes all the same, what
    becomes of a seat that leaves, and what there is to copy.
    """

    __slots__ = ()

    ENDING: ClassVar[str]
    """The heading of the rulebook under which the end of the game stands."""
    SEATS: ClassVar[str]
    """The ruling on how many may play."""

    players: int
    dice: Dice
    legal: tuple[A, ...]
    log: list[str] | None
    events: list[E] | None

    def actions(self) -> tuple[A, ...]:
        """Return all legal actions, none when the game is over. Anybody may also resign.

        Where a card lets the table decide, any proposal that can be carried out is legal too.
        """
        return self.legal

    def play(self, action: A) -> Sequence[E]:
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

    def resign(self, seat: int) -> Sequence[E]:
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

    def copy(self, dice: Dice | None = None, *, record: bool = False) -> Self:
        """Return an independent game that goes on from here with ``dice``, or else with a copy of this one's dice.

        A copy of the dice gives away what will come: to search with what a seat may know, use ``imagine``. The game
        returned keeps no record unless told to.
        """
        twin = self._twin()
        kept: Kept[E] = twin
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

    @abstractmethod
    def play_unchecked(self, action: A) -> None:
        """Apply one of ``actions()`` without checking that it is one and without logging it: for simulations only."""

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
