"""Whether warbands can take the roles of a scenario, in words for whoever chooses it."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.wars.modules import objection
from club.operations import Objection
from engines.musg.battle import opening as engine
from engines.musg.scenarios import Scenario, miscast
from rosters.models import Warband


def objections(scenario: Scenario, warbands: Sequence[Warband], field: str = "staging") -> list[Objection]:
    """Return why these warbands, in the order of their roles, cannot play a scenario as they stand.

    Nothing is said while one of them is still being mustered, or while there are not as many as there are roles: that
    is said elsewhere, and before the battle is fought all is looked at again. ``field``: where the form says it.
    """
    rosters = {warband.key: warband.roster for warband in warbands}
    if len(rosters) != len(scenario.sides) or not all(roster.mustered for roster in rosters.values()):
        return []
    drawn = engine.from_warbands(rosters, scenario.layout(), modules=scenario.modules)
    setup = scenario.setup(drawn.sides, drawn.rules)
    wrong = [*miscast(scenario, setup.sides), *engine.problems(setup)]
    return [Objection(problem.code, text, field) for problem in wrong if (text := objection(problem))]
