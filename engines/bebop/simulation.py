"""Many games of Space Serenade: how often each character, seat and bot wins, how games end, what cards come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.audit import faults
from engines.bebop.game import Game
from engines.bebop.ground import CHARACTERS
from engines.bebop.options import ALONE, Options
from engines.core.dice import Dice, FastDice
from engines.core.playout import Bot, Tally
from engines.core.simulation import at_random, check_games as check_random_games, simulate as simulate_games

CHECKED_TURNS: Final = (40, 40, 150)
"""Turns of a random game that is audited: many short ones, and some that see Vicious to the end."""


def _count(tally: Tally, game: Game, seating: Sequence[Bot[Game]]) -> None:
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    for seat in game.seats:
        won = seat.index in outcome.winners
        tally.count("seat", str(seat.index), won=won, drawn=False)
        tally.count("character", CHARACTERS[seat.character], won=won, drawn=False)
        owned = {card for card in (*seat.hand, *seat.deck, *seat.discard) if game.book.sort[card] == "common"}
        for card in sorted(owned):
            tally.count("card", game.book.codes[card], won=won, drawn=False)
        if seating:
            tally.count("bot", seating[seat.index].name, won=won, drawn=False)
    marks = {"renown": sum(outcome.renown), "winner": max(outcome.renown), "turns": outcome.turns}
    tally.note(outcome.ending, outcome.turns, marks)


def variant(number: int, players: int | None = None) -> tuple[int, Options]:
    """Return players and options of a game by its number: over many numbers all come up, or all of ``players``."""
    dice = FastDice(number)
    seats = 2 + dice.one_of(3, "players")
    solo = dice.one_of(20, "alone") == 0 if players is None else players == ALONE
    options = Options(
        token_renown=(1, 1, 1, 2, 3)[dice.one_of(5, "token renown")],
        open_renown=dice.one_of(4, "open renown") == 0,
        house_solo=solo,
        turn_limit=CHECKED_TURNS[dice.one_of(3, "turns")],
    )
    return (ALONE if solo else players or seats), options


def lively(game: Game, dice: Dice) -> Action:
    """Return a random legal action. A turn is ended late, and tokens are taken rather than not: much shall happen."""
    legal = game.legal
    if legal[-1].kind is Kind.END and len(legal) > 1:
        takes = [action for action in legal if action.kind is Kind.TAKE]
        if takes and dice.one_of(8, "take"):
            return takes[dice.one_of(len(takes), "a token")]
        if dice.one_of(4, "end"):
            legal = legal[:-1]
    return legal[dice.one_of(len(legal), "a random action")]


def _title(players: int, options: Options) -> str:
    return "alone (house variant)" if options.house_solo else f"{players} players"


def _look(game: Game, dice: Dice) -> Iterator[Sequence[str]]:
    for _ in at_random(game, dice, lively):
        if not game.setting_up:
            yield faults(game)


simulate: Final = partial(simulate_games, Game, count=_count)
"""Plays many games of a setup and counts them by character, seat, bot and card (``engines.core.simulation``).

"card" counts for each card of the common deck who had bought it, once for each seat. Marks: "renown", "winner" and
"turns" are sums.
"""

check_games: Final = partial(check_random_games, Game, variant, _title, _look)
"""Plays random games of all variants and audits every table (``engines.core.simulation``)."""
