"""What a scenario's objectives ask for, and what is wrong with one, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.replay.wording.names import join
from club.words import words
from engines.core.problems import Problem
from engines.musg.battle.objectives import (
    AnyObjective,
    BringDown,
    BringHome,
    CarryOff,
    Edge,
    Escape,
    Hold,
    Objective,
    Survive,
)
from engines.musg.battle.setup import MOST_SIDES
from rosters.wording import rank_name

EDGES: Final[Mapping[Edge, str | Promise]] = {
    Edge.OWN: gettext_lazy("one’s own edge"),
    Edge.FAR: gettext_lazy("the opposite edge"),
    Edge.NORTH: gettext_lazy("the north edge"),
    Edge.EAST: gettext_lazy("the east edge"),
    Edge.SOUTH: gettext_lazy("the south edge"),
    Edge.WEST: gettext_lazy("the west edge"),
}
"""The edges of a table; north is at the top of the map."""


def _edges(edges: Iterable[Edge]) -> str:
    found = [str(EDGES[edge]) for edge in edges]
    return (
        found[0]
        if len(found) == 1
        else _("%(first)s or %(last)s")
        % {
            "first": ", ".join(found[:-1]),
            "last": found[-1] if found else "",
        }
    )


def _carry_off(one: CarryOff, roles: Sequence[str]) -> str:
    values = {"thing": words(one.thing), "edge": _edges(one.edges), "count": len(one.at)}
    if one.to is not None:
        text = ngettext(
            "bring %(thing)s to the marked place.",
            "bring %(thing)s to the marked place; there are %(count)s.",
            len(one.at),
        )
        return text % values
    text = ngettext(
        "carry %(thing)s off the table over %(edge)s.",
        "carry %(thing)s off the table over %(edge)s; there are %(count)s.",
        len(one.at),
    )
    return text % values


def _hold(one: Hold, roles: Sequence[str]) -> str:
    values = {"place": words(one.name), "turn": one.from_turn}
    if not one.each_turn:
        return _("have the most figures at %(place)s when the battle ends.") % values
    if one.from_turn == 1:
        return _("have the most figures at %(place)s at the end of each turn.") % values
    return _("have the most figures at %(place)s at the end of each turn, from turn %(turn)s on.") % values


def _escape(one: Escape, roles: Sequence[str]) -> str:
    values = {"edge": _edges(one.edges), "rank": rank_name(one.rank) if one.rank else "", "turn": one.from_turn}
    if one.rank is None:
        text = _("walk off over %(edge)s; it counts for each figure.") % values
    else:
        text = _("walk off over %(edge)s; it counts for each figure of the rank: %(rank)s.") % values
    if one.from_turn == 1:
        return text
    later = _("Not before turn %(turn)s.") % values
    return f"{text} {later}"


def _bring_down(one: BringDown, roles: Sequence[str]) -> str:
    values = {"rank": rank_name(one.rank), "role": roles[one.of] if one.of is not None and one.of < len(roles) else ""}
    if one.of is None:
        return _("put enemies of this rank out of action: %(rank)s; it counts for each.") % values
    return _("put out of action, on the side called %(role)s: %(rank)s; it counts for each.") % values


def _survive(one: Survive, roles: Sequence[str]) -> str:
    values = {"count": one.least, "rank": rank_name(one.rank) if one.rank else ""}
    if one.rank is not None:
        return _("bring through to the end: %(rank)s (at least %(count)s).") % values
    text = ngettext(
        "bring at least %(count)s figure through to the end.",
        "bring at least %(count)s figures through to the end.",
        one.least,
    )
    return text % values


def _bring_home(one: BringHome, roles: Sequence[str]) -> str:
    return _("get companions held by the aliens off the table, over any edge; each one counts.")


KINDS: Final[Mapping[type[Objective], str | Promise]] = {
    CarryOff: gettext_lazy("Carry something off"),
    Hold: gettext_lazy("Hold a place"),
    Escape: gettext_lazy("Escape over an edge"),
    BringDown: gettext_lazy("Bring somebody down"),
    Survive: gettext_lazy("Survive"),
    BringHome: gettext_lazy("Bring captives home"),
}
"""The kinds of objectives, in the order in which a form offers them."""

_ASKS: Final[Mapping[type[Objective], Callable[[Any, Sequence[str]], str]]] = {
    CarryOff: _carry_off,
    Hold: _hold,
    Escape: _escape,
    BringDown: _bring_down,
    Survive: _survive,
    BringHome: _bring_home,
}


def aim(one: AnyObjective, roles: Sequence[str]) -> str:
    """Return what an objective asks of whom and what it brings; ``roles`` are the names of the sides."""
    who = join(roles[side] for side in one.sides if side < len(roles)) if one.sides else _("Everybody")
    text = ngettext(
        "%(who)s, %(points)s victory point: %(aim)s", "%(who)s, %(points)s victory points: %(aim)s", one.points
    )
    said = text % {"who": who, "points": one.points, "aim": _ASKS[type(one)](one, roles)}
    if not one.decisive:
        return said
    last = _("Once that is done, the battle is over.")
    return f"{said} {last}"


_WRONG: Final[Mapping[str, str | Promise]] = {
    "objective_points": gettext_lazy("Victory points are 1 to %(most)s."),
    "objective_side": gettext_lazy("There is no such side."),
    "objective_place": gettext_lazy("This is not on the table, or too small for a figure."),
    "objective_edges": gettext_lazy("Over which edge?"),
    "objective_words": gettext_lazy("Say it in both languages."),
    "objective_turn": gettext_lazy("Turns are counted from 1."),
    "objective_least": gettext_lazy("At least one figure."),
    "scenario_long": gettext_lazy("At most %(most)s characters; these are %(count)s."),
    "scenario_ground": gettext_lazy("No such table can be laid: two zones need a table at least 30 paces deep."),
    "scenario_objectives": gettext_lazy("A scenario has 1 to %(most)s objectives."),
    "scenario_figures": gettext_lazy("0 to %(most)s figures."),
    "battle_turns": gettext_lazy("A battle has 1 to %(most)s turns."),
    "battle_zone": gettext_lazy("This zone is taken, or the table has no zone of this number."),
    "battle_module": gettext_lazy("No such module: %(module)s."),
    "scenario_part": gettext_lazy("No module of the scenario gives anybody this part."),
}


def wrong(problem: Problem) -> str:
    """Return what is wrong with a scenario as a sentence."""
    if problem.code == "battle_sides":
        if problem.params.get("least") == 1:
            return _("A scenario has 1 to %(most)s sides.") % {"most": MOST_SIDES}
        return _("A scenario has 2 to %(most)s sides; one alone only with a module that brings others.") % {
            "most": MOST_SIDES
        }
    sentence = _WRONG.get(problem.code)
    return str(sentence) % problem.params if sentence else problem.code
