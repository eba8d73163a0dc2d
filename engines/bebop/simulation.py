"""Many games of Space Serenade: how often each character, seat and bot wins, how games end, what cards come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.audit import faults
from engines.bebop.game import Game
from engines.bebop.ground import CHARACTERS
from engines.bebop.options import ALONE, Options, Setup
from engines.core.dice import Dice, FastDice
from engines.core.playout import Bot, Fault, Tally, finish, finish_at_random, seeds, simulate as simulate_games

CHECKED_TURNS: Final = (40, 40, 150)
"""Turns of a random game that is audited: many short ones, and some that see Vicious to the end."""


def simulate(
    setup: Setup,
    *,
    games: int,
    bots: Sequence[Bot[Action]] = (),
    seed: int = 0,
    first: int = 0,
    progress: Callable[[int], bool] | None = None,
) -> Tally:
    """Play games number ``first`` to ``first + games - 1`` of a seed and count them by character, seat, bot and card.

    ``bots`` sit clockwise and move on by one seat from game to game, so that none always has the same seat; without
    bots everybody plays at random. "turn" counts seats by their distance from the first player. "card" counts for each
    card of the common deck who had bought it, once for each seat. Marks: "renown" and "turns" are sums.
    """
    rota = list(bots)
    seating: list[Bot[Action]] = []
    number = first

    def begin(dice: Dice) -> Game:
        nonlocal number
        seating[:] = [rota[(seat + number) % len(rota)] for seat in range(setup.players)] if rota else []
        number += 1
        return Game.new(setup, dice=dice, record=False)

    def play(game: Game, dice: Dice) -> int:
        return finish(game, seating, dice) if seating else finish_at_random(game, dice)

    counting = partial(_count, seating=seating)
    return simulate_games(begin, play, counting, games=games, seed=seed, first=first, progress=progress)


def _count(tally: Tally, game: Game, *, seating: Sequence[Bot[Action]]) -> None:
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
    tally.endings[outcome.ending.value] = tally.endings.get(outcome.ending.value, 0) + 1
    tally.lengths[outcome.turns] = tally.lengths.get(outcome.turns, 0) + 1
    for name, count in (("renown", sum(outcome.renown)), ("winner", max(outcome.renown)), ("turns", outcome.turns)):
        tally.marks[name] = tally.marks.get(name, 0) + count


def check_games(
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    players: int | None = None,
    progress: Callable[[int], bool] | None = None,
) -> dict[str, int]:
    """Play random games of all sizes, or of ``players``, and audit the table after every decision.

    Return how many games there were of each size. Raises ``Fault`` naming game, seed and what is wrong.
    """
    counted: dict[str, int] = {}
    for done, one in enumerate(seeds(seed, first, games), 1):
        seats, options = variant(one, players)
        name = "alone (house variant)" if options.house_solo else f"{seats} players"
        counted[name] = counted.get(name, 0) + 1
        _check(one, seats, options)
        if progress is not None and not progress(done):
            break
    return counted


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


def _check(number: int, players: int, options: Options) -> None:
    dice = FastDice(number)
    try:
        game = Game.new(Setup(players=players, options=options), dice=dice, record=False)
        while game.actor is not None:
            game.play(lively(game, dice))
            if not game.setting_up:
                wrong = faults(game)
                if wrong:
                    raise Fault("; ".join(wrong))
    except Exception as error:
        raise Fault(f"game {number} ({players} players, {options}): {error!r}") from error
