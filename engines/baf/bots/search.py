"""A player that thinks of the others: it imagines what they may lay, tries its own hands, and looks who stands best.

It knows a table through ``imagine`` alone, so it can use nothing that its seat may not know. Its budget is a number of
rounds played in its head for one decision; equal views and equal dice give equal decisions on every machine.
"""

from __future__ import annotations

from math import exp
from typing import Final

from engines.baf.actions import Action
from engines.baf.bots.instinct import Taste, decide, liking
from engines.baf.bots.outlook import prospects, worth
from engines.baf.bots.racing import reach_for, reaction
from engines.baf.bots.reach import Reach
from engines.baf.game import Game
from engines.baf.secret import choices
from engines.baf.view import Phase
from engines.core.dice import Dice, FastDice
from engines.core.playout import Reaction, seed_of_thoughts

CANDIDATES: Final = 8
"""How many ways to lay its hands are tried out: those that look best at first sight."""

TASTE: Final = Taste()

WHIM: Final = 1.0
"""How far, in coins, the others' likings are taken to differ from its own."""

HEAT: Final = 5.0
"""So many coins more multiply the chance of victory by e."""

FANCY: Final = 3.0
"""Heroes who may come to as much but for so many coins are drafted as chance will have it.

What a hero may come to is a guess, and whoever always trusts it brings the same few heroes to every table.
"""

QUICK: Final = (800, 900)
"""Milliseconds that a hand takes, and up to so many more."""


class Search:
    """Tries out ways to lay its hands in imagined rounds; places gains and drafts heroes by what they may come to."""

    def __init__(self, playouts: int, name: str = "strong") -> None:
        self.name = name
        self.playouts = playouts

    def choose(self, game: Game, dice: Dice) -> Action:
        """Return a legal action."""
        if game.phase is Phase.LAY:
            return self._lay(game, dice)
        if game.phase is Phase.DRAFT:
            return _draft(game, dice)
        return decide(game, TASTE)

    def react(self, game: Game, seat: int, dice: Dice) -> Reaction[Action]:
        """Return what the seat reaches for in a race."""
        least, spread = QUICK
        action = reach_for(game, seat, game.actions_of(seat), TASTE)
        return reaction(action, dice, least=least, spread=spread)

    def _lay(self, table: Game, dice: Dice) -> Action:
        me = table.actor or 0
        left = _candidates(table, me)
        if len(left) == 1:
            return left[0]
        number = seed_of_thoughts(dice)
        share = dict.fromkeys(left, 0.0)
        for _ in range(max(1, self.playouts // len(left))):
            number += 1
            world = _world(table, me, FastDice(number))
            for action in left:
                share[action] += _try(world, me, action, number)
        return max(left, key=share.__getitem__)


def _candidates(table: Game, me: int) -> list[Action]:
    reach = Reach(table, table.seats[me], liking(table, TASTE))
    ranked = sorted(table.legal, key=lambda action: -reach.worth((action.left, action.right)))
    return ranked[:CANDIDATES]


def _world(table: Game, me: int, dice: FastDice) -> Game:
    """Imagine the table; the others lay what looks good to them, each with a whim of its own."""
    world = table.imagine(me, dice)
    for seat in world.seats:
        if seat.index != me and seat.asked and not seat.gone:
            noise = [WHIM * dice.one_of(256, "a whim") / 256 for _ in world.cards]
            reach = Reach(world, seat, liking(world, TASTE), noise)
            legal = choices(world, seat)
            best = max(legal, key=lambda action: reach.worth((action.left, action.right)))
            seat.laid = (best.left, best.right)
    return world


def _try(world: Game, me: int, action: Action, number: int) -> float:
    """Play the round to its end by instinct, and return the chance of victory as it then stands."""
    game = world.copy(FastDice(number))
    round_ = game.round
    game.play_unchecked(action)
    while game.outcome is None and game.round == round_ and game.phase is not Phase.ATTEMPT:
        game.play_unchecked(decide(game, TASTE))
    return outlook(game, me)


def outlook(game: Game, me: int) -> float:
    """Return the chance of victory: each seat's share of all, by what it may end up with."""
    values = [worth(game, seat) for seat in game.seats]
    mine = values[me]
    return 1.0 / sum([exp((value - mine) / HEAT) for value in values])


def _draft(table: Game, dice: Dice) -> Action:
    """Take a hero who goes well with the first one, or else with whoever may be had later."""
    seat = table.seats[table.actor or 0]

    def value(place: int) -> float:
        skills = table.heroes[place].skills
        fancy = FANCY * dice.one_of(256, "a bot's fancy") / 256
        if seat.picks:
            return fancy + prospects(table, seat.picks[0].skills, skills)
        others = [hero.skills for hero in table.heroes if hero.skills is not skills]
        return fancy + sum([prospects(table, skills, other) for other in others]) / len(others)

    return table.legal[max(range(len(table.heroes)), key=value)]
