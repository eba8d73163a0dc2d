"""How a battle comes to be played at the site: proposed, agreed to, declined, a side led by a link, against the bot."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.league.views.pages import attempt, campaign_page
from campaigns.seating.people import Person, key_of
from campaigns.wars.access import get_battle_for_player, get_battle_for_reporter
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.play import Captain, PlayedBattle, PlayState
from campaigns.wars.play import offering
from campaigns.wars.play.access import COOKIE, get_captain_by_link, person_of
from campaigns.wars.play.entering import play_against_bot
from campaigns.wars.play.entry import offered_in, own_sides, panel, terms_of
from campaigns.wars.play.entry_forms import BotForm, LeaderForm, LeadsForm, ProposalForm
from club.access import MemberRequest, member_of, member_required, not_found, signed_in, visitors_log_in
from club.invited import sign_up_here
from club.once import made_once, once
from club.operations import Refused, add_problems_to_form, problems_on

REFUSED: Final = 422
PROPOSE: Final = "campaigns/wars/play/propose.html"
LEAD: Final = "campaigns/wars/play/lead.html"


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
@once
def propose(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Propose to play a battle at the site: how fast, what if somebody is away, who leads one's own warbands."""
    battle = get_battle_for_player(request.user, slug, pk)
    form = ProposalForm(request.POST or None, sides=own_sides(battle, request.user), links=not battle.journaled)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            played = made_once(
                request,
                lambda: offering.propose(battle=battle, member=signed_in(request), terms=form.terms, leads=form.leads),
            )
            return _on(request, played, _("Proposed. It begins as soon as everybody has agreed."))
    return _form(request, battle, form, panel=panel(battle, request.user))


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def agree(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Agree to play a battle by the terms proposed (``seen=``), and say who leads one's own warbands."""
    battle = get_battle_for_player(request.user, slug, pk)
    played = offered_in(battle)
    if played is None:
        return redirect(battle)
    initial, own = {"seen": played.pk}, own_sides(battle, request.user)
    form = LeadsForm(request.POST or None, sides=own, links=not battle.journaled, initial=initial)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            offering.refuse_other(played, form.cleaned_data["seen"])
            begun = offering.agree(played=played, member=signed_in(request), leads=form.leads)
            return _on(request, begun, _("You agreed. It begins as soon as everybody has."))
    return _form(request, battle, form, offered=played, terms=terms_of(played))


@visitors_log_in
@require_POST
def call_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a proposal (``seen=``) back, or decline it."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    played = offered_in(battle)
    with attempt(request, done=_("The proposal to play on the site is off the table.")):
        if played is not None:
            offering.refuse_other(played, request.POST.get("seen", ""))
            offering.call_off(played=played, member=signed_in(request))
    return redirect(battle)


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def against_bot(request: MemberRequest) -> HttpResponse:
    """Choose a warband (``mine=``), and play it against one that a bot (``bot=``) leads, at once."""
    form = BotForm(request.POST if request.method == "POST" else None, member=request.user)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            played = made_once(
                request, lambda: play_against_bot(member=request.user, mine=form.band, bot=form.strength)
            )
            return redirect(played)
    status = REFUSED if form.errors else 200
    return render(request, "campaigns/wars/play/against_bot.html", {"form": form}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lead(request: HttpRequest, key: str) -> HttpResponse:
    """The page that a side’s link leads to; a POST takes the lead, and opens an account first where one is wanted."""
    here = get_captain_by_link(key)
    if here.played.battle.journaled:
        not_found()
    person = person_of(request)
    leads = person.seat_among(here.played.captains.all()) is not None
    if request.method == "POST" and person.owns(here):
        return redirect(here.played)
    wants_account = "member" in request.GET or "password1" in request.POST
    if person.member is None and not leads and _is_free(here) and wants_account:
        return sign_up_here(request, LEAD, _lead_values(request, here), then=partial(_lead_as_member, key))
    return _take(request, here, person) if request.method == "POST" else _lead_page(request, here)


def _lead_as_member(key: str, request: HttpRequest) -> HttpResponse:
    return _take(request, get_captain_by_link(key), person_of(request))


def _take(request: HttpRequest, here: Captain, person: Person) -> HttpResponse:
    form = LeaderForm(request.POST)
    secret = COOKIE.secret(request)
    if person.member is None:
        if not form.is_valid():
            return _lead_page(request, here, form, status=REFUSED)
        person = Person(guest=key_of(secret))
    try:
        played = offering.take_lead(captain=here, person=person, name=form.data.get("name", ""))
    except Refused as refused:
        add_problems_to_form(form, refused)
        return _lead_page(request, here, form, status=REFUSED)
    response = redirect(played)
    if person.member is None:
        COOKIE.keep(response, secret)
    return response


def _lead_page(
    request: HttpRequest, here: Captain, form: LeaderForm | None = None, *, status: int = 200
) -> HttpResponse:
    guest = member_of(request) is None
    values = {**_lead_values(request, here), "as_guest": guest, "form": form or LeaderForm()}
    return render(request, LEAD, values, status=status)


def _is_free(here: Captain) -> bool:
    return here.is_open and here.played.state == PlayState.OFFERED


def _lead_values(request: HttpRequest, here: Captain) -> dict[str, Any]:
    battle = here.played.battle
    sides = list(battle.sides.select_related("warband__owner").order_by("seat"))
    own = next((side for side in sides if side.seat == here.number), None) or not_found()
    return {
        "captain": here,
        "battle": battle,
        "warband": own.warband,
        "host": own.warband.owner.name_for(request.user),
        "others": [side.warband.name for side in sides if side.seat != here.number],
        "terms": terms_of(here.played),
        "leads": person_of(request).owns(here),
        "free": _is_free(here),
    }


def _on(request: HttpRequest, played: PlayedBattle, waits: str) -> HttpResponse:
    if played.state == PlayState.OFFERED:
        messages.success(request, waits)
        return redirect(played.battle)
    return redirect(played)


def _form(request: HttpRequest, battle: Battle, form: LeadsForm, **values: Any) -> HttpResponse:
    status = REFUSED if form.errors else 200
    values["open_musters"] = [side for side in battle.sides.all() if not side.warband.mustered]
    return campaign_page(request, PROPOSE, battle.campaign, "rounds", status=status, battle=battle, form=form, **values)
