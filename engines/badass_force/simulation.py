"""Many games of Badass Force: how often each seat and bot wins, which weapons and characters are used and how well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engines.badass_force.actions import Action, Kind
from engines.badass_force.audit import faults
from engines.badass_force.game import Game
from engines.badass_force.options import DEFAULTS, PLAYERS, Options, Setup
from engines.badass_force.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.game import CardGame
from engines.core.playout import Bot, Fault, Tally, finish, finish_at_random, seeds, simulate as simulate_games


def simulate(
    setup: Setup,
    *,
    games: int,
    bots: Sequence[Bot[Action]] = (),
    seed: int = 0,
    first: int = 0,
    progress: Callable[[int], bool] | None = None,
) -> Tally:
    """Play games number ``first`` to ``first + games - 1`` of a seed and count them by seat and bot.

    ``bots`` sit clockwise and move on by one seat from game to game, so that none always has the same seat; without
    bots everybody plays at random. Seats are also counted as "order": "0" begins. "announced" and "executed" count
    seats that did so with a character or a weapon, "told" and "called" those that did so truly or falsely, each once
    in a game. Marks: "vengeance" counts seats that came to it, "undecided" games.
    """
    rota = list(bots)
    seating: list[Bot[Action]] = []
    used: list[tuple[int, str, str]] = []
    number = first

    def begin(dice: Dice) -> Game:
        nonlocal number
        seating[:] = [rota[(seat + number) % len(rota)] for seat in range(setup.players)] if rota else []
        used.clear()
        number += 1
        return Game.new(setup, dice=dice, record=False)

    def play(game: Game, dice: Dice) -> int:
        if not seating:
            return finish_at_random(game, dice)
        return finish(game, [_Noting(bot, used) for bot in seating], dice)

    counting = partial(_count, seating=seating, used=used)
    return simulate_games(begin, play, counting, games=games, seed=seed, first=first, progress=progress)


class _Noting:
    """A bot of whom is noted what it uses."""

    def __init__(self, bot: Bot[Action], used: list[tuple[int, str, str]]) -> None:
        self.bot = bot
        self.used = used

    @property
    def name(self) -> str:
        return self.bot.name

    def choose(self, game: CardGame[Action], dice: Dice) -> Action:
        """Let the bot choose, and note announcements, executions and calls."""
        action = self.bot.choose(game, dice)
        seat = game.actor
        if seat is None or not isinstance(game, Game):
            return action
        if action.kind is Kind.ANNOUNCE:
            true = game.cast[game.seats[seat].active].code == action.word
            self.used += ((seat, "announced", action.word), (seat, "told", "truth" if true else "bluff"))
        elif action.kind is Kind.EXECUTE:
            self.used.append((seat, "executed", game.arms[game.seats[seat].weapon].code))
        elif action.kind is Kind.CALL and game.claim is not None:
            right = game.seats[game.claim.seat].active != game.claim.character
            self.used.append((seat, "called", "rightly" if right else "wrongly"))
        return action


def _count(tally: Tally, game: Game, *, seating: Sequence[Bot[Action]], used: Sequence[tuple[int, str, str]]) -> None:
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    drawn = outcome.drawn
    first = (game.turn - outcome.turns + 1) % game.players
    for seat in game.seats:
        won = seat.index in outcome.winners
        tally.count("seat", str(seat.index), won=won, drawn=drawn)
        tally.count("order", str((seat.index - first) % game.players), won=won, drawn=drawn)
        if seating:
            tally.count("bot", seating[seat.index].name, won=won, drawn=drawn)
        tally.marks["vengeance"] = tally.marks.get("vengeance", 0) + seat.vengeance
    for index, group, word in dict.fromkeys(used):
        tally.count(group, word, won=index in outcome.winners, drawn=drawn)
    tally.endings[outcome.ending.value] = tally.endings.get(outcome.ending.value, 0) + 1
    tally.lengths[outcome.turns] = tally.lengths.get(outcome.turns, 0) + 1
    tally.marks["undecided"] = tally.marks.get("undecided", 0) + bool(outcome.undecided)


def check_games(
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    players: int | None = None,
    progress: Callable[[int], bool] | None = None,
) -> dict[str, int]:
    """Play random games of all sizes, or of ``players``, and of all lengths, and audit the table after every decision.

    Return how many games there were of each size. Raises ``Fault`` naming game, seed and what is wrong.
    """
    counted: dict[str, int] = {}
    for done, one in enumerate(seeds(seed, first, games), 1):
        seats, options = variant(one, players)
        name = f"{seats} players to {options.limit}"
        counted[name] = counted.get(name, 0) + 1
        _check(one, seats, options)
        if progress is not None and not progress(done):
            break
    return counted


LIMITS = (16, 16, 12, 20, 6)


def variant(number: int, players: int | None = None) -> tuple[int, Options]:
    """Return players and options of a game by its number: over many numbers all come up, or all of ``players``."""
    dice = FastDice(number)
    least, most = PLAYERS
    seats = least + dice.one_of(most - least + 1, "players")
    return players or seats, Options(cards=DEFAULTS.cards, limit=LIMITS[dice.one_of(len(LIMITS), "limit")])


def _check(number: int, players: int, options: Options) -> None:
    dice = FastDice(number)
    try:
        game = Game.new(Setup(players=players, options=options), dice=dice, record=False)
        while game.actor is not None:
            # Answers to an announcement move nothing before the last of them: one look in between is enough.
            wrong = faults(game) if not game.heard or game.phase is not Phase.CALL else ()
            if wrong:
                raise Fault("; ".join(wrong))
            legal = game.legal
            game.play(legal[dice.one_of(len(legal), "a random action")])
        wrong = faults(game)
        if wrong:
            raise Fault("; ".join(wrong))
    except Exception as error:
        raise Fault(f"game {number} ({players} players to {options.limit}): {error!r}") from error
