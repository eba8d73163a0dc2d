"""BAF!: everybody drafts two heroes and sends both hands at the monsters on the table.

``Game.new`` begins a game of a ``Setup`` with dice, ``Game.replay`` plays a log again. ``game.actor`` must decide,
``game.actions()`` are what it may do, ``game.play`` does one and returns what happened, ``game.view`` is what a seat
may see, ``game.outcome`` how it ended. ``BOTS`` are players by name, ``simulate`` lets them play many games.
``training()`` is the invented card set, played with unless another is named; ``read_cards`` reads a club's own.

>>> from engines import baf
>>> from engines.core.dice import Dice, FastDice
>>> game = baf.Game.new(baf.Setup(players=2), dice=Dice.of(7))
>>> game
<baf for 2, rules 1: draft, asks 0>
>>> game.actor, len(game.actions())
(0, 10)
>>> while game.outcome is None:
...     events = game.play(baf.BOTS["thumb"].choose(game, FastDice(1)))
>>> game.outcome.coins
(10, 21)

In quick hands the first hand on a monster attacks it: several ``actors`` may act, in any order.

>>> race = baf.Options(cards=baf.training(), quick_hands=True, timer=30)
>>> game = baf.Game.new(baf.Setup(players=2, options=race), dice=Dice.of(7))
>>> while not game.actors or game.actor is not None:
...     events = game.play(game.actions()[0])
>>> game
<baf for 2, rules 1: race, asks 0, 1>
>>> game.actors, game.actions_of(1)[0].code
((0, 1), 'touch 1 left 0')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.exports import CARD_GAME, CARD_SET, loaded_on_demand

if TYPE_CHECKING:
    from engines.baf.actions import Action as Action, Kind as Kind
    from engines.baf.bots import BOTS as BOTS
    from engines.baf.cards import CardSet as CardSet, read_cards as read_cards, training as training
    from engines.baf.game import Game as Game
    from engines.baf.options import PLAYERS as PLAYERS, RULES as RULES, Options as Options, Setup as Setup
    from engines.baf.outcome import Outcome as Outcome
    from engines.baf.simulation import simulate as simulate
    from engines.baf.view import Phase as Phase, View as View
else:
    __getattr__, __all__ = loaded_on_demand(__name__, {**CARD_GAME, **CARD_SET})
