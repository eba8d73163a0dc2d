"""Badass Force: everybody holds the same seven characters, and may claim to be any of them.

``Game.new`` begins a game of a ``Setup`` with dice, ``Game.replay`` plays a log again. ``game.actor`` must decide,
``game.actions()`` are what it may do, ``game.play`` does one and returns what happened, ``game.view`` is what a seat
may see, ``game.outcome`` how it ended. ``BOTS`` are players by name, ``simulate`` lets them play many games.
``training()`` is the invented card set, played with unless another is named; ``read_cards`` reads a club's own.

>>> from engines import badass_force
>>> from engines.core.dice import Dice, FastDice
>>> game = badass_force.Game.new(badass_force.Setup(players=3), dice=Dice.of(7))
>>> game
<badass_force for 3, rules 2: lay, asks 2>
>>> while game.outcome is None:
...     events = game.play(badass_force.BOTS["thumb"].choose(game, FastDice(1)))
>>> game.outcome.points
(8, 15, 16)

A seat sees its own cards and those that lie open.

>>> view = badass_force.Game.new(game.setup, dice=Dice.of(7)).view(0)
>>> len(view.seats[0].cards), view.seats[1].cards
(6, ())
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.exports import CARD_GAME, CARD_SET, loaded_on_demand

if TYPE_CHECKING:
    from engines.badass_force.actions import Action as Action, Kind as Kind
    from engines.badass_force.bots import BOTS as BOTS
    from engines.badass_force.cards import CardSet as CardSet, read_cards as read_cards, training as training
    from engines.badass_force.game import Game as Game
    from engines.badass_force.options import PLAYERS as PLAYERS, RULES as RULES, Options as Options, Setup as Setup
    from engines.badass_force.outcome import Outcome as Outcome
    from engines.badass_force.simulation import simulate as simulate
    from engines.badass_force.view import Phase as Phase, View as View
else:
    __getattr__, __all__ = loaded_on_demand(__name__, {**CARD_GAME, **CARD_SET})
