"""Random games of anti-terrorists against terrorists: legal teams, any table, any of the three aims."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.core.dice import FastDice
from engines.musg import muster
from engines.musg.battle.modules import MODULES
from engines.musg.battle.regroup import teams
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.setup import Setup, Side
from engines.musg.catalogue import Catalogue
from engines.musg.ground.drawn_tables import draw_table
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.tactics import NAMES
from engines.musg.tactics.chance import Chance
from engines.musg.warband import Figure, Item, Warband

AIMS: Final = tuple(sorted(code for code, module in MODULES.items() if isinstance(module, RegroupTeam)))
EXTRAS_MOST: Final = 16
ITEMS_MOST: Final = 4


def random_raid(chance: Chance) -> tuple[Setup, tuple[str, ...]]:
    """Return a random game and random players; either side of the table may be the terrorists'."""
    rules = Rules(
        first_sight=not chance.one_in(4), under_fire=not chance.one_in(4), receive_charge=not chance.one_in(4)
    )
    layout = chance.pick(list(ready_tables().values()))
    if chance.one_in(3):
        layout = draw_table(FastDice(chance.seed()), width=48.0, depth=40.0, sides=2)
    order = random_teams(chance, rules)
    if chance.one_in(2):
        order = order[::-1]
    placed = tuple(replace(side, zone=zone) for zone, side in enumerate(order))
    setup = Setup(
        sides=placed,
        table=layout,
        rules=rules,
        turn_limit=chance.between(4, 12),
        modules=(chance.pick(AIMS),),
    )
    if MODULES[setup.modules[0]].problems(setup):  # a lone leader cannot pay for the others: once more
        return random_raid(chance)
    return setup, tuple(chance.pick(NAMES) for _ in placed)


def random_teams(chance: Chance, rules: Rules) -> tuple[Side, Side]:
    """Return a random strike team and random terrorists; their leader alone may cost too much (``conditions``)."""
    anti = _team(chance, "blues", [Rank.LIEUTENANT] * chance.between(0, teams.TEAM.lieutenants), rules)
    ranks = [Rank.LIEUTENANT] * chance.between(0, teams.TEAM.terrorist_lieutenants)
    terrorists = _team(chance, "reds", [*ranks, *[Rank.EXTRA] * chance.between(2, EXTRAS_MOST)], rules)
    one, two = teams.muster((anti, terrorists), rules.catalogue)
    return one, two


def _silenced(catalogue: Catalogue) -> list[str]:
    """Return the guns that the strike team fires unheard: everybody's first is free (ruling M342)."""
    return [code for code, gun in catalogue.ranged.items() if "silenced" in gun.traits]


def _team(chance: Chance, name: str, ranks: list[Rank], rules: Rules) -> Side:
    race = chance.pick(list(rules.catalogue.races))
    warband = Warband(name=name, race=race, rules=rules, treasury=rules.points)
    figures = [_figure(chance, warband, rank, number) for number, rank in enumerate([Rank.LEADER, *ranks], 1)]
    return Side(key=name, name=name, race=race, figures=tuple(figures), zone=0)


def _figure(chance: Chance, warband: Warband, rank: Rank, number: int) -> Figure:
    catalogue = warband.catalogue
    shelves = [*catalogue.ranged, *catalogue.melee]
    quiet = _silenced(catalogue)
    codes = [*quiet, *[chance.pick(shelves) for _ in range(chance.below(ITEMS_MOST) // (1 + (rank is Rank.EXTRA)))]]
    items = tuple(
        Item(place, code, 0 if code in quiet else catalogue.item(code).cost) for place, code in enumerate(codes, 1)
    )
    race = warband.race
    cost = muster.hire_cost(warband, rank, race)
    return Figure(id=number, name=f"{warband.name} {number}", rank=rank, race=race, origin=rank, cost=cost, items=items)
