"""What would change for each warband, in words."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from msgspec import Struct

from engines.core.problems import Problem
from engines.musg.adoption import Difference, TryOn
from engines.musg.catalogue.types import Characteristic
from engines.musg.warband import Warband as Roster
from rosters.models import Warband
from rosters.wording import characteristic_name, problem_sentence, target

TARGETS = frozenset({Characteristic.SHOOTING.value, Characteristic.MELEE.value})


class Lines(Struct, frozen=True):
    """One warband: ``bars`` forbid the adoption, ``breaches`` and ``told`` do not, ``changes`` are by figure."""

    warband: Warband
    bars: list[str]
    breaches: list[str]
    told: list[str]
    changes: list[tuple[str, list[str]]]

    @property
    def nothing(self) -> bool:
        """Whether nothing would change."""
        return not (self.bars or self.breaches or self.told or self.changes)

    @classmethod
    def of(cls, warband: Warband, found: TryOn) -> Lines:
        """Put a try-on into words."""
        roster = warband.roster

        def said(problems: tuple[Problem, ...]) -> list[str]:
            return [problem_sentence(problem, roster.catalogue, roster) for problem in problems]

        return cls(
            warband,
            said(found.bars),
            said((*found.breaches, *found.untaught)),
            [_("Founded today it would be refused: %(why)s") % {"why": one} for one in said(found.founding)],
            list(_by_figure(roster, found.differences)),
        )


def _by_figure(roster: Roster, differences: tuple[Difference, ...]) -> Iterator[tuple[str, list[str]]]:
    for number in dict.fromkeys(line.figure for line in differences):
        figure = roster.figure(number) if number is not None else None
        lines = [_line(line) for line in differences if line.figure == number]
        yield (figure.name if figure is not None else _("The warband")), lines


def _line(line: Difference) -> str:
    values = {"what": _aspect(line.aspect), "was": _number(line, line.was), "now": _number(line, line.now)}
    return _("%(what)s: %(was)s → %(now)s") % values


def _aspect(aspect: str) -> str:
    if aspect in set(Characteristic):
        return characteristic_name(aspect)
    named = {"cost": _("counts in the value"), "fee": _("fee for each battle")}
    return {**named, "value": _("value"), "treasury": _("left to spend")}[aspect]


def _number(line: Difference, value: int | None) -> str:
    if line.aspect in TARGETS:
        return target(value)
    return "–" if value is None else str(value)
