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

from collections.abc import Sequence
from typing import Protocol, Self

from engines.core.dice import Dice
from engines.core.problems import Illegal, Param, Problem
from engines.core.proof import GameProof


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


class CardGame[A: Decision](Protocol):
    """A game under way.

    ``new(setup, dice=...)`` and ``replay(setup, log, dice=...)`` are classmethods of each game.
    """

    @property
    def players(self) -> int:
        """How many seats there are."""

    @property
    def actor(self) -> int | None:
        """The seat that must decide, for whom all wait; ``None`` when the game is over and while there is no such one.

        Whether a game is over, ``outcome`` tells.
        """

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now: the actor alone, or in a race several, in any order.

        Empty when the game is over, and while all wait for the clock.
        """

    @property
    def outcome(self) -> Placing | None:
        """How it ended, ``None`` while it lasts."""

    def actions(self) -> tuple[A, ...]:
        """Return all legal actions, of all actors and of the clock; empty when the game is over, and only then."""

    def actions_of(self, seat: int) -> tuple[A, ...]:
        """Return the legal actions of one seat; empty unless it is among the ``actors``."""

    def action(self, code: str) -> A:
        """Read the code of an action. Raises ``Malformed``; whether it is legal is another question."""

    def play(self, action: A) -> Sequence[object]:
        """Check the action, apply it and return what happened. Raises ``IllegalAction`` and changes nothing."""

    def play_unchecked(self, action: A) -> None:
        """Apply one of ``actions()`` without checking that it is one: for simulations only."""

    def resign(self, seat: int) -> Sequence[object]:
        """Let a seat leave the game. Raises ``IllegalAction`` when it is out already."""

    def view(self, seat: int | None) -> object:
        """Return exactly what a seat may see; ``None`` is a spectator."""

    def prove(self) -> GameProof:
        """Return the document by which anybody can check a recorded game that was played with ``SeededDice``."""

    def copy(self, dice: Dice | None = None) -> Self:
        """Return a game that goes its own way from here, with ``dice``, or else with a twin of its dice."""

    def imagine(self, seat: int, dice: Dice) -> Self:
        """Return a copy in which everything the seat cannot know is drawn anew from ``dice``, which it goes on with.

        Two games with equal views give equal imaginings from equal dice.
        """
