"""How a battle is opened: the setup of some warbands, what keeps a setup from being fought, and it made ready."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from msgspec import UNSET

from engines.core.problems import Illegal, Problem
from engines.musg.abducted import Civilian
from engines.musg.battle.modules import MODULES, in_force, playable_alone
from engines.musg.battle.prepare import Prepared
from engines.musg.battle.pursuit import Pursuit
from engines.musg.battle.setup import (
    MOST_CIVILIANS,
    MOST_FIGURES,
    MOST_SIDES,
    MOST_TURNS,
    RESCUE,
    TURN_LIMIT,
    Setup,
    side_of,
)
from engines.musg.catalogue import Catalogue
from engines.musg.ground import layout as layouts
from engines.musg.ground.layout import Layout
from engines.musg.rules import Rules
from engines.musg.warband import Warband


def from_warbands(
    warbands: Mapping[str, Warband],
    table: Layout,
    *,
    rules: Rules | None = None,
    turn_limit: int = TURN_LIMIT,
    back_to_back: bool = False,
    modules: tuple[str, ...] = (),
    civilians: Collection[Civilian] = (),
) -> Setup:
    """Return the battle of these warbands, in this order, each in the deployment zone of its place.

    Those who miss the battle or are not paid are left at home, and those for whom a module has no part; the rules are
    the first warband's unless given. ``civilians`` whom the aliens keep are there in a rescue game only.
    """
    sides = tuple(
        side_of(key, warband, number, rescue=RESCUE in modules)
        for number, (key, warband) in enumerate(warbands.items())
    )
    first = next(iter(warbands.values()), None)
    switches = rules or (first.rules if first else Rules())
    for code in modules:
        if code in MODULES:
            sides = MODULES[code].muster(sides, switches.catalogue)
    return Setup(
        sides=sides,
        table=table,
        rules=switches,
        turn_limit=turn_limit,
        back_to_back=back_to_back,
        modules=modules,
        civilians=(tuple(civilians) if RESCUE in modules else ()) or UNSET,
    )


def problems(setup: Setup) -> list[Problem]:
    """Return all that is wrong with a setup."""
    found = layouts.problems(setup.table)
    found += [Problem("battle_module", None, {"module": code}) for code in setup.modules if code not in MODULES]
    if len(set(setup.modules)) < len(setup.modules):
        found.append(Problem("battle_module_twice", None, {}))
    least = 1 if playable_alone(setup.modules) else 2
    if not least <= len(setup.sides) <= MOST_SIDES:
        found.append(Problem("battle_sides", None, {"count": len(setup.sides), "least": least, "most": MOST_SIDES}))
    if not 1 <= setup.turn_limit <= MOST_TURNS:
        found.append(Problem("battle_turns", None, {"count": setup.turn_limit, "most": MOST_TURNS}, "ruling M53"))
    keys = [side.key for side in setup.sides]
    if len(set(keys)) < len(keys):
        found.append(Problem("battle_key_twice", None, {}))
    count = sum(len(side.figures) for side in setup.sides)
    if count > MOST_FIGURES:
        found.append(Problem("battle_figures", None, {"count": count, "most": MOST_FIGURES}))
    for side in setup.sides:
        if not [f for f in side.figures if f.id not in side.absent]:
            found.append(Problem("nobody_present", None, {"warband": side.key, "name": side.name}))
        for figure in side.figures:
            if figure.misses_next and figure.id not in side.absent:
                params: dict[str, int | str] = {"warband": side.key, "name": figure.name}
                found.append(Problem("misses_battle", figure.id, params, "Musg, Médecin marron"))
        if len({f.id for f in side.figures}) < len(side.figures):
            found.append(Problem("battle_figure_twice", None, {"warband": side.key}))
        if not 0 <= side.zone < len(setup.table.zones):
            found.append(Problem("battle_zone", None, {"warband": side.key, "value": side.zone}))
    found += _civilian_problems(setup.civilians or (), setup.catalogue)
    for objective in setup.objectives:
        found += objective.problems(len(setup.sides), setup.table)
    if not found:
        found += [problem for code in setup.modules for problem in MODULES[code].problems(setup)]
    return found


def _civilian_problems(civilians: Collection[Civilian], catalogue: Catalogue) -> Iterator[Problem]:
    if len(civilians) > MOST_CIVILIANS:
        yield Problem("battle_civilians", None, {"count": len(civilians), "most": MOST_CIVILIANS})
    if len(set(civilians)) < len(civilians):
        yield Problem("battle_civilian_twice", None, {})
    for one in civilians:
        if one.card not in catalogue.civilians:
            yield Problem("no_such_civilian", None, {"item": one.card})


@lru_cache(maxsize=16)
def prepared(setup: Setup) -> Prepared:
    """Return a setup made ready. Raises ``Illegal`` with all that is wrong with it."""
    wrong = problems(setup)
    if wrong:
        raise Illegal(wrong)
    modules = in_force(setup.modules)
    if setup.objectives:
        modules = (*modules, Pursuit(setup.objectives))
    return Prepared(setup, modules)
