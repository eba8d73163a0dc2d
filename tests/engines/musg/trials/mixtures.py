"""Random battles over all modules and scenarios, each alone and many together: small and short, so that many can be.

Battle number n of the mass trial is of kind n modulo the number of ``KINDS``: none, each module alone, each scenario
(now and then with modules more), and as many again with whatever may be played together.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engines.core.dice import FastDice
from engines.musg.abducted import taken
from engines.musg.battle.modules import MODULES, playable_alone
from engines.musg.battle.opening import from_warbands, problems
from engines.musg.battle.setup import RESCUE, Setup, Side
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.drawn_tables import draw_table
from engines.musg.ground.layout import Layout, Zone
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Rectangle
from engines.musg.part import Part, Side as Cause
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.scenarios.ready_made import SCENARIOS, library
from engines.musg.scenarios.scenario import miscast
from engines.musg.tactics import NAMES
from engines.musg.tactics.chance import Chance
from engines.musg.trials.raids import random_raid
from engines.musg.trials.recruits import random_warband
from engines.musg.trials.trial import with_rides

KEYS: Final = ("reds", "greens", "blues")
FIGURES_MOST: Final = 4
EXTRAS_MOST: Final = 3
CIVILIANS_MOST: Final = 2
"""Civilians who wait in the nest, where one is played, at most."""
TURNS: Final = (3, 5)
"""The agreed last turn is one from here to there; where somebody drives it is the first of them."""
RIDES_MOST: Final = 1
"""Vehicles of a side at most: each of their moves makes another table."""
TABLES: Final = 6
"""So many drawn tables serve all battles, beside the ready-made ones: what a table works out about itself is kept."""
TOGETHER: Final = 6


class Kind(Struct, frozen=True):
    """What a battle is about: ``scenario`` and ``modules`` by code; ``together``: any modules that go together."""

    name: str
    modules: tuple[str, ...] = ()
    scenario: str = ""
    together: bool = False


KINDS: Final = (
    Kind("none"),
    *(Kind(code, (code,)) for code in sorted(MODULES)),
    *(Kind(code, scenario=code) for code in SCENARIOS),
    *(Kind("together", together=True) for _ in range(TOGETHER)),
)


def mixture(number: int) -> tuple[Kind, Setup, tuple[str, ...]]:
    """Return battle ``number`` of the mass trial: its kind, its setup, and the players of its sides."""
    kind, chance = KINDS[number % len(KINDS)], Chance(number)
    while True:
        setup = _setup(kind, chance)
        if setup is not None and not problems(setup):
            return kind, setup, tuple(chance.pick(NAMES) for _ in setup.sides)


def _setup(kind: Kind, chance: Chance) -> Setup | None:
    """Return a battle of a kind; what cannot be played so is drawn again."""
    modules = kind.modules
    scenario = library()[kind.scenario] if kind.scenario else None
    if scenario is not None:
        modules = scenario.modules
    if kind.together or (scenario is not None and chance.one_in(4)):
        drawn = (code for code in sorted(MODULES) if chance.one_in(3 + 3 * MODULES[code].own_teams))
        modules = tuple(dict.fromkeys((*modules, *drawn)))
    if any(MODULES[code].own_teams for code in modules):
        setup = replace(_raid(chance), modules=modules)
    else:
        count = len(scenario.sides) if scenario else _sides(modules, chance)
        setup = _between(count, modules, chance)
    setup = replace(setup, turn_limit=chance.between(*TURNS), back_to_back=chance.one_in(4))
    if RESCUE in modules:
        cards = [chance.pick(list(CATALOGUE.civilians)) for _ in range(chance.between(0, CIVILIANS_MOST))]
        setup = replace(setup, civilians=tuple(taken("landing", cards)) or UNSET)
    if scenario is not None:
        if len(scenario.sides) != len(setup.sides):
            return None
        setup = replace(setup, table=scenario.layout(), objectives=scenario.objectives)
        if miscast(scenario, setup.sides):
            return None
    if "vehicles" in modules:
        driven = with_rides(setup, chance)
        driven = replace(
            driven, sides=tuple(replace(one, rides=(one.rides or ())[:RIDES_MOST]) for one in driven.sides)
        )
        setup = setup if problems(driven) else replace(driven, turn_limit=TURNS[0])
    return setup


def _sides(modules: tuple[str, ...], chance: Chance) -> int:
    if playable_alone(modules) and chance.one_in(3):
        return 1
    return 3 if chance.one_in(4) else 2


def _between(count: int, modules: tuple[str, ...], chance: Chance) -> Setup:
    """Return a battle of small warbands, on foot."""
    rules = Rules(
        medikit_revives=chance.one_in(2),
        under_fire_one_die=chance.one_in(4),
        nerve_to_charge=not chance.one_in(4),
        receive_charge=not chance.one_in(4),
        first_sight=not chance.one_in(4),
        under_fire=not chance.one_in(4),
    )
    keys = KEYS[:count]
    warbands = {key: random_warband(chance, key, keys[n - 1], rules) for n, key in enumerate(keys)}
    if "pulp" in modules and chance.one_in(2):
        causes = [list(Cause)[n % 2] for n in range(count)]
        warbands = {
            key: replace(warband, part=Part(cause))
            for (key, warband), cause in zip(warbands.items(), causes, strict=True)
        }
    setup = from_warbands(warbands, _ground(count, chance), rules=rules, modules=modules)
    return replace(setup, sides=tuple(_few(side, modules, chance) for side in setup.sides))


def _few(side: Side, modules: tuple[str, ...], chance: Chance) -> Side:
    """Return a side with a handful of its figures, its leader among them; of the others some may be captives."""
    first, *others = side.figures
    count = min(len(others), chance.between(1, FIGURES_MOST - 1))
    kept = [others.pop(chance.below(len(others))) for _ in range(count)]
    captives = tuple(others[: chance.between(0, 2)]) if RESCUE in modules else ()
    return replace(side, figures=(first, *kept), captives=captives)


def _raid(chance: Chance) -> Setup:
    """Return a game of two mustered teams, the terrorists' extras being few."""
    setup, _ = random_raid(chance)
    sides = []
    for side in setup.sides:
        extras = [f.id for f in side.figures if f.rank is Rank.EXTRA and f.id not in side.absent]
        sides.append(replace(side, absent=tuple(sorted({*side.absent, *extras[EXTRAS_MOST:]}))))
    return replace(setup, sides=tuple(sides), table=_ground(2, chance))


def _ground(sides: int, chance: Chance) -> Layout:
    layouts = [one for one in ready_tables().values() if len(one.zones) >= sides]
    layout = chance.pick(layouts)
    if chance.one_in(3):
        layout = _drawn(chance.below(TABLES), max(2, sides))
    return layout if chance.one_in(3) else _nearer(layout)


@cache
def _drawn(number: int, sides: int) -> Layout:
    return draw_table(FastDice(number), width=40.0, depth=40.0 if sides > 2 else 32.0, sides=sides)


def _nearer(layout: Layout) -> Layout:
    """Return a table whose zones lie halfway to its middle, so that even a short battle comes to blows."""
    zones = []
    for zone in layout.zones:
        shape = zone.shape
        if isinstance(shape, Rectangle):
            x = shape.x + (layout.width / 2 - shape.x - shape.width / 2) / 2
            y = shape.y + (layout.depth / 2 - shape.y - shape.depth / 2) / 2
            shape = replace(shape, x=x, y=y)
        zones.append(Zone(shape))
    return replace(layout, code="", zones=tuple(zones))
