"""What the battle's page says about its report and its aftermaths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.league.access import is_player, is_referee
from campaigns.wars.forecast import page as forecast_page
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from club.access import User
from engines.musg import report as rules
from engines.musg.report import Report, Who
from engines.musg.warband import Outcome, Warband as Roster


@dataclass(frozen=True, slots=True)
class Score:
    """One side's result: as reported, or as it stands."""

    side: BattleSide
    points: int
    outcome: str
    agreed: bool


@dataclass(frozen=True, slots=True)
class ReportPanel:
    """The report that stands, what the reader may do about it, and whose answer is awaited."""

    battle: Battle
    standing: BattleReport | None
    scores: tuple[Score, ...] = ()
    lines: tuple[str, ...] = ()
    reason: str = ""
    awaited: tuple[BattleSide, ...] = ()
    may_report: bool = False
    may_answer: bool = False
    may_settle: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether the report has been applied."""
        return self.battle.state == BattleState.CONFIRMED


@dataclass(frozen=True, slots=True)
class AftermathLine:
    """One warband's aftermath as a line of the panel."""

    recovery: Recovery
    state: str
    action: str
    address: str
    may_act: bool


@dataclass(frozen=True, slots=True)
class AftermathPanel:
    """The aftermaths of a confirmed battle; a referee may let the site roll those nobody began."""

    battle: Battle
    lines: tuple[AftermathLine, ...] = ()
    may_roll_all: bool = False


def context(battle: Battle, user: User) -> dict[str, Any]:
    """Return the panels of a battle from a loader of ``wars.access``: three queries, however many fought."""
    return {
        "report_panel": _report_panel(battle, user),
        "aftermath_panel": _aftermath_panel(battle, user),
        "forecast_panel": forecast_page.panel(battle, user),
    }


def _report_panel(battle: Battle, user: User) -> ReportPanel:
    standing = battle.reports.select_related("author", "disputed_by").first()
    sides = list(battle.sides.all())
    player, referee = is_player(user, battle), is_referee(user, battle.campaign)
    is_open = battle.state in (BattleState.SCHEDULED, BattleState.REPORTED, BattleState.DISPUTED)
    may_report = is_open and not battle.campaign.closed and (player or referee)
    if standing is None or battle.state == BattleState.CANCELLED:
        return ReportPanel(battle, None, may_report=may_report)
    rosters = {side.warband.key: side.warband.roster for side in sides}
    reported = battle.state == BattleState.REPORTED
    return ReportPanel(
        battle,
        standing,
        scores=tuple(_scores(battle, sides, rosters, standing.report)),
        lines=tuple(story(standing.report, rosters)),
        reason=standing.report.reason,
        awaited=tuple(side for side in sides if not side.agreed) if reported else (),
        may_report=may_report,
        may_answer=reported and any(not side.agreed and side.warband.owner_id == user.pk for side in sides),
        may_settle=referee and battle.state in (BattleState.REPORTED, BattleState.DISPUTED),
    )


def _scores(battle: Battle, sides: Iterable[BattleSide], rosters: dict[str, Roster], report: Report) -> Iterable[Score]:
    if battle.state == BattleState.CONFIRMED:
        for side in sides:
            yield Score(side, side.victory_points, side.outcome, side.agreed)
        return
    result = rules.result(rosters, report)
    for side in sides:
        key = side.warband.key
        won = Outcome.WON if result.winner == key else Outcome.LOST
        yield Score(side, result.points[key], (Outcome.DREW if result.winner is None else won).value, side.agreed)


def story(report: Report, rosters: dict[str, Roster]) -> Iterable[str]:
    """Yield what a report says, in sentences."""
    for down in report.downs:
        values = {"victim": _name(down.victim, rosters), "by": _name(down.by, rosters) if down.by else ""}
        if down.by is None and down.killed:
            yield _("%(victim)s was killed outright by an accident.") % values
        elif down.by is None:
            yield _("%(victim)s was put out of action by an accident.") % values
        elif down.killed:
            yield _("%(victim)s was killed outright by %(by)s.") % values
        else:
            yield _("%(victim)s was put out of action by %(by)s.") % values
    for who in report.fled:
        yield _("%(name)s fled the table.") % {"name": _name(who, rosters)}
    for who in report.absent:
        yield _("%(name)s sat the battle out.") % {"name": _name(who, rosters)}
    for name, die in report.activity.items():
        key, _colon, number = name.partition(":")
        values = {"name": _name(Who(key, int(number)), rosters), "die": str(die)}
        if die == 1:
            yield _("%(name)s, erratic, rolled a 1 and sat the battle out.") % values
    for key, points in report.bonus.items():
        if points and key in rosters:
            text = _("%(warband)s: %(points)s victory points from the scenario.")
            yield text % {"warband": rosters[key].name, "points": points}
    for key in report.guarded:
        if key in rosters:
            yield _("The troll bodyguard of %(warband)s watched over the fallen leader.") % {
                "warband": rosters[key].name
            }


def _name(who: Who, rosters: dict[str, Roster]) -> str:
    roster = rosters.get(who.warband)
    figure = roster.figure(who.figure) if roster else None
    if roster is None or figure is None:
        return "?"
    return f"{figure.name} ({roster.name})"


def _aftermath_panel(battle: Battle, user: User) -> AftermathPanel | None:
    if battle.state != BattleState.CONFIRMED:
        return None
    referee = is_referee(user, battle.campaign)
    sides = {side.pk: side for side in battle.sides.all()}
    lines = []
    for recovery in sorted(Recovery.objects.filter(side__in=sides), key=lambda recovery: sides[recovery.side_id].seat):
        recovery.side = sides[recovery.side_id]
        may_act = user.is_authenticated and (referee or recovery.side.warband.owner_id == user.pk)
        lines.append(_line(battle, recovery, may_act=may_act))
    waiting = any(line.recovery.state == RecoveryState.WAITING for line in lines)
    return AftermathPanel(battle, tuple(lines), may_roll_all=referee and waiting)


def _line(battle: Battle, recovery: Recovery, *, may_act: bool) -> AftermathLine:
    address = reverse("campaigns:aftermath", args=[battle.campaign.slug, battle.pk, recovery.side.warband_id])
    state, action = recovery.get_state_display(), _("Look")
    if recovery.state == RecoveryState.DONE:
        action = _("Read what happened")
    elif recovery.state == RecoveryState.WAITING:
        state = _("waits for somebody to choose the dice")
        action = _("Choose the dice") if may_act else action
    elif recovery.mode == DiceMode.TYPED:
        state = _("waits for typed dice")
        action = _("Type the next roll") if may_act else action
    return AftermathLine(recovery, state, action, address, may_act)
