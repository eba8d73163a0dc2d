"""Space Serenade under way: who decides, what is legal, what follows.

``Game`` adds to the table what the contract of card games asks for (``engines.core.game``).
Codes that the log holds are read with the cards of the game.
"""

from __future__ import annotations

from typing import Any, Final, Self

from engines.bebop import ending
from engines.bebop.actions import Action, Kind
from engines.bebop.book import Book
from engines.bebop.events import Resigned
from engines.bebop.imagining import imagine
from engines.bebop.language import book_of
from engines.bebop.options import Options, Setup
from engines.bebop.outcome import Ending
from engines.bebop.refusals import refusal
from engines.bebop.resolving import Resolving
from engines.bebop.seeing import view
from engines.bebop.setup import begin
from engines.bebop.state import Seat, copied_table
from engines.bebop.view import Phase, View
from engines.core.dice import Dice
from engines.core.game import CardGame
from engines.core.problems import Malformed
from engines.core.proof import as_json
from engines.core.setup import as_agreed

MOST_CHARACTERS: Final = 2000
"""No code is as long as this."""
DIGITS_MOST: Final = 3


def action(code: str, book: Book) -> Action:
    """Read a code. Raises ``Malformed`` when no action is written so.

    Whether it is legal is the game's to say. What answers a card's text may be any words.
    """
    found = book.actions.get(code)
    if found is not None:
        return found
    if not code or len(code) > MOST_CHARACTERS or not code.isprintable():
        raise Malformed(f"{code[:80]!r} is not an action of Space Serenade")
    word, _, rest = code.partition(" ")
    if (
        word == Kind.RESIGN
        and rest.isascii()
        and rest.isdecimal()
        and len(rest) <= DIGITS_MOST
        and str(int(rest)) == rest
    ):
        return Action(code, Kind.RESIGN, int(rest))
    return Action(code, Kind.ANSWER)


class Game(Resolving, CardGame[Action, Setup, View]):
    """A game under way. Setup, dice and log are the whole truth about it; the setup holds the card set whole.

    ``actor`` is the seat that must decide, ``None`` when the game is over; ``outcome`` then tells how it ended.
    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. Log and table hold secrets: what a seat may be shown is its ``view``, and nothing else.
    """

    __slots__ = ()

    CODE = "bebop"
    SETUP = Setup
    NEEDS = ("players", "cards")
    ENDING = "Space Serenade, Fin de la partie"
    SEATS = "ruling C2"

    @classmethod
    def _begin(cls, setup: Setup, dice: Dice, *, record: bool) -> Self:
        game = cls(
            setup=setup,
            options=setup.options,
            players=setup.players,
            dice=dice,
            book=book_of(setup.cards),
            seats=[Seat(index) for index in range(setup.players)],
            events=[] if record else None,
            log=[] if record else None,
        )
        game.agenda.append((begin, None))
        game.proceed()
        return game

    @classmethod
    def agreed(cls, setup: Setup) -> dict[str, Any]:
        """Return players, rules, the options that are not the usual ones, and all cards, as JSON."""
        return as_agreed(super().agreed(setup), as_json(Options()))

    def action(self, code: str) -> Action:
        """Read the code of an action with the cards of this game. Raises ``Malformed``."""
        return action(code, self.book)

    def play_unchecked(self, action: Action) -> None:
        """Apply one of ``actions()`` without checking that it is one and without logging it: for simulations only."""
        self.waiting = False
        self.reply(self, action)
        agenda = self.agenda
        while not self.waiting:
            step, argument = agenda.pop()
            step(self, argument)
        if self.clock:
            self._answer_for_the_left()

    def _leaving_by(self, action: Action) -> int | None:
        return action.number if action.kind is Kind.RESIGN else None

    def _accept_unlisted(self, action: Action) -> None:
        """Take a proposal where the table decides, if it can be carried out."""
        if not self.proposes(action):
            raise refusal(self, action)

    def _may_leave(self, seat: int) -> bool:
        return not self.seats[seat].left

    def _leave(self, seat: int) -> None:
        """Let the seat leave: its figure stays, its turns are left out, it comes last.

        What is asked of it until its turn is over is declined.
        """
        if self.events is not None:
            self.emit(Resigned(seat=seat))
        self.clock += 1
        self.seats[seat].left = self.clock
        staying = [one.index for one in self.seats if not one.left]
        if len(staying) < min(2, self.players):
            ending.over(self, Ending.LAST_PLAYER)
        elif self.last_turns > 0 and seat != self.turn and self._has_a_turn_left(seat):
            self.last_turns -= 1
        self._answer_for_the_left()

    def _has_a_turn_left(self, seat: int) -> bool:
        """Tell whether the seat would still have played, the last turns being counted with the one under way."""
        order = [(self.turn + step) % self.players for step in range(self.players)]
        playing = [one for one in order if one in (seat, self.turn) or not self.seats[one].left]
        return seat in playing[: self.last_turns]

    def _answer_for_the_left(self) -> None:
        """Decide for a seat that has left while its turn or a card's text needs it: no, or else the first choice."""
        while self.actor is not None and self.seats[self.actor].left:
            declining = [option for option in self.legal if option.code in ("no", "end")]
            self.waiting = False
            self.reply(self, (declining or self.legal)[0])
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

    @property
    def setting_up(self) -> bool:
        """Whether characters are still being chosen."""
        return self.phase is Phase.CHARACTER
