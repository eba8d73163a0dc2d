"""The templates of Musg at true size: scatter, blasts, flame, and rulers in paces, to print and cut out.

The pictures of the rulebook's annex are lost: the shapes are those that the engine measures with
(``engines.musg.ground.templates``). A pace is an inch for figures of 25 to 30 mm, 20 mm for figures at 1/72.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import acos, cos, pi, sin
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext, pgettext, pgettext_lazy

from club.paper import press
from club.paper.choices import PaperChoices
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import RangedWeapon, Template
from engines.musg.ground.templates import BACK, FLAME_END, FLAME_LENGTH, FLAME_MUZZLE, FORWARD, LEFT, RIGHT
from rosters import wording

TEMPLATE: Final = Path(__file__).parent / "templates.typ"
PACES: Final[Mapping[str, float]] = {"inch": 25.4, "20mm": 20.0}
"""How many millimetres a pace measures, by what the address calls the scale."""
SCALES: Final = {
    "inch": pgettext_lazy("scale of figures", "1 pace = 1 inch"),
    "20mm": pgettext_lazy("scale of figures", "1 pace = 20 mm"),
}
DRIFT: Final = 3
"""The farthest that a grenade drifts, in paces."""
ROOM: Final = 230.0
"""Millimetres of a page's height that a ruler may take."""
HALF_MOST: Final = 130.0
"""The greatest radius in millimetres of which half fits on a page."""
NAMED_MOST: Final = 8
"""So many weapons are named beside a template."""
RULERS: Final = 5
STICKS: Final = (3, 4)
"""Short rulers: how near allies count in a test of command, and how near one lends his own."""
_STEPS: Final = 48
"""Corners along each end of the flame: its outline is then exact to a twentieth of a millimetre."""


def pdf(scale: str, choices: PaperChoices, catalogue: Catalogue = CATALOGUE) -> bytes:
    """Return the templates in one scale as a PDF, for the weapons of a catalogue."""
    return press.pdf(TEMPLATE, data(scale, choices, catalogue))


def data(scale: str, choices: PaperChoices, catalogue: Catalogue = CATALOGUE) -> dict[str, Any]:
    """Return what the template reads: measures in millimetres, and every text."""
    pace = PACES[scale]
    return {
        "look": choices.look,
        "words": _words(),
        "title": _("Templates for Musg: %(scale)s") % {"scale": SCALES[scale]},
        "scale": str(SCALES[scale]),
        "pace": pace,
        "scatter": {"drift": DRIFT, "faces": [FORWARD, RIGHT, BACK, LEFT]},
        "blasts": [
            {"radius": radius, "said": _paces(radius), "weapons": weapons, "wedge": wedge_outline(radius, pace)}
            for radius, weapons in _blasts(catalogue).items()
        ],
        "flame": {"outline": flame_outline(pace), "weapons": _named(catalogue, Template.FLAME)},
        "rulers": {"paces": int(ROOM // pace), "count": RULERS},
        "sticks": [
            {"paces": paces, "said": _paces(paces), "hint": hint} for paces, hint in zip(STICKS, _hints(), strict=True)
        ],
    }


def flame_outline(pace: float) -> list[tuple[float, float]]:
    """Return the corners of the flame, in millimetres across and ahead of the middle of its muzzle's edge.

    Two circles and the lines that touch both: the muzzle's half, then the far end's, anticlockwise.
    """
    lean = acos((FLAME_MUZZLE - FLAME_END) / (FLAME_LENGTH - FLAME_MUZZLE - FLAME_END))
    corners = []
    for radius, ahead, begin, end in (
        (FLAME_MUZZLE, FLAME_MUZZLE, lean, 2 * pi - lean),
        (FLAME_END, FLAME_LENGTH - FLAME_END, -lean, lean),
    ):
        for step in range(_STEPS + 1):
            # Angles are counted from straight ahead.
            turn = begin + (end - begin) * step / _STEPS
            corners.append((round(-pace * radius * sin(turn), 4), round(pace * (ahead + radius * cos(turn)), 4)))
    return corners


def wedge_outline(radius: int, pace: float) -> list[tuple[float, float]]:
    """Return the corners of an eighth of a blast of which no page holds half; nothing for any other.

    In millimetres across and ahead of the point of impact, the point first.
    """
    if radius * pace <= HALF_MOST:
        return []
    turns = (pi / 4 * (step / _STEPS - 1 / 2) for step in range(_STEPS + 1))
    arc = [(round(radius * pace * sin(turn), 4), round(radius * pace * cos(turn), 4)) for turn in turns]
    return [(0.0, 0.0), *arc]


def has_templates(guns: Iterable[RangedWeapon]) -> bool:
    """Tell whether any of some weapons is laid out with a template."""
    return any(gun.template is not None for gun in guns)


def _blasts(catalogue: Catalogue) -> dict[int, str]:
    """The radii of blasts in paces, the smallest first, each with the weapons that have it."""
    radii = {gun.radius for gun in catalogue.ranged.values() if gun.template is Template.BLAST and gun.radius}
    return {radius: _named(catalogue, Template.BLAST, radius) for radius in sorted(radii)}


def _named(catalogue: Catalogue, template: Template, radius: int | None = None) -> str:
    names = [
        wording.item_name(code, catalogue)
        for code, gun in catalogue.ranged.items()
        if gun.template is template and gun.radius == radius
    ]
    return ", ".join([*names[:NAMED_MOST], *(["…"] if len(names) > NAMED_MOST else [])])


def _paces(count: int) -> str:
    return ngettext("%(count)s pace", "%(count)s paces", count) % {"count": count}


def _hints() -> tuple[str, str]:
    return (
        _("Nearer than this, an ally helps in a test of command."),
        _("Nearer than this, somebody may lend their command."),
    )


def _words() -> dict[str, Any]:
    return {
        "check": _("This line measures 50 mm. If yours does not, print at actual size, not fitted to the page."),
        "scatter": pgettext("template", "Scatter"),
        "scatter_rules": [
            _("Lay the middle on the target, the arrow along the throw, and roll a die."),
            _("1: it does not explode. 6: it explodes on the target."),
            _("2 to 5: it drifts that way, 1d3 paces. The rings are 1, 2 and 3 paces from the middle (M74, M76)."),
        ],
        "blast": pgettext("template", "Blast"),
        "blast_rule": _("Everybody whose base it touches is hit (M77, M78)."),
        "half": _(
            "Half of it: lay the straight edge through the point of impact, and turn it round for the other half."
        ),
        "eighth": _("An eighth of it: lay its point on the point of impact, and turn it round for the others."),
        "flame": pgettext("template", "Flame"),
        "flame_rule": _("Lay the narrow end against the shooter’s base. Everybody whose base it touches is hit (M80)."),
        "rulers": _("Rulers in paces"),
    }
