"""How a battle comes out between rosters that are not quite those it was fought with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import journal, report as reports
from engines.musg.corrections.faces import RollKey
from engines.musg.corrections.outcome import Fought
from engines.musg.corrections.timeline import Clash
from engines.musg.entries import Fight
from engines.musg.report import Report, Who
from engines.musg.warband import Warband

ACTIVITY: Final = "activity "
"""Why an erratic figure rolls before a battle; the warband's key follows."""


class Attendance(Struct, frozen=True):
    """Who was ``there`` when a battle was told, and who ``could`` have been; the referee's ``word`` about others."""

    there: frozenset[Who]
    could: frozenset[Who]
    word: Mapping[Who, bool] = {}


def attendance(befores: Mapping[str, Warband], clash: Clash, report: Report, word: Mapping[Who, bool]) -> Attendance:
    """Return who was at a battle as it was told when the rosters were ``befores``.

    The journals say it of a battle that was fought; of another report about it, or of a battle that was forgotten, the
    report does.
    """
    if report is clash.report and clash.fights:
        there = [Who(key, number) for key, fight in clash.fights.items() for number in fight.engagement.present]
    elif report.present is UNSET:
        there = [*reports.witnessed(befores, report)]
    else:
        there = [*report.present]
    could = (Who(key, f.id) for key, warband in befores.items() for f in warband.active if reports.unable(f) is None)
    return Attendance(frozenset(there), frozenset(could), word)


def uncertain(rosters: Mapping[str, Warband], report: Report, known: Attendance) -> tuple[Who, ...]:
    """Return who could have been at a battle only in the corrected past: whether they were, nobody has ever said."""
    return tuple(who for who in _able(rosters, report) if who not in known.there | known.could)


def attended(rosters: Mapping[str, Warband], report: Report, known: Attendance) -> Report:
    """Return a report that says who was there; of whom nobody said so was not."""
    able = _able(rosters, report)
    fought = tuple(who for who in able if who in known.there or known.word.get(who, False))
    if fought == (able if report.present is UNSET else report.present):
        return report
    return replace(report, present=fought)


def _able(rosters: Mapping[str, Warband], report: Report) -> Collection[Who]:
    """Return who would have been at a battle if everybody came who is not told to have stayed away."""
    return reports.witnessed(rosters, replace(report, present=UNSET))


def outcome(
    rosters: Mapping[str, Warband], clash: Clash, report: Report, known: Mapping[RollKey, tuple[int, ...]]
) -> tuple[Fought | None, list[Problem]]:
    """Return how the battle comes out between these rosters, or all that speaks against it.

    ``known`` are the rolls made for the correction.
    """
    report = fitted(rosters, report)
    rolled = {
        f"{reason.removeprefix(ACTIVITY)}:{number}": faces[0]
        for (number, reason, _nth), faces in known.items()
        if reason.startswith(ACTIVITY)
    }
    if rolled:
        report = replace(report, activity={**rolled, **report.activity})
    found = _problems(rosters, report)
    if found:
        return None, found
    engagements = reports.engagements(rosters, report, battle=clash.battle, title=clash.title)
    for key, engagement in engagements.items():
        found += journal.problems(rosters[key], Fight(engagement=engagement))
    if found:
        return None, found
    return Fought(report, reports.result(rosters, report), engagements), []


def fitted(rosters: Mapping[str, Warband], report: Report) -> Report:
    """Return a report without those absent who are with their warband no more; a referee's correction gives leave.

    Nor does it tell of vehicles that are not there any more.
    """
    absent = tuple(
        who
        for who in report.absent
        if (warband := rosters.get(who.warband)) and (figure := warband.figure(who.figure)) and figure.active
    )
    leave = tuple(dict.fromkeys((*report.leave, *reports.needing_leave(rosters))))
    broken = tuple(
        one
        for one in report.broken or ()
        if (warband := rosters.get(one.warband)) and (vehicle := warband.vehicle(one.vehicle)) and vehicle.owned
    )
    if absent == report.absent and leave == report.leave and broken == (report.broken or ()):
        return report
    return replace(report, absent=absent, leave=leave, broken=broken or UNSET)


def _problems(rosters: Mapping[str, Warband], report: Report) -> list[Problem]:
    """Return what speaks against a battle: the report's faults, and a warband that still has another to get over."""
    waiting = [
        Problem("aftermath_waiting", None, {"title": warband.engagement.title, "warband": key})
        for key, warband in rosters.items()
        if warband.engagement is not None
    ]
    return waiting or reports.problems(rosters, report)
