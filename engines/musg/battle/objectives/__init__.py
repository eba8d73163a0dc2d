"""What wins a battle besides being the last side standing: objectives with victory points, one class per kind.

A kind is a class derived from ``Objective`` and named in the union here; nothing else knows of it.
"""

from engines.musg.battle.objectives.base import Edge as Edge, Goal as Goal, Objective as Objective, Phrase as Phrase
from engines.musg.battle.objectives.carrying_off import CarryOff as CarryOff
from engines.musg.battle.objectives.escaping import Escape as Escape
from engines.musg.battle.objectives.holding import Hold as Hold
from engines.musg.battle.objectives.in_the_end import BringDown as BringDown, BringHome as BringHome, Survive as Survive

type AnyObjective = CarryOff | Hold | Escape | BringDown | Survive | BringHome
