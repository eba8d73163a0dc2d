"""What a report says, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _, ngettext

from campaigns.wars.civilians.wording import lost_names, names
from engines.musg.abducted import Tidings
from engines.musg.catalogue import Catalogue
from engines.musg.engagement import UNKNOWN
from engines.musg.report import Report, Who
from engines.musg.warband import Warband as Roster


def story(report: Report, rosters: dict[str, Roster]) -> Iterable[str]:
    """Yield what a report says, in sentences."""
    for down in report.downs:
        values = {"victim": _name(down.victim, rosters), "by": _name(down.by, rosters) if down.by else ""}
        if down.captured:
            yield _("%(victim)s was put out of action, left lying and carried off by the aliens.") % values
        elif down.by is None and down.killed:
            yield _("%(victim)s was killed outright by an accident.") % values
        elif down.by is None:
            yield _("%(victim)s was put out of action by an accident.") % values
        elif down.killed:
            yield _("%(victim)s was killed outright by %(by)s.") % values
        else:
            yield _("%(victim)s was put out of action by %(by)s.") % values
    for who in report.fled:
        yield _("%(name)s fled the table.") % {"name": _name(who, rosters)}
    for who in report.rescued or ():
        yield _("%(name)s was brought home from the aliens.") % {"name": _name(who, rosters)}
    if report.civilians:
        yield from _civilians(report.civilians, next(iter(rosters.values())).catalogue)
    for who in report.absent:
        yield _("%(name)s sat the battle out.") % {"name": _name(who, rosters)}
    for one in report.broken or ():
        roster = rosters.get(one.warband)
        vehicle = roster.vehicle(one.vehicle) if roster else None
        if roster is None or vehicle is None:
            continue
        values = {"name": f"{vehicle.name} ({roster.name})", "count": str(one.lost)}
        if one.lost >= vehicle.structure(roster.catalogue):
            yield _("%(name)s was wrecked.") % values
        else:
            text = ngettext(
                "%(name)s lost %(count)s point of structure.", "%(name)s lost %(count)s points of structure.", one.lost
            )
            yield text % values
    for name, die in report.activity.items():
        key, _colon, number = name.partition(":")
        values = {"name": _name(Who(key, int(number)), rosters), "die": str(die)}
        if die == 1:
            yield _("%(name)s, erratic, rolled a 1 and sat the battle out.") % values
    for key, points in report.bonus.items():
        if points and key in rosters:
            text = _("%(warband)s: %(points)s victory points from the scenario.")
            yield text % {"warband": rosters[key].name, "points": points}
    for key, points in (report.unspent or {}).items():
        if points and key in rosters:
            text = ngettext(
                "%(warband)s: %(points)s victory point for what was not spent at the muster.",
                "%(warband)s: %(points)s victory points for what was not spent at the muster.",
                points,
            )
            yield text % {"warband": rosters[key].name, "points": points}
    for key in report.guarded:
        if key in rosters:
            yield _("The troll bodyguard of %(warband)s watched over the fallen leader.") % {
                "warband": rosters[key].name
            }
    for key in report.leave:
        if key in rosters:
            yield _("%(warband)s fought without leader or henchman, by the referee’s leave.") % {
                "warband": rosters[key].name
            }


def _civilians(said: Tidings, catalogue: Catalogue) -> Iterable[str]:
    for name in lost_names(said.taken, catalogue):
        yield _("%(name)s, a civilian, was left lying and carried off by the aliens.") % {"name": name}
    for name in names(said.freed, catalogue):
        yield _("%(name)s, a civilian, was brought home from the aliens.") % {"name": name}
    for name in names(said.died, catalogue):
        yield _("%(name)s, a civilian, died in the rescue.") % {"name": name}


def _name(who: Who, rosters: dict[str, Roster]) -> str:
    roster = rosters.get(who.warband)
    if roster is not None and who.figure == UNKNOWN:
        return roster.name
    figure = roster.figure(who.figure) if roster else None
    if roster is None or figure is None:
        return "?"
    return f"{figure.name} ({roster.name})"
