"""Games played by bots: one, or many counted into win rates; and numbers of legal action sequences.

Game number n of a seed is always the same game, so that parts of a simulation may be counted anywhere and merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from msgspec import Struct

from engines.core.dice import Dice
from engines.core.game import AnyGame, Decision
from engines.core.shares import Share, wilson

STRIDE: Final = 1_000_003
"""Seeds of games of one simulation are this far apart from those of the next seed."""

DECISIONS_MOST: Final = 1_000_000
"""No game comes near; more would mean that it never ends."""


class Endless(RuntimeError):
    """A game went on after more decisions than any game can have."""


class Fault(AssertionError):
    """A random game came to a table that cannot be."""


class Bot[G: AnyGame](Protocol):
    """A player without a person. ``choose`` decides for the actor on what that seat may know, and nothing else."""

    @property
    def name(self) -> str: ...

    def choose(self, game: G, dice: Dice) -> Any:
        """Return one of the legal actions; whatever chance it needs comes from ``dice``, which are not the game's."""


@dataclass(frozen=True, slots=True)
class Reaction[A: Decision]:
    """What a bot will do in a race, and after how many milliseconds, unless it has become impossible by then."""

    action: A
    after: int


@runtime_checkable
class Racer[G: AnyGame](Bot[G], Protocol):
    """A bot that can also play races, in which there is no actor whose turn it is."""

    def react(self, game: G, seat: int, dice: Dice) -> Reaction[Any]:
        """Return what one of the ``actors`` does next, if all others stay as they are.

        It is asked again when somebody else has made its action impossible, or when it has done it.
        """


class RandomBot:
    """Takes any legal action, each as likely as the others, and in a race within two seconds."""

    name = "random"

    def choose(self, game: AnyGame, dice: Dice) -> Any:
        """Return any legal action."""
        return dice.pick(game.actions(), "a bot's choice")

    def react(self, game: AnyGame, seat: int, dice: Dice) -> Reaction[Any]:
        """Return any legal action of the seat."""
        action = dice.pick(game.actions_of(seat), "a bot's choice")
        return Reaction(action, 8 * dice.one_of(256, "a bot's reaction"))


def finish[G: AnyGame](game: G, bots: Sequence[Bot[G]], dice: Dice) -> int:
    """Let bots, one for each seat, play a game to its end, and return the number of actions.

    ``dice`` are the bots' own. In a race their reactions are played in the order of an imaginary clock, and what the
    clock itself does comes when nobody else may act. Raises ``Endless`` if the game never ends, ``TypeError`` if a bot
    that is none of the ``Racer``s comes to a race.
    """
    race = Racing(game, bots, dice)
    play = game.play
    for decisions in range(DECISIONS_MOST):
        actor = game.actor
        if actor is not None:
            play(bots[actor].choose(game, dice))
        elif game.outcome is None:
            play(race.next())
        else:
            return decisions
    raise Endless(f"{DECISIONS_MOST} decisions")


class Racing[G: AnyGame]:
    """The bots of a game in its races: who does what, and when, by an imaginary clock."""

    def __init__(self, game: G, bots: Sequence[Bot[G]], dice: Dice) -> None:
        self._game = game
        self._bots = bots
        self._dice = dice
        self._now = 0
        self._plans: dict[int, tuple[int, Any]] = {}

    def next(self) -> Any:
        """Return what happens next: the earliest reaction, or what the clock does while no seat may act."""
        game = self._game
        actors = game.actors
        if not actors:
            self._plans.clear()
            return game.actions()[0]
        for seat in actors:
            plan = self._plans.get(seat)
            if plan is None or plan[1] not in game.actions_of(seat):
                reaction = self._racer(seat).react(game, seat, self._dice)
                self._plans[seat] = self._now + reaction.after, reaction.action
        first = min(actors, key=lambda seat: self._plans[seat][0])
        self._now, action = self._plans.pop(first)
        return action

    def _racer(self, seat: int) -> Racer[G]:
        bot = self._bots[seat]
        if not isinstance(bot, Racer):
            raise TypeError(f"the bot {bot.name!r} plays no races")
        return bot


def finish_at_random(game: AnyGame, dice: Dice) -> int:
    """Play random legal actions to the end of a game, unchecked, and return their number."""
    actions = game.actions
    play = game.play_unchecked
    pick = dice.pick
    for decisions in range(DECISIONS_MOST):
        legal = actions()
        if not legal:
            return decisions
        play(pick(legal, "a random action"))
    raise Endless(f"{DECISIONS_MOST} decisions")


def seed_of_thoughts(dice: Dice) -> int:
    """Return the seed of the worlds that a bot imagines for one decision."""
    seed = 0
    for _ in range(6):
        seed = seed * 256 + dice.one_of(256, "a bot's thoughts")
    return seed


def best_by_halving[A: Decision](
    actions: Iterable[A], playouts: int, dice: Dice, play_out: Callable[[A, int], float]
) -> A:
    """Return the action that does best in so many imagined games, each played in the world of a seed.

    All actions meet the same worlds. After each round the worse half of them is given up, so that most games are spent
    on those that are close.
    """
    left = list(actions)
    world = seed_of_thoughts(dice)
    rounds = (len(left) - 1).bit_length()
    gains = dict.fromkeys(left, 0.0)
    for rest in range(rounds, 0, -1):
        for _ in range(max(1, playouts // rounds // len(left))):
            world += 1
            for action in left:
                gains[action] += play_out(action, world)
        left.sort(key=gains.__getitem__, reverse=True)
        left = left[: max(1, (len(left) + 1) // 2)] if rest > 1 else left[:1]
    return left[0]


class Rate(Struct):
    """How often something was played, won, and drawn."""

    played: int = 0
    won: int = 0
    drawn: int = 0

    @property
    def share(self) -> Share:
        """The share of games won with its confidence interval."""
        return wilson(self.won, self.played)

    def merge(self, other: Rate) -> None:
        """Add other counts."""
        self.played += other.played
        self.won += other.won
        self.drawn += other.drawn


class Tally(Struct):
    """Counts over ``games``; ``rates`` by what is compared: ("hero", "mage"), ("seat", "0"), ("bot", "random").

    ``decisions`` and ``lengths`` (games by number of turns) tell how long they took; ``endings`` counts games by the
    way they ended; ``marks`` counts whatever else a game says of itself.
    """

    games: int = 0
    decisions: int = 0
    rates: dict[str, dict[str, Rate]] = {}
    endings: dict[str, int] = {}
    lengths: dict[int, int] = {}
    marks: dict[str, int] = {}

    def note(self, ending: str, length: int, marks: dict[str, int]) -> None:
        """Count how one game ended, how long it was, and what else it says of itself."""
        _add(self.endings, {str(ending): 1})
        _add(self.lengths, {length: 1})
        _add(self.marks, marks)

    def count(self, group: str, key: str, *, won: bool, drawn: bool) -> None:
        """Count one game of one seat under a key."""
        rates = self.rates.setdefault(group, {})
        rate = rates.get(key)
        if rate is None:
            rate = rates[key] = Rate()
        rate.played += 1
        rate.won += won
        rate.drawn += drawn

    def merge(self, other: Tally) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.decisions += other.decisions
        for group, rates in other.rates.items():
            mine = self.rates.setdefault(group, {})
            for key, rate in rates.items():
                mine.setdefault(key, Rate()).merge(rate)
        _add(self.endings, other.endings)
        _add(self.lengths, other.lengths)
        _add(self.marks, other.marks)


def _add[K](mine: dict[K, int], others: dict[K, int]) -> None:
    for key, count in others.items():
        mine[key] = mine.get(key, 0) + count


def seeds(seed: int, first: int, games: int) -> Iterable[int]:
    """Return the seeds of games ``first`` to ``first + games - 1`` of a simulation."""
    start = seed * STRIDE + first
    return range(start, start + games)


def counts(game: AnyGame, depth: int) -> int:
    """Return the number of sequences of ``depth`` legal actions from here; a game that ends sooner counts once.

    Chance goes on as the game's dice will have it, so the number is the same every time.
    """
    if depth == 0 or game.outcome is not None:
        return 1
    if depth == 1:
        return len(game.actions())
    return sum(counts(after, depth - 1) for _, after in _branches(game))


def divide(game: AnyGame, depth: int) -> dict[str, int]:
    """Return ``counts`` after each legal action, to find where two programs differ."""
    return {code: counts(after, depth - 1) for code, after in _branches(game)}


def _branches(game: AnyGame) -> Iterable[tuple[str, AnyGame]]:
    for action in game.actions():
        after = game.copy()
        after.play(action)
        yield action.code, after
