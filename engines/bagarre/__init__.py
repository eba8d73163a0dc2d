"""La Bagarre: heroes with three cards each hit each other until one is left.

``Game.new`` begins a game of a ``Setup`` with dice, ``Game.replay`` plays a log again. ``game.actor`` must decide,
``game.actions()`` are what it may do, ``game.play`` does one and returns what happened, ``game.view`` is what a seat
may see, ``game.outcome`` how it ended. ``BOTS`` are players by name, ``simulate`` lets them play many games.
``score`` is the pad of a game played at a real table.

>>> from engines import bagarre
>>> from engines.core.dice import Dice, FastDice
>>> game = bagarre.Game.new(bagarre.Setup(players=3), dice=Dice.of(7))
>>> game
<bagarre for 3, rules 2: hero, asks 0>
>>> [action.code for action in game.actions()]
['hero paladin', 'hero mage']
>>> game.play(game.action("hero mage"))
[HeroKept(seen_by=(0,), rule='ruling B29', seat=0, hero='mage')]
>>> game.play(game.action("attack 2"))
Traceback (most recent call last):
engines.core.game.IllegalAction: seat 1: not_now (action attack, phase hero, legal hero; La Bagarre, Mise en place)

A bot plays for everybody, with chance of its own; dice and log then give the same game again, and prove it.

>>> while game.outcome is None:
...     events = game.play(bagarre.BOTS["thumb"].choose(game, FastDice(1)))
>>> game
<bagarre for 3, rules 2: over, won by 0>
>>> bagarre.Game.replay(game.setup, game.log, dice=Dice.of(7)).outcome == game.outcome
True
>>> game.prove().game
'bagarre'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.exports import CARD_GAME, loaded_on_demand

if TYPE_CHECKING:
    from engines.bagarre.actions import Action as Action, Kind as Kind
    from engines.bagarre.bots import BOTS as BOTS
    from engines.bagarre.game import Game as Game
    from engines.bagarre.options import PLAYERS as PLAYERS, RULES as RULES, Options as Options, Setup as Setup
    from engines.bagarre.outcome import Outcome as Outcome
    from engines.bagarre.simulation import simulate as simulate
    from engines.bagarre.view import Phase as Phase, View as View
else:
    __getattr__, __all__ = loaded_on_demand(__name__, CARD_GAME)
