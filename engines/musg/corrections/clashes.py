"""How a battle comes out between rosters that are not quite those it was fought with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import journal, report as reports
from engines.musg.corrections.faces import RollKey
from engines.musg.corrections.outcome import Fought
from engines.musg.corrections.timeline import Clash
from engines.musg.entries import Fight
from engines.musg.report import Report
from engines.musg.warband import Warband

ACTIVITY: Final = "activity "
"""Why an erratic figure rolls before a battle; the warband's key follows."""


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
