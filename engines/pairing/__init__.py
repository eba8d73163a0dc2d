"""Pairing: who meets whom in a round, so that nobody meets an opponent again while that can be avoided.

``pair`` chooses a round from who plays and what was: it is the best one after which the rounds to come still can do
without repeats. Each pair carries its reasons as codes. ``meetings_in``, ``byes_in`` and ``start_in`` count what was;
``Draw`` is a round whose ties were drawn from a seed, with a document that ``python -m engines verify`` checks.

>>> from engines import pairing
>>> met = pairing.meetings_in([(1, 2), (3, 4)])
>>> found = pairing.pair([1, 2, 3, 4], met=met, byes={}, wins={1: 1, 4: 1})
>>> found.pairs, found.ahead
(((1, 4), (2, 3)), 1)
>>> [reason.code.value for reason in found.reasons[0]]
['first_meeting', 'close_in_wins']

Six have played two rounds. Equals, 1 and 4, 2 and 5, 3 and 6, have not met. That would be the most even round, but it
would leave two groups of three, and in the next round somebody had to meet an opponent again.

>>> met = pairing.meetings_in([(1, 2), (3, 4), (5, 6), (2, 3), (4, 5), (1, 6)])
>>> wins = {1: 2, 4: 2, 2: 1, 5: 1}
>>> for _round in range(3):
...     found = pairing.pair(range(1, 7), met=met, byes={}, wins=wins)
...     met += pairing.meetings_in(found.pairs)
...     print(found.pairs, found.ahead)
((1, 4), (2, 6), (3, 5)) 2
((1, 5), (2, 4), (3, 6)) 1
((1, 3), (2, 5), (4, 6)) 0

With an odd number somebody sits out. Dice draw what is equal, and prove it.

>>> from engines.core.dice import Dice
>>> setup = pairing.PairingSetup.of([1, 2, 3], met={}, byes={1: 1}, wins={})
>>> drawn = pairing.Draw.new(setup, dice=Dice.of(5))
>>> drawn, drawn.outcome.bye in (2, 3)
(<pairing of 3: 1 pairs>, True)
>>> [reason.code.value for reason in drawn.outcome.bye_reasons]
['odd_number', 'fewest_byes']
>>> pairing.Draw.replay(setup, dice=Dice.of(5)).outcome == drawn.outcome
True
>>> drawn.prove().game
'pairing'
"""

from __future__ import annotations

from engines.pairing.choosing import SURE, Pairing, pair
from engines.pairing.draw import Draw, PairingSetup
from engines.pairing.history import byes_in, meeting, meetings_in, start_in
from engines.pairing.reasons import Reason, Why

__all__ = [
    "SURE", "Draw", "Pairing", "PairingSetup", "Reason", "Why", "byes_in", "meeting", "meetings_in", "pair", "start_in",
]  # fmt: skip
