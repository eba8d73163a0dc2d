"""Space Serenade: bounty hunters build a deck, fly from planet to planet and hunt criminals.

``Game.new`` begins a game of a ``Setup`` with dice, ``Game.replay`` plays a log again. ``game.actor`` must decide,
``game.actions()`` are what it may do, ``game.play`` does one and returns what happened, ``game.view`` is what a seat
may see, ``game.outcome`` how it ended. ``BOTS`` are players by name, ``simulate`` lets them play many games.
``training()`` is the invented card set, played with unless another is named; ``read_cards`` reads a club's own.

>>> from engines import bebop
>>> from engines.core.dice import Dice, FastDice
>>> game = bebop.Game.new(bebop.Setup(players=2, options=bebop.Options(first=0)), dice=Dice.of(7))
>>> game
<bebop for 2, rules 2: character, asks 0>
>>> [action.code for action in game.actions()]
['character spike', 'character jet', 'character faye', 'character ed']
>>> while game.outcome is None:
...     events = game.play(bebop.BOTS["thumb"].choose(game, FastDice(1)))
>>> game.outcome.renown
(18, 20)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.exports import CARD_GAME, CARD_SET, loaded_on_demand

if TYPE_CHECKING:
    from engines.bebop.actions import Action as Action, Kind as Kind
    from engines.bebop.bots import BOTS as BOTS
    from engines.bebop.cards import CardSet as CardSet, read_cards as read_cards, training as training
    from engines.bebop.game import Game as Game
    from engines.bebop.options import PLAYERS as PLAYERS, RULES as RULES, Options as Options, Setup as Setup
    from engines.bebop.outcome import Outcome as Outcome
    from engines.bebop.simulation import simulate as simulate
    from engines.bebop.view import Phase as Phase, View as View
else:
    __getattr__, __all__ = loaded_on_demand(__name__, {**CARD_GAME, **CARD_SET})
