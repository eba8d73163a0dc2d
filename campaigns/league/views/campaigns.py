"""The list of campaigns, a campaign's own page, opening one, its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from django.contrib import messages
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.access import get_campaign_for_reader, get_campaign_for_referee, visible_campaigns, with_role
from campaigns.league.forms.campaign import CampaignForm, SeasonForm
from campaigns.league.games import GAMES, MUSG, game_of
from campaigns.league.models import Campaign, Role
from campaigns.league.operations.campaigns import change_campaign, close_campaign, renew_join_code, rules_settled
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.seasons.views import overview as seasons
from campaigns.wars import rule_options
from campaigns.wars.battles.lines import first_lines
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.standings import enlisted, standings
from club.access import member_required, visitors_log_in
from club.models import Member
from club.operations import Refused, add_problems_to_form

SHOWN_BATTLES = 6
OPEN = (BattleState.SCHEDULED, BattleState.REPORTED, BattleState.DISPUTED)
SHOWN_PLACES = 5


@require_safe
def campaign_list(request: HttpRequest) -> HttpResponse:
    """The campaigns the reader may see, his own first, with a search."""
    words = request.GET.get("q", "").strip()
    found = with_role(visible_campaigns(request.user), request.user).annotate(
        serving=Count("enlistments", filter=Q(enlistments__withdrawn=False))
    )
    if words:
        found = found.filter(Q(name__icontains=words) | Q(description__icontains=words))
    campaigns = list(found)
    own = [campaign for campaign in campaigns if campaign.__dict__["viewer_role"]]
    others = [campaign for campaign in campaigns if not campaign.__dict__["viewer_role"]]
    return render(request, "campaigns/league/list.html", {"own": own, "others": others, "words": words})


@require_safe
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """What is going on in a campaign."""
    shown = get_campaign_for_reader(request.user, slug)
    return OVERVIEWS[shown.played.scored](request, shown)


def war(request: HttpRequest, shown: Campaign) -> HttpResponse:
    """What is going on in a Musg campaign."""
    slug = shown.slug
    everybody = list(enlisted(shown))
    serving = [enlistment for enlistment in everybody if not enlistment.withdrawn]
    people = list(shown.memberships.select_related("member"))
    open_battles = shown.battles.filter(state__in=OPEN)
    fought = shown.battles.filter(state=BattleState.CONFIRMED)
    return campaign_page(
        request,
        "campaigns/wars/overview.html",
        shown,
        "campaign",
        switches=rule_options.chosen(shown.engine_rules),
        era=rule_options.ERAS[shown.engine_rules.era],
        serving=serving,
        mine=[e for e in serving if e.warband.owner_id == request.user.pk],
        referees=[m for m in people if m.role == Role.REFEREE],
        players=[m for m in people if m.role == Role.PLAYER],
        applicants=sum(m.role == Role.APPLICANT for m in people),
        best=standings(shown, everybody)[:SHOWN_PLACES],
        ahead=first_lines(open_battles, slug, order=("date", "pk"), most=SHOWN_BATTLES),
        results=first_lines(fought, slug, order=("-confirmed_at", "-pk"), most=SHOWN_BATTLES),
    )


OVERVIEWS: Final[Mapping[bool, Callable[[HttpRequest, Campaign], HttpResponse]]] = {False: war, True: seasons.overview}
"""The overview of a campaign, by whether its game is kept on score pads."""
FORMS: Final[Mapping[bool, type[CampaignForm | SeasonForm]]] = {False: CampaignForm, True: SeasonForm}


def battles_of(shown: Campaign, *states: str) -> QuerySet[Battle]:
    """Return the campaign's battles in these states with round and sides, the nearest date first."""
    sides = BattleSide.objects.select_related("warband").defer("warband__state", "warband__setup")
    found = shown.battles.filter(state__in=states).select_related("round", "winner")
    return (
        found.defer("winner__state", "winner__setup").prefetch_related(Prefetch("sides", sides)).order_by("date", "pk")
    )


@member_required
def new(request: HttpRequest) -> HttpResponse:
    """Open a campaign of Musg, or with ``?game=`` a season of a card game."""
    asked = request.GET.get("game", MUSG)
    game = game_of(asked) if asked in {one.code for one in GAMES} else game_of(MUSG)
    form = FORMS[game.scored](request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            opened = form.open(referee=cast(Member, request.user), game=game.code)
        except Refused as refused:
            add_problems_to_form(form, refused)
        else:
            messages.success(request, _("The campaign is open. Give the join code to your players."))
            return redirect("campaigns:people", opened.slug)
    return render(request, "campaigns/league/new.html", {"form": form, "game": game, "games": GAMES})


@visitors_log_in
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the campaign's settings and, until a warband is mustered under them, its rules."""
    shown = get_campaign_for_referee(request.user, slug)
    settled = rules_settled(shown)
    form = FORMS[shown.played.scored](request.POST or None, campaign=shown, settled=settled)
    if request.method == "POST" and form.is_valid():
        version = form.cleaned_data["version"]
        try:
            change_campaign(campaign=shown, terms=form.terms, rules=form.chosen_rules, version=version)
        except Refused as refused:
            add_problems_to_form(form, refused)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("campaigns:settings", shown.slug)
    return campaign_page(request, "campaigns/league/settings.html", shown, "settings", form=form, settled=settled)


@require_POST
@visitors_log_in
def renew_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a new join code."""
    shown = get_campaign_for_referee(request.user, slug)
    renew_join_code(campaign=shown)
    messages.success(request, _("There is a new join code; the old one and its link open nothing any more."))
    return redirect("campaigns:people", shown.slug)


@require_POST
@visitors_log_in
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Declare the campaign over, or open it again (``closed`` is ``yes`` or ``no``)."""
    shown = get_campaign_for_referee(request.user, slug)
    closed = request.POST.get("closed") == "yes"
    with attempt(request, done=_("The campaign is over.") if closed else _("The campaign is open again.")):
        close_campaign(campaign=shown, closed=closed)
    return redirect("campaigns:settings", shown.slug)
