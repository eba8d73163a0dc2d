"""La Bagarre under way: who decides, what is legal, what follows.

``Bagarre`` adds to the table what the contract of card games asks for (``engines.core.game``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Self

from engines.bagarre import position as positions
from engines.bagarre.actions import Action, Kind
from engines.bagarre.events import AnyEvent, Resigned
from engines.bagarre.hero_codes import CODES
from engines.bagarre.heroes.together import powers_of
from engines.bagarre.imagining import imagine
from engines.bagarre.notation import action as read_action
from engines.bagarre.options import RULES, Options, Setup, check
from engines.bagarre.refusals import refusal
from engines.bagarre.seeing import view
from engines.bagarre.setup import deal_heroes, give_heroes
from engines.bagarre.state import BIT, Seat, Table, copied_table
from engines.bagarre.turn import take_turn
from engines.bagarre.view import Phase, View
from engines.core.cards import DECK, RANK
from engines.core.dice import Dice
from engines.core.game import InTurn, refuse
from engines.core.recording import Recording

DEFAULTS: Final = Options()
NOBODY: Final = powers_of(())


class Bagarre(Table, Recording[Action, AnyEvent], InTurn[Action]):
    """A game under way. Setup, dice and log are the whole truth about it.

    ``actor`` is the seat that must decide, ``None`` when the game is over; ``outcome`` then tells how it ended.
    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. Log and table hold secrets: what a seat may be shown is its ``view``, and nothing else.
    """

    __slots__ = ()

    ENDING = "La Bagarre, Fin de partie"
    SEATS = "ruling B54"

    @classmethod
    def new(
        cls, players: int, options: Options = DEFAULTS, *, dice: Dice, record: bool = True, rules: int = RULES[-1]
    ) -> Self:
        """Begin a game. Raises ``Illegal`` with everything that is wrong with players and options.

        Without ``record`` it keeps neither log nor events. ``rules`` is the version of the rules.
        """
        setup = Setup(players=players, options=options, rules=rules)
        check(setup, CODES)
        game = cls._empty(setup, dice, record=record)
        game.agenda.append((deal_heroes, None))
        game.proceed()
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

    @classmethod
    def from_position(cls, position: positions.Position, dice: Dice, *, record: bool = True) -> Self:
        """Go on from a position in which the seat ``turn`` is about to choose the action of its turn.

        Raises ``Malformed`` for a position that cannot be read, ``Illegal`` for figures that are not allowed.
        """
        setup = positions.setup_of(position)
        check(setup, CODES)
        game = cls._empty(setup, dice, record=record)
        give_heroes(game, positions.heroes_of(position))
        positions.lay_out(game, position)
        game.agenda.append((take_turn, position.turn))
        game.proceed()
        return game

    @classmethod
    def _empty(cls, setup: Setup, dice: Dice, *, record: bool) -> Self:
        options, players = setup.options, setup.players
        teams = options.teams or tuple(range(players))
        return cls(
            setup=setup,
            options=options,
            players=players,
            dice=dice,
            values=_values(options.joker_value),
            teams=bool(options.teams),
            seats=[Seat(index, teams[index], NOBODY) for index in range(players)],
            heroes=((),) * players,
            alive=(1 << players) - 1,
            dealt=[()] * players,
            events=[] if record else None,
            log=[] if record else None,
        )

    def _leaving_by(self, action: Action) -> int | None:
        return action.target if action.kind is Kind.RESIGN else None

    def _accept_unlisted(self, action: Action) -> None:
        raise refusal(self, action)

    def _may_leave(self, seat: int) -> bool:
        return bool(self.alive & ~self.resigning & BIT[seat])

    def _leave(self, seat: int) -> None:
        """Let the seat fall: at once while the action of a turn is being chosen, else afterwards.

        During an action, or before the first turn, the game decides for it until then.
        """
        if self.events is not None:
            self.emit(Resigned(seat=seat))
        self.resigning |= BIT[seat]
        if self.phase is Phase.TURN:
            self.waiting = False
            self.agenda.append(self.question)
            self.proceed()
        self._answer_for_the_leaving()

    def view(self, seat: int | None) -> View:
        """Return exactly what a seat may see; ``None`` is a spectator."""
        if seat is not None and not 0 <= seat < self.players:
            raise refuse("no_such_seat", self.SEATS, seat=seat, players=self.players)
        return view(self, seat)

    def position(self) -> positions.Position:
        """Return the table as a position. Raises ``Illegal`` unless an action of a turn is being chosen."""
        return positions.position_of(self)

    def _twin(self) -> Self:
        twin = copied_table(self)
        twin.seats = [seat.copy() for seat in self.seats]
        twin.play_under_way = self.play_under_way.copy() if self.play_under_way is not None else None
        return twin

    def _draw_anew(self, seat: int) -> None:
        imagine(self, seat)


@cache
def _values(joker: int) -> tuple[int, ...]:
    """Return what each card is worth: ace 1, jack 11, queen 12, king 13, joker as agreed (rulings B1, B2)."""
    return tuple(RANK[number] or joker for number in DECK)
