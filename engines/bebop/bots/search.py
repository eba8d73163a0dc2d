"""A player that tries things out: it imagines what it cannot know, plays on by instinct, and looks who stands best.

It knows a table through ``imagine`` alone, anew for every game in its head, so it can use nothing that its seat may not
know. Its budget is a number of games played on for one decision; equal views and equal dice give equal decisions on
every machine.
"""

from __future__ import annotations

from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.bots.instinct import decide, values
from engines.bebop.bots.knowledge import table_of
from engines.bebop.bots.outlook import outlook
from engines.bebop.game import Bebop
from engines.bebop.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.game import CardGame

CANDIDATES: Final = 6
"""How many actions of a turn are tried out: those that look best at first sight, and ending it."""

ROUNDS: Final = 2
"""After how many turns of everybody a game in the head is judged as it stands."""


class Search:
    """Plays on in imagined games after each action and takes the action after which it stands best.

    All actions meet the same imagined worlds. After each round the worse half of them is given up, so that most games
    are spent on those that are close. Cards are played without much thought: playing one costs nothing.
    """

    def __init__(self, playouts: int, name: str = "strong") -> None:
        self.name = name
        self.playouts = playouts

    def choose(self, game: CardGame[Action], dice: Dice) -> Action:
        """Return a legal action."""
        table = table_of(game)
        if table.phase is Phase.CHARACTER:
            return table.legal[dice.one_of(len(table.legal), "a bot's character")]
        me = table.actor
        left = _candidates(table)
        if len(left) == 1 or me is None:
            return left[0]
        world = _seed(dice)
        rounds = (len(left) - 1).bit_length()
        stands = dict.fromkeys(left, 0.0)
        for rest in range(rounds, 0, -1):
            for _ in range(max(1, self.playouts // rounds // len(left))):
                world += 1
                for action in left:
                    stands[action] += _play_on(table, me, action, FastDice(world))
            left.sort(key=stands.__getitem__, reverse=True)
            left = left[: max(1, (len(left) + 1) // 2)] if rest > 1 else left[:1]
        return left[0]


def _seed(dice: Dice) -> int:
    seed = 0
    for _ in range(6):
        seed = seed * 256 + dice.one_of(256, "a bot's thoughts")
    return seed


def _candidates(table: Bebop) -> list[Action]:
    """Return the actions to try, the best at first sight first."""
    legal = table.legal
    if table.phase is not Phase.TURN:
        return list(legal[:CANDIDATES]) if len(legal) <= CANDIDATES else [decide(table)]
    if legal[0].kind is Kind.PLAY:
        return [decide(table)]
    looks = dict(zip(legal, values(table), strict=True))
    found = sorted(legal, key=looks.__getitem__, reverse=True)[:CANDIDATES]
    return found if legal[-1] in found else [*found[:-1], legal[-1]]


def _play_on(table: Bebop, me: int, action: Action, dice: FastDice) -> float:
    """Imagine the table, do one thing, play on by instinct, and return the share of the victory."""
    game = table.imagine(me, dice)
    game.play_unchecked(action)
    until = table.turns + ROUNDS * table.players
    while game.actor is not None and (game.turns < until or game.phase is not Phase.TURN):
        game.play_unchecked(decide(game))
    return outlook(game, me)
