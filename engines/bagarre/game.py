"""La Bagarre under way: who decides, what is legal, what follows.

``Game`` adds to the table what the contract of card games asks for (``engines.core.game``).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Self

from engines.bagarre import position as positions
from engines.bagarre.actions import Action, Kind
from engines.bagarre.events import Resigned
from engines.bagarre.heroes.together import powers_of
from engines.bagarre.imagining import imagine
from engines.bagarre.notation import action
from engines.bagarre.options import Options, Setup
from engines.bagarre.refusals import refusal
from engines.bagarre.seeing import view
from engines.bagarre.setup import deal_heroes, give_heroes
from engines.bagarre.state import BIT, Seat, Table, copied_table
from engines.bagarre.turn import take_turn
from engines.bagarre.view import Phase, View
from engines.core.cards import DECK, RANK
from engines.core.dice import Dice
from engines.core.game import CardGame
from engines.core.proof import as_json
from engines.core.setup import as_agreed, check

NOBODY: Final = powers_of(())


class Game(Table, CardGame[Action, Setup, View]):
    """A game under way. Setup, dice and log are the whole truth about it.

    ``actor`` is the seat that must decide, ``None`` when the game is over; ``outcome`` then tells how it ended.
    ``log`` holds the codes of the actions played and ``events`` what happened; both are ``None`` when nothing is
    recorded. Log and table hold secrets: what a seat may be shown is its ``view``, and nothing else.
    """

    __slots__ = ()

    CODE = "bagarre"
    SETUP = Setup
    ENDING = "La Bagarre, Fin de partie"
    SEATS = "ruling B54"

    @classmethod
    def _begin(cls, setup: Setup, dice: Dice, *, record: bool) -> Self:
        game = cls._empty(setup, dice, record=record)
        game.agenda.append((deal_heroes, None))
        game.proceed()
        return game

    @classmethod
    def agreed(cls, setup: Setup) -> dict[str, Any]:
        """Return players, rules, and the options that are not the usual ones, as JSON."""
        return as_agreed(super().agreed(setup), as_json(Options()))

    @classmethod
    def from_position(cls, position: positions.Position, dice: Dice, *, record: bool = True) -> Self:
        """Go on from a position in which the seat ``turn`` is about to choose the action of its turn.

        Raises ``Malformed`` for a position that cannot be read, ``Illegal`` for figures that are not allowed.
        """
        setup = positions.setup_of(position)
        check(setup)
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

    def action(self, code: str) -> Action:
        """Read the code of an action. Raises ``Malformed``; whether it is legal, ``can`` tells."""
        return action(code)

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

    def _view(self, seat: int | None) -> View:
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
