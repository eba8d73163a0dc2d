"""Random warbands that a campaign could have: legal musters of any race, with skills, injuries and mercenaries on top.

They try the engine with everything the rulebook offers: ``tactics.chance`` decides, so a seed always gives the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engines.musg import muster
from engines.musg.catalogue import Catalogue
from engines.musg.engagement import Foe
from engines.musg.injuries import lasting
from engines.musg.prerequisites import prerequisites
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.tactics.chance import Chance
from engines.musg.warband import Contract, Figure, Injury, Item, Warband

MOST_FIGURES: Final = 14
_TRIES: Final = 40


def random_warband(chance: Chance, name: str, foe: str = "", rules: Rules | None = None) -> Warband:
    """Return a legal mustered warband; ``foe`` is the key of the warband its hating figures hate."""
    switches = rules or Rules()
    catalogue = switches.catalogue
    race = chance.pick(list(catalogue.offered(catalogue.races)))
    warband = Warband(name=name, race=race, rules=switches, treasury=switches.points)
    for figure in _figures(chance, warband):
        tried = replace(warband, figures=(*warband.figures, figure), next_figure=figure.id + 1)
        if not _over(tried):
            warband = tried
    warband = _equipped(chance, warband)
    spent = muster.totals(warband).total
    warband = replace(warband, mustered=True, treasury=switches.points - spent)
    return replace(warband, figures=tuple(_grown(chance, figure, foe, catalogue) for figure in warband.figures))


def _over(warband: Warband) -> bool:
    return any(problem.code not in ("no_leader", "no_henchman") for problem in muster.problems(warband))


def _figures(chance: Chance, warband: Warband) -> Iterator[Figure]:
    yield _figure(chance, warband, Rank.LEADER, 1)
    henchmen = chance.between(1, 7)
    ranks = [Rank.HENCHMAN] * henchmen
    ranks += [Rank.LIEUTENANT] * chance.below(warband.race_row.max_lieutenants + 1)
    if warband.rules.extras and chance.one_in(4):
        ranks += [Rank.EXTRA] * chance.between(1, min(6, 4 * henchmen))
    number = 1
    for rank in ranks[:MOST_FIGURES]:
        number += 1
        yield _figure(chance, warband, rank, number)
    if chance.one_in(3):
        mercenaries = warband.catalogue.mercenaries
        code = chance.pick(list(warband.catalogue.offered(mercenaries)))
        row = mercenaries[code]
        yield Figure(
            id=number + 1,
            name=row.name.en,
            rank=Rank.MERCENARY,
            race=row.race,
            origin=Rank.MERCENARY,
            cost=0,
            mercenary=code,
            contract=Contract(row.engagement, row.fee, paid_ahead=1),
        )


def _figure(chance: Chance, warband: Warband, rank: Rank, number: int) -> Figure:
    races = muster.races_for(warband, rank)
    race = races[0] if rank is Rank.EXTRA or not chance.one_in(3) else chance.pick(races)
    return Figure(
        id=number,
        name=f"{warband.name} {number}",
        rank=rank,
        race=race,
        origin=rank,
        cost=muster.hire_cost(warband, rank, race),
    )


def _equipped(chance: Chance, warband: Warband) -> Warband:
    """Buy what the ceilings allow, tried at random; what does not fit together is left in the shop."""
    catalogue = warband.catalogue
    tables = (catalogue.ranged, catalogue.melee, catalogue.equipment)
    shelves = [list(catalogue.offered(table)) for table in tables]
    for _ in range(chance.between(4, _TRIES)):
        bearers = [f for f in warband.figures if f.rank is not Rank.EXTRA]
        figure = chance.pick(bearers)
        code = chance.pick(shelves[chance.below(len(shelves))])
        paid = muster.item_cost(warband, code, figure)
        first = paid == 0 and catalogue.item(code).cost > 0
        item = Item(warband.next_item, code, paid, figure.id if first else None)
        taken = (*figure.free_taken, code) if first else figure.free_taken
        bought = replace(figure, items=(*figure.items, item), free_taken=taken)
        tried = replace(warband.with_figure(bought), next_item=warband.next_item + 1)
        if not _over(tried):
            warband = tried
    return warband


def _grown(chance: Chance, figure: Figure, foe: str, catalogue: Catalogue) -> Figure:
    """Give a figure what a campaign may have left on it."""
    if not figure.rank.gains_experience:
        return figure
    skills: dict[str, None] = {}
    if chance.one_in(2):
        for _ in range(chance.between(1, 3)):
            code = chance.pick(list(catalogue.skills))
            skills |= prerequisites(code, catalogue) | {code: None}
    injuries: tuple[Injury, ...] = ()
    if chance.one_in(4):
        rows = sorted(map(catalogue.injury_called, lasting(catalogue)), key=lambda row: not row.modifiers)
        row = chance.pick(rows)
        injuries = (Injury(row.code, Foe(foe, foe) if "hates" in row.traits else None),)
    return replace(
        figure,
        skills=tuple(skills),
        injuries=injuries,
        ignores_first_wound=chance.one_in(8),
        misses_next=figure.rank is Rank.HENCHMAN and figure.id > 2 and chance.one_in(12),
    )
