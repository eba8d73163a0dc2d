"""The contract of a card game: who decides, what is legal, what a seat may see, and how it ended.

Setup, dice and log are the whole truth: replaying them gives the same game. Seats count from 0, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, Self

from engines.core.dice import Dice
from engines.core.problems import Illegal, Param, Problem


class IllegalAction(Illegal):
    """The rules forbid this action now. Its one problem names the rule, the value and the limit."""


def refuse(code: str, rule: str, *, seat: int | None = None, **params: Param) -> IllegalAction:
    """Build the refusal of an action."""
    return IllegalAction([Problem(code, seat, params, rule)])


class Decision(Protocol):
    """An action as a small frozen value; ``code`` is what the log holds."""

    @property
    def code(self) -> str: ...


class Placing(Protocol):
    """How a game ended. ``winners`` is empty for a draw; ``places`` gives each seat its place, 1 the best."""

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def places(self) -> tuple[int, ...]: ...


class CardGame[A: Decision](Protocol):
    """A game under way.

    ``new`` and ``replay`` are classmethods of each game, with its own options:
    ``new(players, options, dice, record=True)`` and ``replay(setup, log, dice)``.
    """

    @property
    def players(self) -> int:
        """How many seats there are."""

    @property
    def actor(self) -> int | None:
        """The seat that must decide, or ``None`` when the game is over."""

    @property
    def outcome(self) -> Placing | None:
        """How it ended, ``None`` while it lasts."""

    def actions(self) -> tuple[A, ...]:
        """Return all legal actions of the actor; empty when the game is over."""

    def play(self, action: A) -> Sequence[object]:
        """Check the action, apply it and return what happened. Raises ``IllegalAction`` and changes nothing."""

    def play_unchecked(self, action: A) -> None:
        """Apply one of ``actions()`` without checking that it is one: for simulations only."""

    def resign(self, seat: int) -> Sequence[object]:
        """Let a seat leave the game. Raises ``IllegalAction`` when it is out already."""

    def view(self, seat: int | None) -> object:
        """Return exactly what a seat may see; ``None`` is a spectator."""

    def copy(self, dice: Dice | None = None) -> Self:
        """Return a game that goes its own way from here, with ``dice``, or else with a twin of its dice."""

    def imagine(self, seat: int, dice: Dice) -> Self:
        """Return a copy in which everything the seat cannot know is drawn anew from ``dice``, which it goes on with.

        Two games with equal views give equal imaginings from equal dice.
        """


type Log = Iterable[str]
"""The codes of the actions played, in order."""
