"""Who may come: a strike team of heroes, and terrorists with extras (rulings M207, M215, M339)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engines.core.problems import Param, Problem
from engines.musg.battle.field import Field
from engines.musg.battle.setup import Setup, Side
from engines.musg.battle.state import Piece
from engines.musg.catalogue import CATALOGUE
from engines.musg.ranks import Rank
from engines.musg.warband import Figure

HEADING: Final = "Musg, Regroup team !"
TEAM: Final = CATALOGUE.regroup_team
FREE: Final = ("dagger", "pistol")
"""What everybody's first of is free: the dagger, and the pistol, which the strike team has silenced (M29, M342)."""
SIDES: Final = 2


def parts(sides: Sequence[Side]) -> tuple[int, int]:
    """Return the numbers of the strike team's and of the terrorists' side: these have more extras, or come last."""
    counts = [sum(f.rank is Rank.EXTRA for f in present(side)) for side in sides[:SIDES]]
    return (1, 0) if len(counts) == SIDES and counts[0] > counts[1] else (0, 1)


def present(side: Side) -> tuple[Figure, ...]:
    """Return those of a side who come."""
    return tuple(figure for figure in side.figures if figure.id not in side.absent)


def team(field: Field, side: int) -> list[Piece]:
    """Return the figures of a side in play, without the hostages it leads."""
    return [piece for piece in field.standing(side) if not piece.bystander]


def price(figure: Figure) -> int:
    """Return what a figure and its gear cost, in points: what was paid, or the tables' prices where nobody paid."""
    if figure.value:
        return figure.value
    free = list(FREE)
    cost = figure.profile.cost
    for code in figure.item_codes:
        if code in free:
            free.remove(code)
        else:
            cost += CATALOGUE.item(code).cost
    return cost


def total(side: Side) -> int:
    """Return what those who come cost together, in points."""
    return sum(price(figure) for figure in present(side))


def problems(setup: Setup) -> list[Problem]:
    """Return all that is wrong with the two teams."""
    if len(setup.sides) != SIDES:
        return [Problem("regroup_sides", None, {"count": len(setup.sides), "most": SIDES}, HEADING)]
    anti, terrorists = (setup.sides[number] for number in parts(setup.sides))
    found = [
        *_headcount(anti, TEAM.lieutenants, (Rank.LEADER, Rank.LIEUTENANT), "ruling M207"),
        *_headcount(terrorists, TEAM.terrorist_lieutenants, (Rank.LEADER, Rank.LIEUTENANT, Rank.EXTRA), HEADING),
    ]
    if not any(figure.rank is Rank.EXTRA for figure in present(terrorists)):
        found.append(Problem("regroup_no_extras", None, _named(terrorists), "ruling M215"))
    spent, limit = total(anti), setup.rules.hero_points
    if spent > limit:
        params = {**_named(anti), "count": spent, "most": limit}
        found.append(Problem("regroup_over_heroes", None, params, "ruling M339"))
    theirs = total(terrorists)
    if theirs > spent:
        params = {**_named(terrorists), "count": theirs, "most": spent}
        found.append(Problem("regroup_outnumbered", None, params, "ruling M339"))
    return found


def _headcount(side: Side, lieutenants: int, ranks: Sequence[Rank], rule: str) -> Iterator[Problem]:
    coming = present(side)
    leaders = sum(figure.rank is Rank.LEADER for figure in coming)
    if leaders != 1:
        yield Problem("regroup_leader", None, {**_named(side), "count": leaders}, HEADING)
    seconds = sum(figure.rank is Rank.LIEUTENANT for figure in coming)
    if seconds > lieutenants:
        params = {**_named(side), "count": seconds, "most": lieutenants}
        yield Problem("regroup_lieutenants", None, params, rule)
    for figure in coming:
        if figure.rank not in ranks:
            yield Problem("regroup_rank", figure.id, {**_named(side), "figure": figure.name}, rule)


def _named(side: Side) -> dict[str, Param]:
    return {"warband": side.key, "name": side.name}


def muster(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """Return the sides with those left at home whom their team has no place for (rulings M207, M215, M339).

    Of the lieutenants the first come; of the extras as many as the other team's total pays for.
    """
    if len(sides) != SIDES:
        return sides
    anti, terrorists = parts(sides)
    cut = list(sides)
    cut[anti] = _without(sides[anti], _surplus(sides[anti], TEAM.lieutenants, extras=False))
    home = _surplus(sides[terrorists], TEAM.terrorist_lieutenants, extras=True)
    left = total(cut[anti]) - sum(
        price(f) for f in present(sides[terrorists]) if f.id not in home and f.rank is not Rank.EXTRA
    )
    for figure in present(sides[terrorists]):
        if figure.rank is Rank.EXTRA:
            left -= price(figure)
            if left < 0:
                home.add(figure.id)
                left += price(figure)
    cut[terrorists] = _without(sides[terrorists], home)
    return tuple(cut)


def _surplus(side: Side, lieutenants: int, *, extras: bool) -> set[int]:
    seconds = [f.id for f in present(side) if f.rank is Rank.LIEUTENANT]
    fitting = (Rank.LEADER, Rank.LIEUTENANT, *((Rank.EXTRA,) if extras else ()))
    return {f.id for f in present(side) if f.rank not in fitting} | set(seconds[lieutenants:])


def _without(side: Side, numbers: set[int]) -> Side:
    return replace(side, absent=tuple(sorted({*side.absent, *numbers})))
