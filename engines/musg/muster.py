"""What makes a warband legal. ``problems`` returns everything that is wrong, each beside what causes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engines.core.problems import Problem
from engines.musg import pulp
from engines.musg.catalogue import Catalogue
from engines.musg.items import count_items
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband

COMPOSITION: Final = "Musg, Composition d'une Bande"
OF_THE_WARBAND: Final = (
    "no_leader",
    "no_henchman",
    "too_many_lieutenants",
    "too_many_extras",
    "extras_not_played",
    "race_not_allowed",
    "over_heroes",
    "over_henchmen",
)
OF_A_FIGURE: Final = ("too_many_items", "bars_two_handed", "bars_two_one_handed", "slot_taken")
EXCUSABLE: Final = (*OF_THE_WARBAND, *OF_A_FIGURE)
"""The rules of the roster whose breach a referee may allow. Not money: that is granted, and spent once."""


class Totals(Struct, frozen=True):
    """What a muster spends, against its ceilings. A character's gear counts with the character (ruling M11).

    Henchmen and extras share the second ceiling (ruling M176); stash and vehicles count only towards the total (ruling
    M345).
    """

    total: int
    total_limit: int
    heroes: int
    heroes_limit: int
    henchmen: int
    henchmen_limit: int


def totals(warband: Warband) -> Totals:
    """Return the running totals of a muster."""
    heroes = sum(figure.value for figure in warband.active if is_hero(figure))
    henchmen = sum(figure.value for figure in warband.active if not is_hero(figure))
    rules = warband.rules
    return Totals(
        heroes + henchmen + warband.stash_cost + warband.vehicles_cost,
        rules.points,
        heroes,
        rules.hero_points,
        henchmen,
        rules.henchman_points,
    )


def is_hero(figure: Figure) -> bool:
    """Leaders, lieutenants and all who serve for money are heroes (Musg, Composition d'une Bande)."""
    return figure.rank.is_hero


def hire_cost(warband: Warband, rank: Rank, race: str) -> int:
    """Return the profile cost of a new figure, in points.

    The table's price, goblins included (ruling M18); with the switch of ruling M19, goblins in another race's warband
    cost twice the table's halved price. A primitive tribe pays half of a henchman's profile (rulings M169, M312).
    """
    catalogue = warband.catalogue
    if rank is Rank.EXTRA:
        return catalogue.extra.cost
    row = catalogue.races[race]
    cost = row.profiles[rank].cost
    if rank is Rank.HENCHMAN and warband.is_tribe:
        cost //= catalogue.pulp.tribe_divisor
    if row.half_price and race != warband.race and warband.rules.goblins_full_price_elsewhere:
        return cost * 2
    return cost


def zombie_cost(warband: Warband) -> int:
    """Return what a voodoo zombie costs, in points."""
    return warband.catalogue.raised.profile.cost


def item_cost(warband: Warband, code: str, figure: Figure | None) -> int:
    """Return what an item costs, in points; 0 for a figure's first dagger, or pistol in its era (ruling M29)."""
    item = warband.catalogue.item(code)
    if figure is None or code in figure.free_taken:
        return item.cost
    free_in = getattr(item, "first_free_in", ())
    return 0 if warband.rules.era.value in free_in else item.cost


def idle_points(warband: Warband) -> int:
    """Return the points left over where they are more than a henchman of its own race costs, and 0 where not.

    They stay in the treasury when the muster is closed; mostly somebody forgot them.
    """
    left = warband.rules.points - totals(warband).total
    return left if left > hire_cost(warband, Rank.HENCHMAN, warband.race) else 0


def races_for(warband: Warband, rank: Rank) -> tuple[str, ...]:
    """Return the races that may supply a figure of ``rank``, the warband's own first (rulings M16, M17, M298)."""
    own = warband.race_row
    if rank is Rank.LEADER:
        return (own.code, *own.leader_from) if not own.enlists_any else _any_race(warband)
    if own.enlists_any:
        return _any_race(warband)
    if rank is Rank.HENCHMAN:
        return (own.code, *own.enlists)
    return (own.code,)


def open_races(warband: Warband, rank: Rank) -> tuple[str, ...]:
    """Return of those races the ones that the campaign does not leave out."""
    return tuple(race for race in races_for(warband, rank) if race not in warband.catalogue.left_out)


def _any_race(warband: Warband) -> tuple[str, ...]:
    return (warband.race, *(code for code in warband.catalogue.races if code != warband.race))


def problems(warband: Warband, *, but: frozenset[int] = frozenset()) -> list[Problem]:
    """Return all that keeps the roster from being legal, of figures ``but`` some; an empty list means legal.

    Before the muster is closed the ceilings count too; afterwards only the headcount, the gear and the treasury
    (ruling M12). What a referee allows this warband is left out; ``excused`` has it.
    """
    return [problem for problem in _breaches(warband, but) if not warband.is_exempt(problem.code, problem.figure)]


def excused(warband: Warband) -> list[Problem]:
    """Return what would be against the rules if a referee did not allow it."""
    if not warband.allowed:
        return []
    return [problem for problem in _breaches(warband) if warband.is_exempt(problem.code, problem.figure)]


def added(before: Warband, after: Warband) -> list[Problem]:
    """Return what is wrong with ``after`` and was not wrong before, or less so."""
    same = _untouched(before, after)
    known = {problem.key: problem.excess for problem in problems(before, but=same)}
    return [found for found in problems(after, but=same) if found.key not in known or found.excess > known[found.key]]


def _untouched(before: Warband, after: Warband) -> frozenset[int]:
    """Return the numbers of the figures of whom nothing new can be wrong: the very same, in a warband of the same kind.

    Most steps touch one figure of many, and whoever tries out all wares of a shop asks about each.
    """
    if (before.race, before.part, before.allowed) != (after.race, after.part, after.allowed):
        return frozenset()
    had = {id(figure) for figure in before.figures}
    return frozenset(figure.id for figure in after.figures if id(figure) in had)


def _breaches(warband: Warband, but: frozenset[int] = frozenset()) -> list[Problem]:
    found = [*_headcount(warband)]
    for figure in warband.active:
        if figure.id in but:
            continue
        found += _origin(warband, figure)
        found += gear_problems(figure, warband.catalogue)
        found += _foreign_gear(warband, figure)
    if not warband.mustered:
        found += _ceilings(warband)
    if warband.treasury < 0 and warband.mustered:
        found.append(Problem("treasury_short", None, {"short": -warband.treasury}))
    return found


def _headcount(warband: Warband) -> Iterator[Problem]:
    ranks: dict[Rank, list[Figure]] = {rank: [] for rank in Rank}  # in one go: a shop tries out every ware
    for figure in warband.figures:
        if figure.active:
            ranks[figure.rank].append(figure)
    leaders = len(ranks[Rank.LEADER])
    if leaders == 0:
        yield Problem("no_leader", None, {}, COMPOSITION)
    if leaders > 1:
        yield Problem("several_leaders", None, {"count": leaders}, COMPOSITION)
    # A henchman promoted beyond the limit stays (ruling M245): only those hired as lieutenants count here.
    most = warband.most_lieutenants
    recruits = sum(f.origin is Rank.LIEUTENANT and not f.hired for f in ranks[Rank.LIEUTENANT])
    if recruits > most:
        yield Problem("too_many_lieutenants", None, {"count": recruits, "most": most}, COMPOSITION)
    henchmen = len(ranks[Rank.HENCHMAN])
    if henchmen == 0:
        yield Problem("no_henchman", None, {}, COMPOSITION)
    extras = len(ranks[Rank.EXTRA])
    if not extras:
        return
    limit = most_extras(warband)
    if not warband.rules.extras:
        yield Problem("extras_not_played", None, {"count": extras}, "Musg, Les figurants")
    elif extras > limit:
        yield Problem("too_many_extras", None, {"count": extras, "most": limit}, "Musg, Les figurants")


def most_extras(warband: Warband) -> int:
    """Return how many extras may follow a warband's henchmen (ruling M174); none follows a zombie (ruling M313)."""
    followed = sum(not figure.is_zombie for figure in warband.of_rank(Rank.HENCHMAN))
    return warband.catalogue.muster.extras_per_henchman * followed


def _origin(warband: Warband, figure: Figure) -> Iterator[Problem]:
    """Who may join as what. Enlisted goblins join as henchmen only (ruling M17); what they earn later is theirs."""
    if figure.hired or figure.rank is Rank.EXTRA or figure.is_zombie:
        return
    if figure.race not in races_for(warband, figure.origin):
        params: dict[str, int | str] = {"race": figure.race, "rank": figure.origin.value, "warband": warband.race}
        yield Problem("race_not_allowed", figure.id, params, "ruling M16")


def gear_problems(figure: Figure, catalogue: Catalogue) -> Iterator[Problem]:
    """Give what a figure carries against the rules: pieces that do not combine, or too many of one.

    Musg, Tableau des équipements; ruling M121.
    """
    if len(figure.items) < 2:
        return
    counts = count_items(figure.items)
    two_handed, one_handed = _melee_hands(figure, catalogue)
    slots: dict[str, int] = {}
    for code, count in counts.items():
        piece = catalogue.equipment.get(code)
        if piece is None:
            continue
        if piece.most is not None and count > piece.most:
            params: dict[str, int | str] = {"item": code, "count": count, "most": piece.most}
            yield Problem("too_many_items", figure.id, params, "Musg, Tableau des équipements")
        if piece.slot:
            slots[piece.slot] = slots.get(piece.slot, 0) + count
        if piece.bars_two_handed and two_handed:
            yield Problem("bars_two_handed", figure.id, {"item": code}, "Musg, Tableau des équipements")
        if piece.bars_two_one_handed and one_handed > 1:
            yield Problem("bars_two_one_handed", figure.id, {"item": code}, "Musg, Tableau des équipements")
    for slot, count in slots.items():
        if count > 1:
            yield Problem("slot_taken", figure.id, {"item": slot, "count": count}, "ruling M121")


def _foreign_gear(warband: Warband, figure: Figure) -> Iterator[Problem]:
    """Give what nobody of this warband carries: a tribe no firearms, others no poison, a zombie nothing at all.

    The ban binds a tribe's mercenaries too (ruling M312).
    """
    for code, count in count_items(figure.items).items():
        if figure.is_zombie:
            yield Problem("zombie_gear", figure.id, {"item": code, "count": count}, "ruling M313")
        elif not pulp.sold_to(warband, code):
            params: dict[str, int | str] = {"item": code, "count": count}
            if warband.is_tribe:
                yield Problem("modern_weapon", figure.id, params, "ruling M312")
            else:
                yield Problem("tribal_gear", figure.id, params, "ruling M312")
        piece = warband.catalogue.pulp.equipment.get(code)
        if piece is not None and piece.most is not None and count > piece.most:
            yield Problem("too_many_items", figure.id, {"item": code, "count": count, "most": piece.most}, pulp.PULP)


def _melee_hands(figure: Figure, catalogue: Catalogue) -> tuple[int, int]:
    """Count two-handed and one-handed close combat weapons.

    The figure's own free dagger, which everybody carries, does not count: otherwise nobody with a sword could bear a
    shield. A dagger bought or received from somebody else counts.
    """
    two_handed = one_handed = 0
    for item in figure.items:
        weapon = catalogue.melee.get(item.code)
        if weapon is None or figure.is_own_first(item):
            continue
        two_handed += weapon.hands == 2
        one_handed += weapon.hands == 1
    return two_handed, one_handed


def _ceilings(warband: Warband) -> Iterator[Problem]:
    spent = totals(warband)
    for code, value, limit in (
        ("over_total", spent.total, spent.total_limit),
        ("over_heroes", spent.heroes, spent.heroes_limit),
        ("over_henchmen", spent.henchmen, spent.henchmen_limit),
    ):
        if value > limit:
            yield Problem(code, None, {"spent": value, "limit": limit, "over": value - limit}, COMPOSITION)
