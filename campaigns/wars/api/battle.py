"""One battle for programs: who fights, where it stands, what was reported, how it was fought."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import UNSET, Struct
from msgspec.structs import replace
from ninja import Router

from campaigns.wars.access import get_battle_for_reader, get_replay_for_reader
from campaigns.wars.aftermath import panel as aftermath_panel
from campaigns.wars.battles.sides import Fighter, Side, sides_of
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.play import PlayState
from campaigns.wars.models.resolution import ResolutionState
from campaigns.wars.modules import names_of
from campaigns.wars.play.entry import is_being_played
from campaigns.wars.replay import page as replay_page
from campaigns.wars.reports import panel as report_panel
from campaigns.wars.reports.panel import ReportPanel, scoreboard
from campaigns.wars.scenarios.page import ScenarioStory
from club.access import User
from club.api.scopes import EVERYBODY
from club.api.structs import told
from club.api.versions import tag
from engines.core.receipts import Receipt
from engines.musg.report import Report

router = Router(tags=["battles"])


class SideTold(Struct, frozen=True):
    """A warband in a battle. Reports name it by its ``key``; ``warband`` is its number.

    ``victory_points`` and ``outcome`` (``won``, ``drew``, ``lost``) are as reported, as long as nothing is confirmed;
    ``takedowns`` and ``losses`` are told then. ``fighters``, and what to remember (``effects``), until it is over.
    """

    warband: int
    key: str
    name: str
    owner: str
    victory_points: int | None
    outcome: str
    outcome_name: str
    takedowns: int | None
    losses: int | None
    fighters: tuple[Fighter, ...]
    effects: tuple[str, ...]


class ReportTold(Struct, frozen=True):
    """The report that stands, in words (``sentences``) and as it was sent (``data``).

    ``awaited`` are the warbands whose answer is still to come; without one it confirms itself at ``confirms_at``.
    ``dispute`` is what ``disputed_by`` says is wrong with it.
    """

    by: str
    at: datetime
    sentences: tuple[str, ...]
    reason: str
    awaited: tuple[int, ...]
    confirms_at: datetime | None
    dispute: str
    disputed_by: str
    data: Report


class AftermathLine(Struct, frozen=True):
    """One warband's aftermath: ``state`` is ``waiting``, ``rolling`` or ``done``; ``state_name`` says it in words."""

    warband: int
    state: str
    state_name: str
    may_act: bool


class BattleTold(Struct, frozen=True):
    """A battle as its page shows it. ``version`` is that of the header ``ETag``.

    ``may_report``, ``may_answer`` (confirm or dispute) and ``may_settle`` say what you may do about its report.
    ``has_replay``: it was fought on the site, and there is a replay of it. ``playing``: it is being played there now.
    ``overridden``: why the scenario decided the winner otherwise than the victory points.
    """

    id: int
    version: int
    campaign: str
    title: str
    state: str
    state_name: str
    round: int | None
    round_title: str
    date: datetime | None
    where: str
    ready_scenario: str
    scenario: str
    modules: tuple[str, ...]
    module_names: tuple[str, ...]
    is_single_game: bool
    playing: bool
    has_replay: bool
    winner: int | None
    overridden: str
    confirmed_at: datetime | None
    sides: tuple[SideTold, ...]
    report: ReportTold | None
    aftermaths: tuple[AftermathLine, ...]
    may_report: bool
    may_answer: bool
    may_settle: bool


@router.get("/campaigns/{slug:slug}/battles/{int:pk}", response=told(BattleTold), auth=EVERYBODY)
def campaign_battle(request: HttpRequest, response: HttpResponse, slug: str, pk: int) -> BattleTold:
    """A battle: who fights, when and where, what was reported, what came of it."""
    return tell_battle(request, response, slug, pk)


@router.get("/campaigns/{slug:slug}/battles/{int:pk}/replay", response=told(dict[str, Any]), auth=EVERYBODY)
def battle_replay(request: HttpRequest, slug: str, pk: int, figure: str = "") -> dict[str, Any]:
    """A battle that was fought on the site, event by event; ``figure`` follows one of them."""
    return replay_page.data(get_replay_for_reader(request.user, slug, pk), figure)


@router.get("/campaigns/{slug:slug}/battles/{int:pk}/receipt", response=told(Receipt), auth=EVERYBODY)
def battle_receipt(request: HttpRequest, slug: str, pk: int) -> Receipt:
    """The proof of the dice of a battle that was fought on the site."""
    return get_replay_for_reader(request.user, slug, pk).receipt


def tell_battle(request: HttpRequest, response: HttpResponse, slug: str, pk: int) -> BattleTold:
    """Return the battle as it is now, with its ``ETag``."""
    found = get_battle_for_reader(request.user, slug, pk)
    tag(response, request, found.version)
    return _battle(found, request.user)


def _battle(found: Battle, reader: User) -> BattleTold:
    reported, settled = report_panel.panel(found, reader), found.state == BattleState.CONFIRMED
    rolled, playing = aftermath_panel.panel(found, reader), is_being_played(found)
    sides = zip(sides_of(found), scoreboard(found.sides.all(), reported.scores), strict=True)
    staged, resolution = scenario_of(found), getattr(found, "resolution", None)
    ahead = found.state == BattleState.SCHEDULED
    return BattleTold(
        id=found.pk,
        version=found.version,
        campaign=found.campaign.slug,
        title=found.title,
        state=found.state,
        state_name=str(PlayState.RUNNING.label) if playing and ahead else found.get_state_display(),
        round=found.round.number if found.round is not None else None,
        round_title=str(found.round or ""),
        date=found.date,
        where=found.where,
        ready_scenario=ScenarioStory(staged).name if staged is not None else "",
        scenario=found.scenario,
        modules=tuple(found.modules),
        module_names=tuple(names_of(found.modules)),
        is_single_game=not found.journaled,
        playing=playing,
        has_replay=resolution is not None and resolution.state == ResolutionState.DONE,
        winner=found.winner_id if settled else None,
        overridden=found.override_reason if settled else "",
        confirmed_at=found.confirmed_at if settled else None,
        sides=tuple(_side(side, line, reader, settled=settled) for side, line in sides),
        report=_report(reported, reader),
        aftermaths=tuple(
            AftermathLine(line.recovery.side.warband_id, line.recovery.state, line.state, line.may_act)
            for line in (rolled.lines if rolled is not None else ())
        ),
        may_report=reported.may_report and not playing,
        may_answer=reported.may_answer,
        may_settle=reported.may_settle,
    )


def _side(side: Side, line: report_panel.Line, reader: User, *, settled: bool) -> SideTold:
    row = side.row
    return SideTold(
        warband=row.warband_id,
        key=row.warband.key,
        name=row.warband.name,
        owner=row.warband.owner.name_for(reader),
        victory_points=line.points,
        outcome=line.outcome,
        outcome_name={"won": _("won"), "drew": _("draw"), "lost": _("lost")}.get(line.outcome, ""),
        takedowns=row.takedowns if settled else None,
        losses=row.losses if settled else None,
        fighters=side.fighters,
        effects=side.effects,
    )


def _report(reported: ReportPanel, reader: User) -> ReportTold | None:
    standing = reported.standing
    if standing is None:
        return None
    disputed = reported.battle.state == BattleState.DISPUTED
    return ReportTold(
        by=standing.author.name_for(reader) if standing.author is not None else "",
        at=standing.at,
        sentences=reported.lines,
        reason=reported.reason,
        awaited=tuple(side.warband_id for side in reported.awaited),
        confirms_at=reported.battle.confirms_at,
        dispute=standing.dispute if disputed else "",
        disputed_by=standing.disputed_by.name_for(reader) if disputed and standing.disputed_by is not None else "",
        # Who was there is said for the engine, and by no page.
        data=replace(standing.report, present=UNSET),
    )
