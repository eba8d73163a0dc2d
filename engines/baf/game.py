"""BAF! under way: who decides, what is legal, what follows.

``Baf`` adds to the table what the contract of card games asks for (``engines.core.game``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Self

from engines.baf import quick, secret
from engines.baf.actions import Action, Kind, resign
from engines.baf.cards import training
from engines.baf.ending import ask_attempt, break_off
from engines.baf.events import AnyEvent, Resigned
from engines.baf.fights import ask_gain, fight
from engines.baf.imagining import imagine
from engines.baf.notation import action as read_action
from engines.baf.options import RULES, Options, Setup, check
from engines.baf.refusals import refusal
from engines.baf.rounds import begin_round
from engines.baf.seeing import view
from engines.baf.setup import ask_draft, ask_sides, prepare
from engines.baf.state import Seat, Step, Table, copied_table
from engines.baf.view import Phase, View
from engines.core.dice import Dice
from engines.core.game import refuse

DEFAULTS: Final = Options(cards=training())
"""Hands laid in secret, with the invented training set."""

CONTESTS: Final[Mapping[bool, Step]] = {False: secret.begin, True: quick.begin}
"""How a round is contested: without and with quick hands."""

STEPS: Final[Mapping[Phase, Step]] = {
    Phase.DRAFT: ask_draft,
    Phase.SIDES: ask_sides,
    Phase.ROUND: begin_round,
    Phase.LAY: secret.ask_hands,
    Phase.READY: quick.ask_clock,
    Phase.RACE: quick.ask_anybody,
    Phase.FIGHT: fight,
    Phase.GAIN: ask_gain,
    Phase.ATTEMPT: ask_attempt,
}
"""What is done in each phase: somebody is asked, or another phase begins."""


class Baf(Table):
    """A game under way. Setup, dice and log are the whole truth about it.

    ``actor`` is the seat that must decide, ``actors`` those that may act; ``outcome`` tells how the game ended.
    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. Log and table hold secrets: what a seat may be shown is its ``view``, and nothing else.
    """

    __slots__ = ()

    @classmethod
    def new(
        cls, players: int, options: Options = DEFAULTS, *, dice: Dice, record: bool = True, rules: int = RULES[-1]
    ) -> Self:
        """Begin a game. Raises ``Illegal`` with everything that is wrong with players, options and cards.

        Without ``record`` it keeps neither log nor events. ``rules`` is the version of the rules.
        """
        setup = Setup(players=players, options=options, rules=rules)
        check(setup)
        game = cls(
            setup=setup,
            options=options,
            players=players,
            dice=dice,
            kinds=options.cards.monsters,
            seats=[Seat(index) for index in range(players)],
            contest=CONTESTS[options.quick_hands],
            events=[] if record else None,
            log=[] if record else None,
        )
        prepare(game)
        game._proceed()
        return game

    @classmethod
    def replay(cls, setup: Setup, log: Iterable[str], dice: Dice) -> Self:
        """Replay a recorded game with the same dice, which gives the same state and the same events.

        Raises ``ValueError`` where the log does not fit the rules.
        """
        game = cls.new(setup.players, setup.options, dice=dice, rules=setup.rules)
        for code in log:
            game.play(read_action(code))
        return game

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now: the actor, or all who are still in the race for the monsters."""
        if self.actor is not None:
            return (self.actor,)
        if self.phase is Phase.RACE:
            return tuple([seat.index for seat in self.seats if not seat.done])
        return ()

    def actions(self) -> tuple[Action, ...]:
        """Return all legal actions, none when the game is over. Anybody may also resign."""
        return self.legal

    def actions_of(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of one seat."""
        if seat == self.actor:
            return self.legal
        return tuple([action for action in self.legal if action.seat == seat]) if self.actor is None else ()

    def play(self, action: Action) -> Sequence[AnyEvent]:
        """Check the action, apply it and return what happened.

        Raises ``IllegalAction``, which names the rule, the value and the limit, and then changes nothing.
        """
        if action not in self.legal:
            if action.kind is Kind.RESIGN:
                return self.resign(action.seat)
            raise refusal(self, action)
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
            return self.outcome is None and self._stays(action.seat)
        return action in self.legal

    def play_unchecked(self, action: Action) -> None:
        """Apply one of ``actions()`` without checking that it is one and without logging it: for simulations only."""
        self.waiting = False
        self.reply(self, action)
        while not self.waiting:
            STEPS[self.phase](self)

    def _proceed(self) -> None:
        self.waiting = False
        while not self.waiting:
            STEPS[self.phase](self)

    def resign(self, seat: int) -> Sequence[AnyEvent]:
        """Let a seat leave the game at any moment.

        Hands that it has laid stay where they are; it lays no more, places no gain and tries no boss. It keeps its
        coins and comes behind all who stay; the game is over when at most one does. Raises ``IllegalAction`` when it
        has left already.
        """
        if self.outcome is not None:
            raise refuse("game_over", "BAF!, Score final")
        if not self._stays(seat):
            raise refuse("seat_is_out", "BAF!, Score final", seat=seat, players=self.players)
        if self.log is not None:
            self.log.append(resign(seat).code)
        before = len(self.events or ())
        if self.events is not None:
            self.emit(Resigned(seat=seat))
        leaving = self.seats[seat]
        leaving.gone = leaving.done = True
        if sum([not other.gone for other in self.seats]) < 2:
            break_off(self)
        elif self.actor is None or self.actor == seat:
            self._proceed()
        return (self.events or [])[before:]

    def _stays(self, seat: int) -> bool:
        return 0 <= seat < self.players and not self.seats[seat].gone

    def view(self, seat: int | None) -> View:
        """Return exactly what a seat may see; ``None`` is a spectator."""
        if seat is not None and not 0 <= seat < self.players:
            raise refuse("no_such_seat", "", seat=seat, players=self.players)
        return view(self, seat, self.actors, () if seat is None else self.actions_of(seat))

    def copy(self, dice: Dice | None = None, *, record: bool = False) -> Self:
        """Return an independent game that goes on from here with ``dice``, or else with a copy of this one's dice.

        A copy of the dice gives away what will come: to search with what a seat may know, use ``imagine``. The game
        returned keeps no record unless told to.
        """
        twin = copied_table(self)
        twin.dice = self.dice.copy() if dice is None else dice
        twin.seats = [seat.copy() for seat in self.seats]
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
