"""An evening's planner: from who comes, what they wish for and what campaigns owe, to games with tables and reasons.

``plan`` proposes games, each with its people around a table and why; ``PlanDraw`` is a plan with a document that
``python -m engines verify`` checks. What is settled stays as it is.

>>> from engines.core.dice import Dice
>>> from engines.evenings.planner import Comer, Kind, Owed, PlanDraw, PlannerSetup, Spot, plan
>>> setup = PlannerSetup(
...     begins=0,
...     ends=240,
...     people=(
...         Comer("Ada"), Comer("Bo"), Comer("Cy", wants=("baf",), new_to=("baf",)), Comer("Di", explains=("baf",)),
...         Comer("Ed"),
...     ),
...     kinds=(Kind("baf", least=3, most=6, minutes=60),),
...     owed=(Owed("battle-7", "musg", ("Ada", "Bo"), minutes=120, warbands=(1, 2), width=24, depth=24, odds=480),),
...     spots=(Spot(1, seats=6), Spot(2, seats=4, width=36, depth=24)),
... )
>>> found = plan(setup, dice=Dice.of(1))
>>> [(game.game, game.spot, sorted(game.people)) for game in found.games]
[('musg', 2, ['Ada', 'Bo']), ('baf', 1, ['Cy', 'Di', 'Ed'])]
>>> [reason.code.value for reason in found.games[0].reasons]
['owed', 'even', 'first_meeting', 'only_table']
>>> drawn = PlanDraw.new(setup, dice=Dice.of(1))
>>> drawn
<plan for 5: 2 games, 0 left over>
>>> drawn.outcome == found
True
"""

from __future__ import annotations

from engines.evenings.planner.draw import PlanDraw
from engines.evenings.planner.planning import LeftOver, Proposal, Proposals, plan
from engines.evenings.planner.reasons import Because, Reason
from engines.evenings.planner.setup import (
    EVERY_GAME,
    FAIR,
    Comer,
    Fixed,
    Help,
    Kind,
    Owed,
    PlannerSetup,
    Spot,
)

__all__ = [
    "EVERY_GAME", "FAIR", "Because", "Comer", "Fixed", "Help", "Kind", "LeftOver", "Owed", "PlanDraw",
    "PlannerSetup", "Proposal", "Proposals", "Reason", "Spot", "plan",
]  # fmt: skip
