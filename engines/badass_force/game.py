"""Badass Force under way: who decides, what is legal, what follows.

``BadassForce`` adds to the table what the contract of card games asks for (``engines.core.game``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self

from engines.badass_force.actions import BELIEVE, CHANGE, DECLINE, NO, Action, Kind, numbered
from engines.badass_force.cards import training
from engines.badass_force.casting import casting
from engines.badass_force.ending import finish
from engines.badass_force.events import AnyEvent, Resigned
from engines.badass_force.imagining import imagine
from engines.badass_force.notation import action as read_action
from engines.badass_force.options import RULES, Options, Setup, check
from engines.badass_force.outcome import Ending
from engines.badass_force.refusals import refusal
from engines.badass_force.seeing import view
from engines.badass_force.setup import set_up
from engines.badass_force.stage import Stage, is_gone
from engines.badass_force.state import BIT, PUBLIC, Seat, copied_table
from engines.badass_force.view import View
from engines.core.dice import Dice
from engines.core.game import refuse

DEFAULTS: Final = Options(cards=training())
FIRST_CHOICES: Final = (BELIEVE, DECLINE, CHANGE, NO)
"""What is done for a seat that has left: it never says more than it must."""


class BadassForce(Stage):
    """A game under way. Setup, dice and log are the whole truth about it.

    ``actor`` is the seat that must decide, ``None`` when the game is over; ``outcome`` then tells how it ended.
    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. Log and table hold secrets: what a seat may be shown is its ``view``, and nothing else.
    """

    __slots__ = ()

    @classmethod
    def new(
        cls,
        players: int,
        options: Options = DEFAULTS,
        *,
        dice: Dice,
        record: bool = True,
        rules: int = RULES[-1],
    ) -> Self:
        """Begin a game.

        Raises ``Illegal`` with everything that is wrong with players, options or cards. Without ``record`` it keeps
        neither log nor events. ``rules`` is the version of the rules.
        """
        return cls.begin(Setup(players=players, options=options, rules=rules), dice=dice, record=record)

    @classmethod
    def begin(cls, setup: Setup, *, dice: Dice, record: bool = True) -> Self:
        """Begin the game of a setup. Raises ``Illegal`` with everything that is wrong with it."""
        check(setup)
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

    @classmethod
    def replay(cls, setup: Setup, log: Iterable[str], dice: Dice) -> Self:
        """Replay a recorded game with the same dice, which gives the same state and the same events.

        Raises ``ValueError`` where the log does not fit the rules.
        """
        game = cls.begin(setup, dice=dice)
        for code in log:
            game.play(read_action(code))
        return game

    @property
    def actors(self) -> tuple[int, ...]:
        """The seat that may act now: the actor, if there is one."""
        return () if self.actor is None else (self.actor,)

    def action(self, code: str) -> Action:
        """Read the code of an action. Raises ``Malformed``; whether it is legal, ``can`` tells."""
        return read_action(code)

    def actions_of(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of one seat: of the actor alone."""
        return self.legal if seat == self.actor else ()

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the actor, none when the game is over.

        Where the table decides, any proposal that can be carried out is legal too; anybody may also resign.
        """
        return self.legal

    def play(self, action: Action) -> Sequence[AnyEvent]:
        """Check the action, apply it and return what happened.

        Raises ``IllegalAction``, which names the rule, the value and the limit, or for a proposal that cannot be
        carried out ``Malformed`` or ``Illegal``; and then changes nothing.
        """
        if action not in self.legal:
            if action.kind is Kind.RESIGN:
                return self.resign(action.number)
            if not (self.open_ended and action.kind is Kind.TABLE):
                raise refusal(self, action)
            self.literal_steps(action.code)
        log = self.log
        if log is None:
            self.play_unchecked(action)
            return ()
        log.append(action.code)
        before = len(self.events or ())
        self.play_unchecked(action)
        return (self.events or [])[before:]

    def can(self, action: Action) -> bool:
        """Tell whether the action is legal now."""
        if action.kind is Kind.RESIGN:
            return self.outcome is None and self._may_resign(action.number)
        if self.open_ended and action.kind is Kind.TABLE:
            try:
                self.literal_steps(action.code)
            except ValueError:
                return False
            return True
        return action in self.legal

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

    def resign(self, seat: int) -> Sequence[AnyEvent]:
        """Let a seat leave the game: its cards stay and can be hit, but it only does what it must, and comes last.

        When a single seat is left, the game is over. Raises ``IllegalAction`` when the seat has left already.
        """
        if self.outcome is not None:
            raise refuse("game_over", "Badass Force, Fin de la partie")
        if not self._may_resign(seat):
            raise refuse("seat_is_out", "Badass Force, Fin de la partie", seat=seat, players=self.players)
        if self.log is not None:
            self.log.append(numbered(Kind.RESIGN, seat).code)
        before = len(self.events or ())
        if self.events is not None:
            self.emit(Resigned(seat=seat))
        self.gone |= BIT[seat]
        if self.gone.bit_count() >= self.players - 1:
            finish(self, Ending.LEFT)
        else:
            self._answer_for_the_gone()
        return (self.events or [])[before:]

    def _may_resign(self, seat: int) -> bool:
        return 0 <= seat < self.players and not is_gone(self, seat)

    def _answer_for_the_gone(self) -> None:
        """Decide for seats that have left: believe, decline, change, or else the first choice."""
        while self.actor is not None and is_gone(self, self.actor):
            quiet = [each for each in FIRST_CHOICES if each in self.legal]
            self.waiting = False
            self.reply(self, (quiet or self.legal)[0])
            self.proceed()

    def view(self, seat: int | None) -> View:
        """Return exactly what a seat may see; ``None`` is a spectator."""
        if seat is not None and not 0 <= seat < self.players:
            raise refuse("no_such_seat", "", seat=seat, players=self.players)
        return view(self, seat)

    def copy(self, dice: Dice | None = None, *, record: bool = False) -> Self:
        """Return an independent game that goes on from here with ``dice``, or else with a copy of this one's dice.

        A copy of the dice gives away what will come: to search with what a seat may know, use ``imagine``. The game
        returned keeps no record unless told to.
        """
        twin = copied_table(self)
        twin.dice = self.dice.copy() if dice is None else dice
        twin.seats = [seat.copy() for seat in self.seats]
        twin.ways = [way.copy() for way in self.ways]
        twin.events = list(self.events or ()) if record else None
        twin.log = list(self.log or ()) if record else None
        return twin

    def imagine(self, seat: int, dice: Dice) -> Self:
        """Return a copy in which everything the seat cannot know is drawn anew from ``dice``; it goes on with them.

        Two games with equal views give equal imaginings from equal dice. It keeps no record.
        """
        twin = self.copy(dice)
        imagine(twin, seat)
        return twin
