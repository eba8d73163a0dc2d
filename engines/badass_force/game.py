"""Badass Force under way: who decides, what is legal, what follows.

``Game`` adds to the table what the contract of card games asks for (``engines.core.game``).
"""

from __future__ import annotations

from typing import Final, Self

from engines.badass_force.actions import BELIEVE, CHANGE, DECLINE, NO, Action, Kind
from engines.badass_force.ending import finish
from engines.badass_force.events import Resigned
from engines.badass_force.imagining import imagine
from engines.badass_force.language import LANGUAGE, casting
from engines.badass_force.notation import action
from engines.badass_force.options import Setup
from engines.badass_force.outcome import Ending
from engines.badass_force.refusals import refusal
from engines.badass_force.seeing import view
from engines.badass_force.setup import set_up
from engines.badass_force.stage import Stage, is_gone
from engines.badass_force.state import BIT, PUBLIC, Seat, copied_table
from engines.badass_force.view import View
from engines.core.dice import Dice
from engines.core.effects.literal import steps_of
from engines.core.effects.steps import Step
from engines.core.game import CardGame

FIRST_CHOICES: Final = (BELIEVE, DECLINE, CHANGE, NO)
"""What is done for a seat that has left: it never says more than it must."""


class Game(Stage, CardGame[Action, Setup, View]):
    """A game under way. Setup, dice and log are the whole truth about it.

    ``actor`` is the seat that must decide, ``None`` when the game is over; ``outcome`` then tells how it ended.
    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. Log and table hold secrets: what a seat may be shown is its ``view``, and nothing else.
    """

    __slots__ = ()

    CODE = "badass_force"
    SETUP = Setup
    NEEDS = ("players", "options")
    ENDING = "Badass Force, Fin de la partie"
    SEATS = "ruling F2"

    @classmethod
    def _begin(cls, setup: Setup, dice: Dice, *, record: bool) -> Self:
        cast = casting(setup.options.cards)
        game = cls(
            setup=setup,
            options=setup.options,
            players=setup.players,
            dice=dice,
            casting=cast,
            arms=cast.weapons,
            seats=[Seat(index, outside=[0] * (PUBLIC + 1)) for index in range(setup.players)],
            events=[] if record else None,
            log=[] if record else None,
        )
        game.agenda.append((set_up, None))
        game.proceed()
        return game

    def action(self, code: str) -> Action:
        """Read the code of an action. Raises ``Malformed``; whether it is legal, ``can`` tells."""
        return action(code)

    def play_unchecked(self, action: Action) -> None:
        """Apply one of ``actions()`` without checking that it is one and without logging it: for simulations only."""
        self.waiting = False
        self.reply(self, action)
        agenda = self.agenda
        while not self.waiting:
            step, argument = agenda.pop()
            step(self, argument)
        if self.gone:
            self._answer_for_the_gone()

    def _leaving_by(self, action: Action) -> int | None:
        return action.number if action.kind is Kind.RESIGN else None

    def _accept_unlisted(self, action: Action) -> None:
        """Take a proposal where the table decides, if it can be carried out."""
        if not (self.open_ended and action.kind is Kind.TABLE):
            raise refusal(self, action)
        self.literal_steps(action.code)

    def literal_steps(self, code: str) -> tuple[Step, ...]:
        """Return the steps of a proposal."""
        return steps_of(LANGUAGE, code, self.players)

    def _may_leave(self, seat: int) -> bool:
        return not is_gone(self, seat)

    def _leave(self, seat: int) -> None:
        """Let the seat leave: its cards stay and can be hit, but it only does what it must, and comes last.

        When a single seat is left, the game is over.
        """
        if self.events is not None:
            self.emit(Resigned(seat=seat))
        self.gone |= BIT[seat]
        if self.gone.bit_count() >= self.players - 1:
            finish(self, Ending.LEFT)
        else:
            self._answer_for_the_gone()

    def _answer_for_the_gone(self) -> None:
        """Decide for seats that have left: believe, decline, change, or else the first choice."""
        while self.actor is not None and is_gone(self, self.actor):
            quiet = [each for each in FIRST_CHOICES if each in self.legal]
            self.waiting = False
            self.reply(self, (quiet or self.legal)[0])
            self.proceed()

    def _view(self, seat: int | None) -> View:
        return view(self, seat)

    def _twin(self) -> Self:
        twin = copied_table(self)
        twin.seats = [seat.copy() for seat in self.seats]
        twin.ways = [way.copy() for way in self.ways]
        return twin

    def _draw_anew(self, seat: int) -> None:
        imagine(self, seat)
