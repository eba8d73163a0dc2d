"""What is wrong with a table, in sentences, each with the place in the table's form where it is typed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.wars.ground.map import zone_letter
from club.operations import Objection
from engines.core.problems import Problem
from engines.musg.ground import layout as layouts
from engines.musg.ground.layout import ZONE_GAP, Layout
from engines.musg.ground.shapes import Rectangle

_SENTENCES: Final = {
    "table_size": gettext_lazy("A table is 2 to %(most)s paces wide and deep."),
    "table_pieces": gettext_lazy("%(count)s pieces of terrain; the limit is %(most)s."),
    "table_height": gettext_lazy("A height is 0 to 200 paces."),
    "table_flat": gettext_lazy("Anything that figures cross or stand on needs a height above 0."),
    "table_corners": gettext_lazy("An outline has 3 to %(most)s corners; this one has %(count)s."),
    "table_outline": gettext_lazy("This outline crosses itself, or encloses nothing."),
    "table_thin": gettext_lazy("This is too thin: it must be at least a twentieth of a pace."),
    "table_outside": gettext_lazy("Part of this is outside the table."),
}


def layout_problems(layout: Layout, *, sides: int) -> list[Objection]:
    """Return everything wrong with a table for so many sides.

    The field is "width" or "depth", "piece 3" or "zone 1" (counted from 1), or none.
    """
    found = [_objection(problem) for problem in layouts.problems(layout)]
    if len(layout.zones) < sides:
        values = {"zones": len(layout.zones), "sides": sides}
        words = _("%(sides)s warbands need as many deployment zones; there are %(zones)s.") % values
        found.append(Objection("battle_zone", words, None, values))
    return found


def layout_warnings(layout: Layout) -> Iterator[str]:
    """Yield what the players may have agreed on, but the rules ask for otherwise (Musg, Déploiement)."""
    words = _("Zones %(one)s and %(other)s are only %(gap)s paces apart; the rules ask for %(least)s.")
    for (one, first), (other, second) in combinations(enumerate(layout.zones), 2):
        if not (isinstance(first.shape, Rectangle) and isinstance(second.shape, Rectangle)):
            continue
        gap = _gap(first.shape, second.shape)
        if gap < ZONE_GAP:
            names = {"one": zone_letter(one), "other": zone_letter(other)}
            yield words % {**names, "gap": _number(gap), "least": _number(ZONE_GAP)}


def _number(paces: float) -> str:
    return str(number_format(paces, 0 if round(paces, 1).is_integer() else 1))


def _gap(one: Rectangle, other: Rectangle) -> float:
    """Return how far apart two boxes are."""
    across = max(one.x - other.x - other.width, other.x - one.x - one.width, 0.0)
    along = max(one.y - other.y - other.depth, other.y - one.y - one.depth, 0.0)
    return hypot(across, along)


def _objection(problem: Problem) -> Objection:
    item = problem.params.get("item")
    sentence = _SENTENCES.get(problem.code)
    words = str(sentence % problem.params) if sentence else problem.code
    return Objection(problem.code, words, str(item) if item else None, dict(problem.params))
