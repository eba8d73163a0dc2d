"""What would change for each warband, in words."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from msgspec import Struct

from engines.core.problems import Problem
from engines.musg.adoption import Difference, Rewording, TryOn
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic
from engines.musg.warband import Warband as Roster
from rosters.models import Warband
from rosters.packs.told import thing_told, told
from rosters.wording import characteristic_name, characteristic_value, problem_sentence


class Lines(Struct, frozen=True):
    """One warband: ``bars`` forbid the adoption, ``breaches`` and ``told`` do not.

    ``changes`` are by what the warband uses, then by figure.
    """

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
    def of(cls, warband: Warband, found: TryOn, catalogue: Catalogue) -> Lines:
        """Put a try-on into words; ``catalogue`` is that which would be played with."""
        roster = warband.roster

        def said(problems: tuple[Problem, ...]) -> list[str]:
            return [problem_sentence(problem, roster.catalogue, roster) for problem in problems]

        return cls(
            warband,
            said(found.bars),
            said((*found.breaches, *found.untaught)),
            [_("Founded today it would be refused: %(why)s") % {"why": one} for one in said(found.founding)],
            [*_by_thing(roster, found.rewordings, catalogue), *_by_figure(roster, found.differences)],
        )


def _by_thing(roster: Roster, rewordings: tuple[Rewording, ...], after: Catalogue) -> Iterator[tuple[str, list[str]]]:
    by_thing: dict[tuple[str, str], list[Rewording]] = {}
    for line in rewordings:
        by_thing.setdefault((line.kind, line.code), []).append(line)
    for found in by_thing.values():
        if lines := [_changed(*said) for line in found for said in told(line, roster.catalogue, after)]:
            yield thing_told(found[0], after), lines


def _by_figure(roster: Roster, differences: tuple[Difference, ...]) -> Iterator[tuple[str, list[str]]]:
    for number in dict.fromkeys(line.figure for line in differences):
        figure = roster.figure(number) if number is not None else None
        lines = [_line(line) for line in differences if line.figure == number]
        yield (figure.name if figure is not None else _("The warband")), lines


def _line(line: Difference) -> str:
    return _changed(
        _aspect(line.aspect), characteristic_value(line.aspect, line.was), characteristic_value(line.aspect, line.now)
    )


def _changed(what: str, was: str, now: str) -> str:
    return _("%(what)s: %(was)s → %(now)s") % {"what": what, "was": was, "now": now}


def _aspect(aspect: str) -> str:
    if aspect in set(Characteristic):
        return characteristic_name(aspect)
    named = {"cost": _("counts in the value"), "fee": _("fee for each battle")}
    return {**named, "value": _("value"), "treasury": _("left to spend")}[aspect]
