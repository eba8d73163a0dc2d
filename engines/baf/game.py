"""BAF! under way: who decides, what is legal, what follows.

``Game`` adds to the table what the contract of card games asks for (``engines.core.game``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

from engines.baf import quick, secret
from engines.baf.actions import ATTEMPTS, Action, Kind
from engines.baf.ending import ask_attempt, break_off
from engines.baf.events import Resigned
from engines.baf.fights import ask_gain, fight
from engines.baf.notation import action
from engines.baf.options import Setup
from engines.baf.refusals import refusal
from engines.baf.rounds import begin_round
from engines.baf.secret import choices
from engines.baf.seeing import view
from engines.baf.setup import ask_draft, ask_sides, prepare
from engines.baf.state import Card, Seat, Step, Table, copied_table
from engines.baf.view import Phase, View
from engines.core.dice import Dice
from engines.core.game import CardGame


def imagine(table: Table, viewer: int) -> None:
    """Draw anew everything the viewer cannot know, with the dice of the table.

    Unknown are the cards that still lie face down, and what others have laid or chosen and not shown yet. Every
    arrangement is equally likely; nothing is concluded from how the others have played.
    """
    table.piles = tuple([_pile(table, pile, table.laid_out(level)) for level, pile in enumerate(table.piles, 1)])
    for seat in table.seats:
        if seat.index != viewer and seat.laid is not None:
            legal = choices(table, seat)
            action = legal[table.dice.one_of(len(legal), "imagined hands")]
            seat.laid = (action.left, action.right)
        if seat.index != viewer and seat.attempted and table.outcome is None:
            seat.boss = ATTEMPTS[table.dice.one_of(len(ATTEMPTS), "imagined attempt")].boss


def _pile(table: Table, pile: tuple[Card, ...], shown: int) -> tuple[Card, ...]:
    """Shuffle what lies face down of a level."""
    hidden = sorted(pile[shown:])
    table.dice.shuffle(hidden, "imagined monsters")
    return pile[:shown] + tuple(hidden)


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


class Game(Table, CardGame[Action, Setup, View]):
    """A game under way. Setup, dice and log are the whole truth about it.

    ``actor`` is the seat that must decide, ``actors`` those that may act; ``outcome`` tells how the game ended.
    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. Log and table hold secrets: what a seat may be shown is its ``view``, and nothing else.
    """

    __slots__ = ()

    CODE = "baf"
    SETUP = Setup
    NEEDS = ("players", "options")
    ENDING = "BAF!, Score final"
    SEATS = "ruling A1"

    @classmethod
    def _begin(cls, setup: Setup, dice: Dice, *, record: bool) -> Self:
        options, players = setup.options, setup.players
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

    def action(self, code: str) -> Action:
        """Read the code of an action. Raises ``Malformed``; whether it is legal, ``can`` tells."""
        return action(code)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now: the actor, or all who are still in the race for the monsters."""
        if self.actor is not None:
            return (self.actor,)
        if self.phase is Phase.RACE:
            return tuple([seat.index for seat in self.seats if not seat.done])
        return ()

    def actions_of(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of one seat."""
        if seat == self.actor:
            return self.legal
        return tuple([action for action in self.legal if action.seat == seat]) if self.actor is None else ()

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

    def _leaving_by(self, action: Action) -> int | None:
        return action.seat if action.kind is Kind.RESIGN else None

    def _accept_unlisted(self, action: Action) -> None:
        raise refusal(self, action)

    def _may_leave(self, seat: int) -> bool:
        return not self.seats[seat].gone

    def _leave(self, seat: int) -> None:
        """Let the seat leave, at any moment: it lays no more hands, places no gain and tries no boss.

        Hands that it has laid stay where they are. It keeps its coins and comes behind all who stay; the game is over
        when at most one does.
        """
        if self.events is not None:
            self.emit(Resigned(seat=seat))
        leaving = self.seats[seat]
        leaving.gone = leaving.done = True
        if sum([not other.gone for other in self.seats]) < 2:
            break_off(self)
        elif self.actor is None or self.actor == seat:
            self._proceed()

    def _view(self, seat: int | None) -> View:
        return view(self, seat, self.actors, () if seat is None else self.actions_of(seat))

    def _twin(self) -> Self:
        twin = copied_table(self)
        twin.seats = [seat.copy() for seat in self.seats]
        return twin

    def _draw_anew(self, seat: int) -> None:
        imagine(self, seat)
