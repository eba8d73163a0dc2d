"""What is asked of either team, before a battle and when it is set up (rulings M207, M215, M339)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engines.core.problems import Param, Problem
from engines.musg.battle.regroup.teams import HEADING, SIDES, TEAM, parts, present, strike_team, terrorist_team, total
from engines.musg.battle.setup import Setup, Side
from engines.musg.catalogue import Catalogue
from engines.musg.ranks import Rank
from engines.musg.warband import Figure


class Condition(Struct, frozen=True):
    """One thing asked of a team: a stable ``code``, its numbers, and what a battle is refused for where it is missed.

    ``is_open``: nobody can tell yet, since it hangs on the other team.
    """

    code: str
    params: dict[str, Param]
    missed: tuple[Problem, ...] = ()
    is_open: bool = False

    @property
    def is_met(self) -> bool:
        """Whether nothing is missed, as far as can be told."""
        return not self.missed and not self.is_open


class Team(Struct, frozen=True):
    """A warband in one of the two roles: what is asked of it, and who stays at home because the role has no place."""

    conditions: tuple[Condition, ...]
    home: tuple[Figure, ...]

    @property
    def may_play(self) -> bool:
        """Whether nothing is missed."""
        return not any(one.missed for one in self.conditions)


def as_strike_team(side: Side, heroes: int, catalogue: Catalogue) -> Team:
    """Return a warband as anti-terrorists; ``heroes``: the ceiling of their cost, in points."""
    return _team(side, strike_team(side), of_strike_team(strike_team(side), heroes, catalogue))


def as_terrorists(side: Side, points: int | None, catalogue: Catalogue) -> Team:
    """Return a warband as terrorists; ``points``: what the other team costs, ``None`` where there is none yet."""
    coming = terrorist_team(side, points, catalogue)
    return _team(side, coming, of_terrorists(coming, points, catalogue))


def _team(side: Side, coming: Side, conditions: tuple[Condition, ...]) -> Team:
    return Team(conditions, tuple(figure for figure in present(side) if figure.id in coming.absent))


def problems(setup: Setup) -> list[Problem]:
    """Return all that is wrong with the two teams of a battle: every condition that one of them misses."""
    if len(setup.sides) != SIDES:
        return [Problem("regroup_sides", None, {"count": len(setup.sides), "most": SIDES}, HEADING)]
    anti, terrorists = (setup.sides[number] for number in parts(setup.sides))
    return missed(anti, terrorists, setup.rules.hero_points, setup.catalogue)


def missed(anti: Side, terrorists: Side, heroes: int, catalogue: Catalogue, kits: int = 0) -> list[Problem]:
    """Return every condition that one of two teams misses; ``kits``: how many defusing kits the first pays for.

    They are part of the total that the terrorists may match (Musg, Regroup team !).
    """
    points = total(anti, catalogue) + kits * TEAM.kit_cost
    asked = (*of_strike_team(anti, heroes, catalogue, kits), *of_terrorists(terrorists, points, catalogue))
    return [problem for condition in asked for problem in condition.missed]


def of_strike_team(side: Side, heroes: int, catalogue: Catalogue, kits: int = 0) -> tuple[Condition, ...]:
    """Return what is asked of those who come as anti-terrorists, ``kits`` of them with a defusing kit."""
    cost = total(side, catalogue) + kits * TEAM.kit_cost
    return (
        *_ranks(side, TEAM.lieutenants, (Rank.LEADER, Rank.LIEUTENANT), "ruling M207"),
        _at_most("strike_points", "regroup_over_heroes", side, cost, heroes),
    )


def of_terrorists(side: Side, points: int | None, catalogue: Catalogue) -> tuple[Condition, ...]:
    """Return what is asked of those who come as terrorists; ``points`` as in ``as_terrorists``."""
    cost = total(side, catalogue)
    return (
        *_ranks(side, TEAM.terrorist_lieutenants, (Rank.LEADER, Rank.LIEUTENANT, Rank.EXTRA), HEADING),
        _extras(side),
        Condition("terrorist_points_open", _named(side, count=cost), is_open=True)
        if points is None
        else _at_most("terrorist_points", "regroup_outnumbered", side, cost, points),
    )


def _ranks(side: Side, lieutenants: int, ranks: Sequence[Rank], rule: str) -> Iterator[Condition]:
    coming = present(side)
    asked = _named(side, count=sum(figure.rank is Rank.LEADER for figure in coming))
    yield _asked("leader", asked, Problem("regroup_leader", None, asked, HEADING), ok=asked["count"] == 1)
    seconds = sum(figure.rank is Rank.LIEUTENANT for figure in coming)
    asked = _named(side, count=seconds, most=lieutenants)
    yield _asked("lieutenants", asked, Problem("regroup_lieutenants", None, asked, rule), ok=seconds <= lieutenants)
    strangers = [figure for figure in coming if figure.rank not in ranks]
    missed = tuple(Problem("regroup_rank", one.id, {**_named(side), "figure": one.name}, rule) for one in strangers)
    yield Condition("ranks", _named(side, count=len(strangers)), missed)


def _extras(side: Side) -> Condition:
    count = sum(figure.rank is Rank.EXTRA for figure in present(side))
    return _asked(
        "extras",
        _named(side, count=count),
        Problem("regroup_no_extras", None, _named(side), "ruling M215"),
        ok=count > 0,
    )


def _at_most(code: str, refusal: str, side: Side, cost: int, most: int) -> Condition:
    asked = _named(side, count=cost, most=most)
    return _asked(code, asked, Problem(refusal, None, asked, "ruling M339"), ok=cost <= most)


def _asked(code: str, params: dict[str, Param], problem: Problem, *, ok: bool) -> Condition:
    return Condition(code, params, () if ok else (problem,))


def _named(side: Side, **numbers: int) -> dict[str, Param]:
    return {"warband": side.key, "name": side.name, **numbers}
