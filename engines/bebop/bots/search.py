"""A player that tries things out: it imagines what it cannot know, plays on by instinct, and looks who stands best.

It knows a table through ``imagine`` alone, anew for every game in its head, so it can use nothing that its seat may not
know. Its budget is a number of games played on for one decision; equal views and equal dice give equal decisions on
every machine.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.bots.instinct import decide, values
from engines.bebop.bots.leanings import SEASONED
from engines.bebop.bots.outlook import outlook
from engines.bebop.game import Game
from engines.bebop.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.playout import seed_of_thoughts

CANDIDATES: Final = 6
"""How many actions of a turn are tried out: those that look best at first sight, and ending it."""

ROUNDS: Final = 1
"""After how many turns of everybody a game in the head is judged: more tell little more, and that less surely."""

SURE: Final = 1.0
"""How many standard errors better an action must be than what looks best at first sight."""


class Search:
    """Plays on in imagined games after each action, and does what looks best at first sight unless another is better.

    All actions meet the same imagined worlds, so that each is compared with the first in its own world. After each
    round the worse half of the others is given up, so that most games are spent on those that are close. In doubt,
    which is less than ``SURE`` standard errors, the first stands. Cards are played without much thought: playing one
    costs nothing.
    """

    def __init__(self, playouts: int, name: str = "strong") -> None:
        self.name = name
        self.playouts = playouts

    def choose(self, game: Game, dice: Dice) -> Action:
        """Return a legal action."""
        if game.phase is Phase.CHARACTER:
            return game.legal[dice.one_of(len(game.legal), "a bot's character")]
        me = game.actor
        first, *others = _candidates(game)
        if not others or me is None:
            return first
        world = seed_of_thoughts(dice)
        gains = {action: _Gain() for action in others}
        rounds = len(others).bit_length()
        for _round in range(rounds):
            for _ in range(max(1, self.playouts // rounds // (len(others) + 1))):
                world += 1
                usual = _play_on(game, me, first, FastDice(world))
                for action in others:
                    gains[action].add(_play_on(game, me, action, FastDice(world)) - usual)
            others.sort(key=lambda action: gains[action].mean, reverse=True)
            others = others[: max(1, len(others) // 2)]
        best = others[0]
        return best if gains[best].mean > SURE * gains[best].error else first


class _Gain:
    """How much more of the victory an action brings than another, counted over worlds."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = self.squares = 0.0

    def add(self, more: float) -> None:
        """Count one world."""
        self.count += 1
        self.total += more
        self.squares += more * more

    @property
    def mean(self) -> float:
        """The gain on average."""
        return self.total / self.count

    @property
    def error(self) -> float:
        """The standard error of the average."""
        return sqrt(max(0.0, self.squares / self.count - self.mean**2) / self.count)


def _candidates(table: Game) -> list[Action]:
    """Return the actions to try, the best at first sight first."""
    legal = table.legal
    first = decide(table, SEASONED)
    if table.phase is not Phase.TURN:
        return [first, *(action for action in legal if action != first)] if len(legal) <= CANDIDATES else [first]
    if legal[0].kind is Kind.PLAY:
        return [first]
    looks = dict(zip(legal, values(table, SEASONED), strict=True))
    found = sorted(legal, key=looks.__getitem__, reverse=True)[:CANDIDATES]
    found = found if legal[-1] in found else [*found[:-1], legal[-1]]
    return [first, *(action for action in found if action != first)]


def _play_on(table: Game, me: int, action: Action, dice: FastDice) -> float:
    """Imagine the table, do one thing, play on by instinct, and return the share of the victory."""
    game = table.imagine(me, dice)
    game.play_unchecked(action)
    until = table.turns + ROUNDS * table.players
    while game.actor is not None and (game.turns < until or game.phase is not Phase.TURN):
        game.play_unchecked(decide(game, SEASONED))
    return outlook(game, me)
