"""A battle's page, and battles scheduled, changed and called off."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.access import is_referee
from campaigns.league.forms.version import VersionForm
from campaigns.league.models import Campaign
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_battle_for_reader, get_battle_for_reporter, get_war_for_member, is_player
from campaigns.wars.aftermath import panel as aftermath_panel
from campaigns.wars.battles import operations
from campaigns.wars.battles.forms import BattleForm
from campaigns.wars.battles.sides import missing_for_modules, sides_of
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.battles.warnings import warn_of_absent
from campaigns.wars.civilians.operations import kept
from campaigns.wars.corrections.reach import describe_touch
from campaigns.wars.dates import panel as date_page
from campaigns.wars.forecast import page as forecast_page
from campaigns.wars.marks import BATTLE, battle_mark
from campaigns.wars.models.abducted import AbductedCivilian
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleReport, BattleState
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.play import PlayState
from campaigns.wars.modules import is_rescue
from campaigns.wars.paper.views import chapters
from campaigns.wars.parties import BECAUSE, is_party
from campaigns.wars.play import entry
from campaigns.wars.reports import panel as report_panel
from campaigns.wars.reports.panel import scoreboard
from campaigns.wars.resolution import panel as resolution_panel
from campaigns.wars.scenarios.page import ScenarioStory
from campaigns.wars.settings.operations import rules_of
from campaigns.wars.single.operations import may_swap
from club import live
from club.access import signed_in, visitors_log_in
from club.models import Member
from club.once import made_once, once
from club.operations import problems_on
from engines.musg.report import quick_bonus


@require_safe
def battle(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A battle: who fights, what to remember, where it stands, what came of it."""
    mark = battle_mark(request.user, slug, pk)
    if (same := live.unchanged(request, mark, live.Part(BATTLE, (pk,), mark))) is not None:
        return same
    shown = get_battle_for_reader(request.user, slug, pk)
    sides = sides_of(shown)
    concerned = is_player(request.user, shown) or is_referee(request.user, shown.campaign)
    confirmed, playing = shown.state == BattleState.CONFIRMED, entry.is_being_played(shown)
    open_states = (BattleState.REPORTED, BattleState.DISPUTED)
    reported = report_panel.panel(shown, request.user)
    return campaign_page(
        request,
        "campaigns/wars/battle.html",
        shown.campaign,
        "rounds",
        battle=shown,
        sides=sides,
        missing=list(missing_for_modules(shown, sides)),
        lines=scoreboard(shown.sides.all(), reported.scores),
        scheduled=shown.state == BattleState.SCHEDULED,
        date_panel=None if playing else date_page.panel(shown, request.user),
        state_name=PlayState.RUNNING.label if playing else "",
        staged=_staged(shown),
        chapters=chapters(shown),
        evening=getattr(shown, "evening", None),
        confirmed=confirmed,
        corrections=[(row, describe_touch(row, shown.pk)) for row in _corrections(shown)] if confirmed else (),
        odds=_odds(request, shown) if shown.state == BattleState.SCHEDULED else "",
        unspent=_unspent(shown, reported.standing),
        nest=_nest(shown),
        rules=rules_of(shown.campaign),
        may_swap=is_referee(request.user, shown.campaign) and may_swap(shown),
        may_change=concerned and shown.state == BattleState.SCHEDULED and not playing,
        may_cancel=is_referee(request.user, shown.campaign) and shown.state in open_states,
        is_party=is_party(request.user, shown.sides.all()),
        entry_panel=entry.panel(shown, request.user),
        resolution_panel=None if playing else resolution_panel.panel(shown, request.user),
        report_panel=reported,
        aftermath_panel=aftermath_panel.panel(shown, request.user),
        forecast_panel=None if playing else forecast_page.panel(shown, request.user),
    )


@visitors_log_in
@once
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """Schedule a battle; ``?round=``, ``?warbands=``, ``?modules=`` and ``?title=`` fill the form in."""
    shown = get_war_for_member(request.user, slug)
    once = {name: request.GET.get(name) for name in ("round", "title")}
    initial = {**once, **{name: request.GET.getlist(name) for name in ("warbands", "modules")}}
    form = BattleForm(request.POST or None, campaign=shown, initial=initial, player=_as_player(request, shown))
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            planned = made_once(
                request,
                lambda: operations.schedule_battle(
                    campaign=shown,
                    warbands=form.seated,
                    plan=form.plan,
                    author=signed_in(request),
                    despite=form.despite,
                ),
            )
            messages.success(request, _("The battle is scheduled."))
            warn_of_absent(request, [planned])
            return redirect("campaigns:battle", shown.slug, planned.pk)
    return campaign_page(request, "campaigns/wars/battle_form.html", shown, "rounds", form=form)


@visitors_log_in
def edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a scheduled battle: its players may, and the referees."""
    shown = get_battle_for_reporter(request.user, slug, pk)
    if not shown.journaled:
        return redirect("campaigns:single_change", slug)
    player = _as_player(request, shown.campaign)
    form = BattleForm(request.POST or None, campaign=shown.campaign, battle=shown, player=player)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        with problems_on(form):
            operations.change_battle(
                battle=shown,
                warbands=form.seated,
                plan=form.plan,
                version=values["version"],
                author=signed_in(request),
                despite=form.despite,
            )
            messages.success(request, _("The battle is changed."))
            if "date" in form.changed_data:
                warn_of_absent(request, [Battle.objects.get(pk=shown.pk)])
            return redirect("campaigns:battle", shown.campaign.slug, shown.pk)
    return campaign_page(request, "campaigns/wars/battle_form.html", shown.campaign, "rounds", form=form, battle=shown)


def _corrections(battle: Battle) -> QuerySet[Correction]:
    return Correction.objects.filter(battles=battle, state=CorrectionState.MADE)


def _nest(battle: Battle) -> list[AbductedCivilian]:
    """Return the civilians who wait in the nest of a rescue game that is still ahead."""
    waits = is_rescue(battle.modules) and battle.journaled and battle.state in OPEN_STATES
    return kept(battle.campaign) if waits else []


def _staged(battle: Battle) -> ScenarioStory | None:
    """Return the battle's scenario with who takes which role."""
    scenario = scenario_of(battle)
    return ScenarioStory(scenario, [side.warband.name for side in battle.sides.all()]) if scenario is not None else None


def _odds(request: HttpRequest, battle: Battle) -> str:
    """Return where the odds of one figure against another are reckoned: the reader's warband attacks, if one fights."""
    warbands = [side.warband for side in battle.sides.all()]
    warbands.sort(key=lambda warband: warband.owner_id != request.user.pk)
    sides = zip(("attacker_warband", "target_warband"), warbands, strict=False)
    return f"{reverse('rosters:odds')}?{urlencode({role: warband.pk for role, warband in sides})}"


def _unspent(battle: Battle, standing: BattleReport | None) -> list[tuple[str, int]]:
    """Return what each warband’s unspent points are worth in a quick game: as reported, else as they stand now."""
    sides = list(battle.sides.all())
    bonus: Mapping[str, int] = {}
    if standing is not None:
        bonus = standing.report.unspent or {}
    elif battle.adds_unspent and battle.state in OPEN_STATES:
        bonus = quick_bonus({side.warband.key: side.warband.roster for side in sides})
    return [(side.warband.name, bonus[side.warband.key]) for side in sides if side.warband.key in bonus]


def _as_player(request: HttpRequest, campaign: Campaign) -> Member | None:
    """Return the reader where they act as a player, None for a referee."""
    return None if is_referee(request.user, campaign) else signed_in(request)


@require_POST
@visitors_log_in
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Call a battle off."""
    shown = get_battle_for_reporter(request.user, slug, pk)
    with attempt(request, done=_("The battle is called off.")):
        operations.cancel_battle(
            battle=shown,
            author=signed_in(request),
            version=VersionForm.of(request),
            because=request.POST.get(BECAUSE, ""),
        )
    return redirect("campaigns:battle", shown.campaign.slug, shown.pk)
