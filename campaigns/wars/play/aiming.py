"""What a figure can get at, for the map, and the way to one place, before anything is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import ngettext
from msgspec import Struct

from campaigns.wars.ground.map import short
from campaigns.wars.play.wording.odds import best_chance, percent
from campaigns.wars.play.wording.terms import Reason, leads_text, tests_of
from campaigns.wars.replay.wording import Names
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.prospects import Chances, Way, code_of, reach, way
from engines.musg.prospects.option import Ring


class Aim(Struct, frozen=True):
    """A way to a place, drawn and told.

    ``code`` is what to send, after ``first`` if there is one; ``ends`` where it leads, in paces from the corner.
    """

    figure: int
    name: str
    run: bool
    code: str
    cost: str
    exact: bool
    outline: str
    ends: str
    place: str
    tests: tuple[Reason, ...]
    first: str = ""


def reach_data(battle: Battle, figure: int, side: int) -> dict[str, Any]:
    """Return what a figure of a side can get at, for the map's script: outlines, and whom with which chance.

    Empty for a figure that is none of the side's: what others can get at is their own business.
    """
    if not 0 <= figure < len(battle.pieces) or battle.pieces[figure].side != side:
        return {}
    found = reach(battle, figure, side=side)
    return {
        "figure": figure,
        "points": found.points,
        "walk": outline(found.walk),
        "run": outline(found.run),
        "charge": [{"figure": one.figure, "chance": best_chance(one.chances)} for one in found.charge],
        "shoot": [{"figure": one.figure, "chance": _shot(one.chances)} for one in found.shoot],
    }


def _shot(chances: Chances) -> str:
    return percent(chances.hit) if chances.hit is not None else ""


def outline(rings: Iterable[Ring]) -> str:
    """Return outlines as the data of one SVG path, to be filled by the even-odd rule."""
    return "".join("M" + "L".join(f"{round(x, 2):g} {round(y, 2):g}" for x, y in ring) + "z" for ring in rings)


def aim_of(
    battle: Battle, names: Names, side: int, x: float, y: float, *, run: bool, figure: int | None = None
) -> Aim | None:
    """Return the way of the figure that acts to a place, or as near as it comes; ``None`` where it cannot go at all.

    ``figure``: of whom else, where somebody is to be activated.
    """
    decision = battle.decision
    goes = decision.figure if decision is not None and decision.ask is Ask.ACT else figure
    if decision is None or decision.side != side or goes is None:
        return None
    found = way(battle, goes, x, y, run=run)
    return _aim(found, goes, names, run=run) if found is not None else None


def _aim(found: Way, figure: int, names: Names, *, run: bool) -> Aim:
    text = ngettext("%(count)s action point", "%(count)s action points", found.cost)
    return Aim(
        figure=figure,
        name=names.figure(figure),
        run=run,
        code=code_of(found.action),
        cost=text % {"count": found.cost},
        exact=found.exact,
        outline="M" + "L".join(f"{short(px)} {short(py)}" for px, py in found.leads.points),
        ends=f"{found.leads.to[0]:.0f}, {found.leads.to[1]:.0f}",
        place=leads_text(found.leads, names),
        tests=tests_of(found.tests, names),
        first=code_of(found.before) if found.before is not None else "",
    )
