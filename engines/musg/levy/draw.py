"""A legal warband drawn in a style: leader, lieutenants, henchmen, then their arms as far as the points go."""

from __future__ import annotations

from itertools import product
from typing import Final

from engines.core.dice import Dice
from engines.musg import muster, purchase
from engines.musg.catalogue.levy_types import Rung
from engines.musg.catalogue.types import MeleeWeapon
from engines.musg.entries import AnyEntry, Buy, Dismiss, Engage, TakePart
from engines.musg.levy.draft import Draft
from engines.musg.levy.names import figure_name
from engines.musg.levy.styles import EXTRAS_MOST, PLANS, Style, free_guns, ladder
from engines.musg.part import Side
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband

HERO_PROFILES: Final = 0.7
"""So much of the heroes' points may go into profiles at most; the rest is for their arms."""
WELL_SPENT: Final = 0.9
"""Below this part of what can be spent, mercenaries are engaged for the rest, or odds and ends are bought."""
FIGURES_MOST: Final = 20


def draw(warband: Warband, style: Style, dice: Dice, *, leader: str = "") -> list[AnyEntry]:
    """Return the entries that make a legal muster of an open one; whoever is there already stays and is armed on.

    ``leader`` is the leader's name; the others' are drawn. Empty where the points pay for no leader and henchman.
    """
    draft = Draft(warband)
    if warband.rules.plays_pulp and not warband.part:
        draft.take([TakePart(side=Side.HEROES)])
    if not _found(draft, style, dice, leader):
        return []
    _share_out(draft)
    _recruit(draft, style, dice)
    wanted = {figure.id: _wanted(draft.warband, figure, style, dice) for figure in draft.warband.active}
    wanted = _arm(draft, wanted, core=True)
    draft.most_heroes, draft.most_henchmen = warband.rules.hero_points, warband.rules.henchman_points
    _arm(draft, _arm(draft, wanted, core=True), core=False)
    _spend_the_rest(draft, style, dice)
    return draft.entries


def reachable(warband: Warband) -> int:
    """Return how many of its points a muster can spend on figures and their gear."""
    rules = warband.rules
    return min(rules.points, rules.hero_points + rules.henchman_points)


def dismissals(warband: Warband) -> list[AnyEntry]:
    """Return the entries that send everybody away, to begin an open muster anew."""
    return [Dismiss(figure=figure.id) for figure in warband.active]


def _hire(draft: Draft, rank: Rank, race: str, dice: Dice, name: str = "") -> bool:
    taken = {figure.name for figure in draft.warband.figures}
    named = name or figure_name(race, draft.warband.catalogue, taken, dice)
    return draft.take([purchase.recruit(draft.warband, rank, race, named)])


def _found(draft: Draft, style: Style, dice: Dice, leader: str) -> bool:
    """Hire the leader and the henchman without whom no warband is legal, of other races where the own is too dear."""
    if draft.warband.leader is None:
        for race in muster.races_for(draft.warband, Rank.LEADER):
            found = Draft(draft.warband)
            if _hire(found, Rank.LEADER, race, dice, leader) and _first_henchman(found, dice):
                draft.entries += found.entries
                draft.warband = found.warband
                return True
        return False
    return bool(draft.warband.of_rank(Rank.HENCHMAN)) or _first_henchman(draft, dice)


def _first_henchman(draft: Draft, dice: Dice) -> bool:
    return any(_hire(draft, Rank.HENCHMAN, race, dice) for race in muster.races_for(draft.warband, Rank.HENCHMAN))


def _share_out(draft: Draft) -> None:
    """Where the ceilings make more than the whole, let neither heroes nor henchmen take the others' points."""
    rules, spent = draft.warband.rules, muster.totals(draft.warband)
    both = rules.hero_points + rules.henchman_points
    if both <= rules.points:
        return
    draft.most_heroes = max(rules.points * rules.hero_points // both, spent.heroes)
    draft.most_henchmen = max(rules.points * rules.henchman_points // both, spent.henchmen)


def _recruit(draft: Draft, style: Style, dice: Dice) -> None:
    """Hire those whom the style wants: lieutenants, henchmen, extras where they come in numbers."""
    warband, plan = draft.warband, PLANS[style]
    own = _own(warband, Rank.LIEUTENANT)
    for _ in range(warband.most_lieutenants - len(warband.of_rank(Rank.LIEUTENANT))):
        cost = muster.hire_cost(draft.warband, Rank.LIEUTENANT, own)
        if muster.totals(draft.warband).heroes + cost <= HERO_PROFILES * draft.most_heroes:
            _hire(draft, Rank.LIEUTENANT, own, dice)
    races = muster.open_races(warband, Rank.HENCHMAN) if not warband.race_row.enlists_any else (warband.race,)
    extras = EXTRAS_MOST * warband.catalogue.extra.cost if style is Style.MANY and warband.rules.extras else 0
    left = draft.most_henchmen - muster.totals(draft.warband).henchmen - min(extras, draft.most_henchmen // 4)
    while races and len(draft.warband.of_rank(Rank.HENCHMAN)) < plan.most:
        race = dice.pick(races, "race") if style is Style.MANY else races[0]
        left -= muster.hire_cost(draft.warband, Rank.HENCHMAN, race) + plan.gear
        if left < 0 or not _hire(draft, Rank.HENCHMAN, race, dice):
            break
    if extras:
        for _ in range(min(EXTRAS_MOST, draft.most_henchmen // 4 // warband.catalogue.extra.cost)):
            _hire(draft, Rank.EXTRA, warband.race, dice)


type _Wanted = tuple[tuple[str, ...], tuple[str, ...]]
"""What a figure still wants: of its style, and besides."""


def _own(warband: Warband, rank: Rank) -> str:
    return muster.races_for(warband, rank)[0]


def _wanted(warband: Warband, figure: Figure, style: Style, dice: Dice) -> _Wanted:
    steps = ladder(warband, figure, style)
    return tuple(_rung(rung, dice) for rung in steps.core), tuple(_rung(rung, dice) for rung in steps.more)


def _rung(rung: Rung, dice: Dice) -> str:
    return dice.pick(rung, "arms") if len(rung) > 1 else rung[0]


def _arm(draft: Draft, wanted: dict[int, _Wanted], *, core: bool) -> dict[int, _Wanted]:
    """Buy the first thing for everybody, then the second; return what could not be bought."""
    part = 0 if core else 1
    left: dict[int, list[str]] = {number: [] for number in wanted}
    for step in range(max((len(lists[part]) for lists in wanted.values()), default=0)):
        for number, lists in wanted.items():
            if step < len(lists[part]) and not _bought(draft, number, lists[part][step]):
                left[number].append(lists[part][step])
    return {
        number: (tuple(left[number]), lists[1]) if core else (lists[0], tuple(left[number]))
        for number, lists in wanted.items()
    }


def _bought(draft: Draft, number: int, code: str) -> bool:
    figure = draft.member(number)
    cost = muster.item_cost(draft.warband, code, figure)
    catalogue = draft.warband.catalogue
    if cost and code in free_guns(draft.warband):
        return True  # only the free one
    if not draft.can_pay(figure, cost):
        return False
    item = catalogue.item(code)
    if isinstance(item, MeleeWeapon) and any(
        worn not in catalogue.carried_by_all and worn in catalogue.melee for worn in figure.item_codes
    ):
        return True  # one blade is enough
    return draft.take([Buy(item=code, figure=number)])


def _spend_the_rest(draft: Draft, style: Style, dice: Dice) -> None:
    """Hire more for what is left, and mercenaries where that is much."""
    own = _own(draft.warband, Rank.HENCHMAN)
    while len(draft.warband.active) < FIGURES_MOST and _hire(draft, Rank.HENCHMAN, own, dice):
        number = draft.warband.active[-1].id
        _arm(draft, {number: _wanted(draft.warband, draft.member(number), style, dice)}, core=True)
    catalogue = draft.warband.catalogue
    for code, row in catalogue.mercenaries.items():
        if _much_is_left(draft):
            taken = {figure.name for figure in draft.warband.figures}
            draft.take([Engage(mercenary=code, name=figure_name(row.race, catalogue, taken, dice))])
    ends = [code for code in catalogue.levy.odds_and_ends if code in catalogue.items]
    for figure, code in product(draft.warband.active, ends):
        if _much_is_left(draft) and figure.rank is not Rank.EXTRA and code not in figure.item_codes:
            draft.take([Buy(item=code, figure=figure.id)])


def _much_is_left(draft: Draft) -> bool:
    spent = muster.totals(draft.warband)
    return spent.heroes + spent.henchmen < WELL_SPENT * reachable(draft.warband)
