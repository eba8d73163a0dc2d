"""Who may come: a strike team of heroes, and terrorists with extras (rulings M207, M215, M339)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engines.musg.battle.field import Field
from engines.musg.battle.setup import Side
from engines.musg.battle.state import Piece
from engines.musg.catalogue import Catalogue
from engines.musg.fixed import REGROUP_TEAM
from engines.musg.ranks import Rank
from engines.musg.warband import Figure

HEADING: Final = "Musg, Regroup team !"
TEAM: Final = REGROUP_TEAM
SIDES: Final = 2
STRIKE_TEAM: Final = "strike_team"
TERRORISTS: Final = "terrorists"


def parts(sides: Sequence[Side]) -> tuple[int, int]:
    """Return the numbers of the strike team's and of the terrorists' side: these have more extras, or come last.

    Where no extra comes, because none could be paid for, it is those who would have brought them.
    """
    counts = [sum(f.rank is Rank.EXTRA for f in present(side)) for side in sides[:SIDES]]
    if not any(counts):
        counts = [sum(f.rank is Rank.EXTRA for f in side.figures) for side in sides[:SIDES]]
    return (1, 0) if len(counts) == SIDES and counts[0] > counts[1] else (0, 1)


def present(side: Side) -> tuple[Figure, ...]:
    """Return those of a side who come."""
    return tuple(figure for figure in side.figures if figure.id not in side.absent)


def team(field: Field, side: int) -> list[Piece]:
    """Return the figures of a side in play, without the hostages it leads."""
    return [piece for piece in field.in_play(side) if not piece.bystander]


def price(figure: Figure, catalogue: Catalogue) -> int:
    """Return what a figure and its gear cost, in points: what was paid, or the tables' prices where nobody paid.

    The first dagger and the first pistol, which the strike team has silenced, are free (rulings M29, M342).
    """
    if figure.value:
        return figure.value
    cost = figure.profile(catalogue).cost
    had: set[str] = set()
    for code in figure.item_codes:
        if code in had or not catalogue.has_free_first(code):
            cost += catalogue.item(code).cost
        had.add(code)
    return cost


def total(side: Side, catalogue: Catalogue) -> int:
    """Return what those who come cost together, in points."""
    return sum(price(figure, catalogue) for figure in present(side))


def muster(sides: tuple[Side, ...], catalogue: Catalogue) -> tuple[Side, ...]:
    """Return the sides with those left at home whom their team has no place for (rulings M207, M215, M339).

    Of the lieutenants the first come; of the extras as many as the other team's total pays for.
    """
    if len(sides) != SIDES:
        return sides
    anti, terrorists = parts(sides)
    cut = list(sides)
    cut[anti] = strike_team(sides[anti])
    cut[terrorists] = terrorist_team(sides[terrorists], total(cut[anti], catalogue), catalogue)
    return tuple(cut)


def strike_team(side: Side) -> Side:
    """Return a side as anti-terrorists: a leader and the first four lieutenants come (ruling M207)."""
    return _without(side, _surplus(side, TEAM.lieutenants, extras=False))


def terrorist_team(side: Side, points: int | None, catalogue: Catalogue) -> Side:
    """Return a side as terrorists: a leader, a lieutenant, and the extras that ``points`` pay for (ruling M339).

    ``None``: what the other team costs is not known yet, and all extras come.
    """
    home = _surplus(side, TEAM.terrorist_lieutenants, extras=True)
    if points is None:
        return _without(side, home)
    left = points - sum(price(f, catalogue) for f in present(side) if f.id not in home and f.rank is not Rank.EXTRA)
    for figure in present(side):
        if figure.rank is Rank.EXTRA:
            left -= price(figure, catalogue)
            if left < 0:
                home.add(figure.id)
                left += price(figure, catalogue)
    return _without(side, home)


def _surplus(side: Side, lieutenants: int, *, extras: bool) -> set[int]:
    seconds = [f.id for f in present(side) if f.rank is Rank.LIEUTENANT]
    fitting = (Rank.LEADER, Rank.LIEUTENANT, *((Rank.EXTRA,) if extras else ()))
    return {f.id for f in present(side) if f.rank not in fitting} | set(seconds[lieutenants:])


def _without(side: Side, numbers: set[int]) -> Side:
    return replace(side, absent=tuple(sorted({*side.absent, *numbers})))
