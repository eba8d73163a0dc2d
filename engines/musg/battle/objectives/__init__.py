"""What wins a battle besides being the last side standing: objectives with victory points, one class per kind.

A kind is a class derived from ``Objective`` and named in the union here; nothing else knows of it.
"""

from engines.musg.battle.objectives.base import Edge, Goal, Objective, Phrase
from engines.musg.battle.objectives.carrying_off import CarryOff
from engines.musg.battle.objectives.escaping import Escape
from engines.musg.battle.objectives.holding import Hold
from engines.musg.battle.objectives.in_the_end import BringDown, BringHome, Survive

type AnyObjective = CarryOff | Hold | Escape | BringDown | Survive | BringHome

__all__ = [
    "AnyObjective",
    "BringDown",
    "BringHome",
    "CarryOff",
    "Edge",
    "Escape",
    "Goal",
    "Hold",
    "Objective",
    "Phrase",
    "Survive",
]
