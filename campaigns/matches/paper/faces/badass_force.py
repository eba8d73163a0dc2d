"""Cards of Badass Force: characters with the signs of their classes, weapons with their bar of cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaigns.matches.cards.kinds import CardData, Kind, at
from campaigns.matches.cards.kinds.badass_force import ANY_CHARGE, BAR, CLASSES, ON
from campaigns.matches.cards.page import slots_said
from campaigns.matches.paper.faces.face import Bar, Face, Line, Sign, Signs, Style, sentences

CLASS_ICONS: Final[Mapping[str, str]] = {"defence": "shield", "assassin": "dagger", "ammo": "gun"}
CASE_ICONS: Final[Mapping[str, str]] = {"bar.start": "play", "bar.explode": "bomb", "bar.most": "warning"}
CHARACTER, WEAPON = "#2b2b2b", "#7a2e12"


def face(kind: Kind, row: CardData) -> Face:
    """Draw a character or a weapon."""
    if kind.place == "characters":
        classes = [Sign(CLASS_ICONS[one], "", CLASSES.options[one]) for one in row.get("classes", ())]
        lines = [_said(row, slot.with_, Line(slot.title, said)) for slot, said in slots_said("badass_force", kind, row)]
        return Face(colour=CHARACTER, signs=(Signs(CLASSES.label, Style.ROW, classes),), lines=lines)
    warning = [Line(ANY_CHARGE.label, mark="warning")] if at(row, ANY_CHARGE.path) else []
    return Face(colour=WEAPON, bar=_bar(row), lines=[*sentences("badass_force", kind, row), *warning])


def _said(row: CardData, with_: str, line: Line) -> Line:
    """A reaction says first upon what."""
    if with_ != ON.path:
        return line
    return Line(f"{ON.label} {ON.describe(row)}", line.said, mark="refresh")


def _bar(row: CardData) -> Bar:
    start, usable, most = (figure.of(row) for figure in BAR.figures)
    legend = [Sign(CASE_ICONS[figure.path], str(figure.of(row)), figure.label) for figure in BAR.figures]
    return Bar(BAR.title, start, usable, most, legend)
