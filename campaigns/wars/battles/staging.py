"""The scenario a battle is fought by: kept with the battle, so that what was agreed stays what it was."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from campaigns.wars.models.battle import Battle
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.modules import objection
from campaigns.wars.settings.operations import rules_of
from club.operations import Objection
from engines.core.problems import Problem
from engines.musg.battle import opening as engine
from engines.musg.battle.modules import MODULES
from engines.musg.battle.setup import TURN_LIMIT
from engines.musg.ground.layout import Layout
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.rules import Rules
from engines.musg.scenarios import Scenario, miscast
from engines.musg.warband import Warband as Roster
from rosters.models import Warband

USUAL: Final = "open_field"
"""The ready-made table of a battle for which nobody has chosen another."""


def scenario_of(battle: Battle) -> Scenario | None:
    """Return the scenario of a battle, ``None`` for a battle without one."""
    return msgspec.convert(battle.staging, Scenario) if battle.staging else None


def rules_for(battle: Battle) -> Rules:
    """Return the rules that a battle is fought by: its campaign's, as its scenario changes them."""
    scenario, rules = scenario_of(battle), rules_of(battle.campaign)
    return scenario.rules.applied(rules) if scenario else rules


def stored(scenario: Scenario | None) -> dict[str, Any]:
    """Return a scenario as a battle stores it, in lists as it is read again."""
    return json.loads(msgspec.json.encode(scenario)) if scenario is not None else {}


def lay_ready(battle: Battle, sides: int) -> BattleGround | None:
    """Lay a ready-made table out where nobody has chosen one; inside the caller's transaction.

    So the hash of the dice is public before anybody asks the engine. ``BattleGround.version`` stays 0 until somebody
    chooses. Return the battle's table; ``None`` where no ready-made one has zones for so many ``sides``.
    """
    ground = BattleGround.objects.filter(battle=battle).first()
    layout = ready_for(sides)
    if len(layout.zones) < sides or (ground is not None and not ground.stands_in):
        return ground
    ground = ground or BattleGround(battle=battle, turn_limit=TURN_LIMIT)
    ground.layout, ground.ready = msgspec.to_builtins(layout), layout.code
    ground.save()
    return ground


def ready_for(sides: int) -> Layout:
    """Return the usual table, or the first one with zones enough, if there is one."""
    tables = ready_tables()
    usual = tables[USUAL]
    return next((one for one in (usual, *tables.values()) if len(one.zones) >= sides), usual)


def lay(battle: Battle, scenario: Scenario) -> None:
    """Lay the table of a scenario out for its battle, with its last turn; inside the caller's transaction."""
    ground = BattleGround.objects.filter(battle=battle).first() or BattleGround(battle=battle)
    layout = scenario.layout()
    ground.layout, ground.ready = msgspec.to_builtins(layout), layout.code
    ground.turn_limit = scenario.turn_limit
    ground.version += 1
    ground.save()


def objections_to_cast(scenario: Scenario, warbands: Sequence[Warband], field: str = "staging") -> list[Objection]:
    """Return why these warbands, in the order of their roles, cannot play a scenario as they stand.

    Nothing is said while one of them is still being mustered, or while there are not as many as there are roles: that
    is said elsewhere, and before the battle is fought all is looked at again. ``field``: where the form says it.
    """
    rosters = _closed(warbands)
    if len(rosters) != len(scenario.sides):
        return []
    drawn = engine.from_warbands(rosters, scenario.layout(), modules=scenario.modules)
    setup = scenario.setup(drawn.sides, drawn.rules)
    return _told([*miscast(scenario, setup.sides), *engine.problems(setup)], field)


def objections_to_modules(
    codes: Iterable[str], scenario: Scenario | None, warbands: Sequence[Warband]
) -> list[Objection]:
    """Return why these warbands cannot play some modules as they stand: which of them lacks what.

    Nothing is said while one of them is still being mustered, nor of what the ``scenario`` brings, whose cast is looked
    at as a whole.
    """
    rosters, own = _closed(warbands), scenario.modules if scenario is not None else ()
    chosen = tuple(code for code in codes if code in MODULES and code not in own)
    if len(rosters) < 2 or not chosen:
        return []
    setup = engine.from_warbands(rosters, ready_for(len(rosters)), modules=chosen)
    return _told(engine.problems(setup), "modules")


def _closed(warbands: Sequence[Warband]) -> dict[str, Roster]:
    """Return the rosters by their keys; none as long as one of them is still being mustered."""
    rosters = {warband.key: warband.roster for warband in warbands}
    return rosters if all(roster.mustered for roster in rosters.values()) else {}


def _told(problems: Iterable[Problem], field: str) -> list[Objection]:
    return [Objection(problem.code, text, field) for problem in problems if (text := objection(problem))]
