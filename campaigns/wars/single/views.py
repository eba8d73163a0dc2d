"""Single games: the list, opening one, what is still missing, warbands brought and taken out."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.access import is_referee, takes_part
from campaigns.league.forms.version import VersionForm
from campaigns.league.models import Campaign
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.modules import needs_one_warband
from campaigns.wars.settings.operations import rules_of
from campaigns.wars.single import access, operations
from campaigns.wars.single.forms import GameForm, NewForm, NewGameForm, OwnForm, ReadyForm
from club.access import MemberRequest, member_of, member_required, signed_in, visitors_log_in
from club.once import done_once, made_once, once
from club.operations import problems_on
from rosters.models import Warband

ON_A_PAGE = 24


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """The single games the reader opened or joined, and those of others that may be read."""
    member = member_of(request)
    page = Paginator(access.other_games(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
    mine = list(access.games_of(member)) if member is not None else []
    return render(request, "campaigns/wars/single/games.html", {"mine": mine, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
@once
def new(request: MemberRequest) -> HttpResponse:
    """Open a game; ``?warband=`` chooses one of the reader's own."""
    form = NewGameForm(request.POST or None, member=request.user, chosen=request.GET.get("warband", ""))
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            battle = made_once(
                request,
                lambda: operations.open_game(
                    host=request.user,
                    game=form.game,
                    mine=form.mine,
                    against=form.against,
                    visibility=form.cleaned_data["visibility"],
                    despite=form.despite,
                ),
            )
            messages.success(request, _("The game is open."))
            return redirect(battle.campaign)
    status = 422 if form.errors else 200
    return render(request, "campaigns/wars/single/new.html", {"form": form}, status=status)


def overview(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """What a game still waits for; once it can be played, its battle."""
    battle = access.battle_of(campaign)
    return gathering(request, battle) if battle.state == BattleState.GATHERING else redirect(battle)


def gathering(request: HttpRequest, battle: Battle, *, status: int = 200, **forms: Any) -> HttpResponse:
    """Who is there, the invitation, and the ways to bring a warband."""
    campaign, member = battle.campaign, member_of(request)
    host = is_referee(request.user, campaign)
    sides = list(battle.sides.all())
    if member is not None and takes_part(request.user, campaign) and not campaign.closed:
        made = {
            "own": OwnForm(prefix="own", member=member, battle=battle),
            "new": NewForm(prefix="new", catalogue=rules_of(campaign).catalogue),
            "ready": ReadyForm(prefix="ready"),
        }
        forms = {**made, **forms, "may_bring": True}
    return campaign_page(
        request,
        "campaigns/wars/single/gathering.html",
        campaign,
        "campaign",
        status=status,
        battle=battle,
        sides=sides,
        host=host,
        mine=[side for side in sides if side.warband.owner_id == request.user.pk],
        may_play_alone=host and bool(sides) and needs_one_warband(battle.modules),
        link=request.build_absolute_uri(reverse("campaigns:join_link", args=[campaign.join_code])),
        **forms,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
@once
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring a warband: one's own as it is, a ready-made one, or a new one (``way``)."""
    battle = access.get_game_for_member(request.user, slug)
    member, way = signed_in(request), request.POST.get("way", "")
    if battle.state != BattleState.GATHERING or request.method != "POST":
        return redirect(battle.campaign)
    own = OwnForm(request.POST if way == "own" else None, prefix="own", member=member, battle=battle)
    catalogue = rules_of(battle.campaign).catalogue
    new_form = NewForm(request.POST if way == "new" else None, prefix="new", catalogue=catalogue)
    ready = ReadyForm(request.POST if way == "ready" else None, prefix="ready")
    form = {"own": own, "new": new_form, "ready": ready}.get(way)
    if form is not None and form.is_valid():
        with problems_on(form):
            if form is new_form:
                values = new_form.cleaned_data
                made = made_once(request, lambda: operations.muster_for_game(battle=battle, member=member, **values))
                return redirect("rosters:builder", made.pk)
            if form is own:
                band = form.cleaned_data["warband"]
                done_once(request, lambda: operations.seat(battle=battle, warband=band, member=member))
            else:
                code = form.cleaned_data["ready"]
                done_once(request, lambda: operations.seat_ready_made(battle=battle, member=member, code=code))
            return redirect(battle.campaign)
    return gathering(request, battle, status=422, own=own, new=new_form, ready=ready, way=way)


@require_POST
@visitors_log_in
def take_out(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a warband out of the game: its owner may, and the host."""
    battle = access.get_game_for_member(request.user, slug)
    warband = get_object_or_404(Warband.objects.filter(sides__battle=battle), pk=pk)
    with attempt(request, done=_("%(warband)s no longer takes part.") % {"warband": warband.name}):
        operations.unseat(battle=battle, warband=warband, author=signed_in(request))
    return redirect("campaigns:singles")


@require_POST
@visitors_log_in
def alone(request: HttpRequest, slug: str) -> HttpResponse:
    """Wait for nobody else."""
    battle = access.get_game_for_host(request.user, slug)
    with attempt(request):
        operations.play_alone(battle=battle, version=VersionForm.of(request))
    return redirect(battle.campaign)


@require_POST
@visitors_log_in
def swap(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the warbands take each other’s roles in the scenario."""
    battle = access.get_game_for_host(request.user, slug)
    with attempt(request, done=_("The roles have changed hands.")):
        operations.swap_roles(battle=battle, author=signed_in(request), version=VersionForm.of(request))
    return redirect(battle.campaign)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what is played, before it is: whoever takes part may."""
    battle = access.get_game_for_member(request.user, slug)
    form = GameForm(request.POST or None, battle=battle)
    form.may_override = is_referee(request.user, battle.campaign)
    if request.method == "POST" and form.is_valid():
        version = form.cleaned_data["version"]
        with problems_on(form):
            operations.change_game(
                battle=battle, game=form.game, author=signed_in(request), version=version, despite=form.despite
            )
            messages.success(request, _("The game is changed."))
            return redirect(battle.campaign)
    return campaign_page(
        request,
        "campaigns/wars/single/change.html",
        battle.campaign,
        "campaign",
        status=422 if form.errors else 200,
        battle=battle,
        form=form,
    )
