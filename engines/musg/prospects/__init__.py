"""What a captain may do in a battle of Musg, and how likely it is to succeed: for a page that lets him choose.

``options`` are all useful answers to ``battle.decision``, with exact chances, what goes into them and what they bring;
``reach`` is where a figure can walk and run, whom it can charge and shoot; ``way`` is how it goes to a point. An action
travels as a short text (``code_of``, ``read``). Nothing here changes a battle or its dice, and nothing that is hidden
from the side that asks changes an answer.

>>> from engines import musg
>>> from engines.core.dice import Dice
>>> warband = musg.journal.begin(musg.Setup(race="elf", name="The Leaves"))
>>> for rank, name in ((musg.Rank.LEADER, "Ada"), (musg.Rank.HENCHMAN, "Bo")):
...     warband = musg.journal.apply(warband, musg.entries.Hire(rank=rank, race="elf", name=name)).warband
>>> warband = musg.journal.apply(warband, musg.entries.Muster()).warband
>>> setup = musg.from_warbands({"a": warband, "b": warband}, musg.ready_tables()["ruins"])
>>> battle = musg.Battle.new(setup, dice=Dice.of(7))
>>> while battle.decision.ask != "act":
...     action = options(battle, battle.actor)[0].action
...     code = code_of(action)
...     _ = battle.play(read(code))
>>> code
'{"do":"activate","figure":0}'
>>> offered = options(battle, battle.actor)
>>> sorted({option.kind.value for option in offered})
['end', 'run', 'walk']
>>> found = reach(battle, 0)
>>> found.points, len(found.walk) > 0, len(found.run) > 0
(3, True, True)
>>> x, y = battle.pieces[0].base[:2]
>>> there = way(battle, 0, x + 1.5, y)
>>> there.exact, there.cost, there.leads.length
(True, 1, 1.5)
"""

from __future__ import annotations

from engines.musg.prospects.codes import code_of, read
from engines.musg.prospects.offering import options
from engines.musg.prospects.option import (
    Aimable,
    Chances,
    Chargeable,
    Gaze,
    Harm,
    How,
    Leads,
    Option,
    OptionKind,
    Reach,
    Term,
    Test,
    Way,
)
from engines.musg.prospects.reaching import reach, way

__all__ = [
    "Aimable",
    "Chances",
    "Chargeable",
    "Gaze",
    "Harm",
    "How",
    "Leads",
    "Option",
    "OptionKind",
    "Reach",
    "Term",
    "Test",
    "Way",
    "code_of",
    "options",
    "reach",
    "read",
    "way",
]
