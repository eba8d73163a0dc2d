"""A battle played at the site: its page, deciding, and what to do when somebody has to go."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.forms.version import VersionForm
from campaigns.seating.bots import PATIENCE
from campaigns.wars.models.play import Bot, PlayedBattle
from campaigns.wars.play import away as leaving, bots, deciding, positions
from campaigns.wars.play.absence import mark_of
from campaigns.wars.play.access import (
    get_played,
    get_played_for_captain,
    get_played_for_referee,
    get_played_with_say,
    person_of,
)
from campaigns.wars.play.aiming import reach_data
from campaigns.wars.play.forms import PlaceForm, StandForm, StandingForm
from campaigns.wars.play.page import page_of
from campaigns.wars.play.seats import eyes_of
from campaigns.wars.play.watching import watch
from club.access import signed_in, visitors_log_in
from club.htmx import by_htmx
from club.live import nothing_new
from club.numbers import whole_number
from club.operations import Refused
from club.outages.trouble import in_passing
from engines.musg.prospects import code_of

REFUSED = 422
TEMPLATE = "campaigns/wars/play/battle.html"

type Load = Callable[[HttpRequest, int], PlayedBattle]


@never_cache
@require_safe
def battle(request: HttpRequest, pk: int) -> HttpResponse:
    """The battle as the reader may see it; to htmx what changed since ``?mark=``, or 204.

    Who opens the page has bots play on; who keeps looking does so when nobody else did for a while.
    """
    played = get_played(request, pk)
    if bots.is_due(played, list(played.captains.all())) and (not by_htmx(request) or _kept_waiting(played)):
        with in_passing(at_once=False):
            bots.play_on(played=played)
        played = get_played(request, pk)
    mark = mark_of(played)
    if by_htmx(request) and request.GET.get("mark") == mark:
        return nothing_new(request, watch(request, pk, mark))
    return _show(request, played)


def _kept_waiting(played: PlayedBattle) -> bool:
    return played.moved is not None and timezone.now() - played.moved > PATIENCE


@visitors_log_in
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide (``code=``, or a place to stand at), on the battle as the page had it (``version=``)."""
    played = get_played_for_captain(request, pk)
    person, version = person_of(request), VersionForm.of(request)

    def both() -> None:
        """Decide; where somebody has to be activated first, that before."""
        seen: int | None = version
        if first := request.POST.get("first", ""):
            deciding.decide(played=played, person=person, code=first, version=version)
            seen = None
        deciding.decide(played=played, person=person, code=_code(request), version=seen)

    return _do(request, played, both)


def _code(request: HttpRequest) -> str:
    """Return the decision as it was sent: the code of a button, else a place that was typed."""
    if code := request.POST.get("code", ""):
        return code
    form = StandForm(request.POST)
    return code_of(form.action) if form.is_valid() else ""


@visitors_log_in
@require_POST
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's last decision back."""
    played = get_played_for_captain(request, pk)
    person, version = person_of(request), VersionForm.of(request)
    return _do(request, played, lambda: deciding.take_back(played=played, person=person, version=version))


@visitors_log_in
@require_POST
def standing(request: HttpRequest, pk: int) -> HttpResponse:
    """Say how questions out of turn are answered from now on."""
    played = get_played_for_captain(request, pk)
    form = StandingForm(request.POST, wishes={})
    wishes = form.wishes if form.is_valid() else {"": ""}
    done = _("From now on questions out of turn are answered so.")
    operation = deciding.set_standing
    return _do(request, played, lambda: operation(played=played, person=person_of(request), wishes=wishes), done=done)


@never_cache
@visitors_log_in
@require_safe
def way(request: HttpRequest, pk: int) -> HttpResponse:
    """The way of a figure to a place (``x=``, ``y=``, ``run=``), what it costs and brings; nothing is done."""
    played = get_played_for_captain(request, pk)
    page = page_of(request, played, place=PlaceForm(request.GET))
    template = "campaigns/wars/play/_aim.html" if by_htmx(request) else TEMPLATE
    return render(request, template, {"page": page, "played": played, "told": watch(request, pk, page.mark)})


@never_cache
@visitors_log_in
@require_safe
def reach(request: HttpRequest, pk: int, figure: int) -> HttpResponse:
    """What a figure of the reader's side can get at, for the map's script."""
    played = get_played_for_captain(request, pk)
    side = eyes_of(request, played).side
    if side is None or not played.setup:  # a proposal has no table yet
        return JsonResponse({})
    with positions.standing(played) as game:
        return JsonResponse(reach_data(game, figure, side))


@visitors_log_in
@require_POST
def away(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a bot (``bot=``) play on for oneself."""
    played = get_played_for_captain(request, pk)
    strength = request.POST.get("bot", Bot.STEADY)
    operation = leaving.step_aside
    return _do(request, played, lambda: operation(played=played, person=person_of(request), strength=strength))


def _for_captain(
    operation: Callable[..., object],
    what: str,
    load: Load = get_played_for_captain,
) -> Callable[..., HttpResponse]:
    """Return the view in which somebody who leads a side has something done (``what``), and sees what came of it."""

    @visitors_log_in
    @require_POST
    def view(request: HttpRequest, pk: int) -> HttpResponse:
        played = load(request, pk)
        return _do(request, played, lambda: operation(played=played, person=person_of(request)))

    view.__name__, view.__doc__ = operation.__name__, what
    return view


back = _for_captain(leaving.come_back, "Decide in person again.")
replace = _for_captain(
    leaving.replace_by_bot, "Have the bot play for who keeps the battle waiting, as was agreed.", get_played_with_say
)
break_off = _for_captain(
    leaving.break_off, "Break the battle off because somebody is away too long, as was agreed.", get_played_with_say
)


@visitors_log_in
@require_POST
def stop(request: HttpRequest, pk: int) -> HttpResponse:
    """End a battle under way as its referee."""
    played = get_played_for_referee(request, pk)
    return _do(request, played, lambda: leaving.stop(played=played, member=signed_in(request)))


def _do(request: HttpRequest, played: PlayedBattle, operation: Callable[[], object], *, done: str = "") -> HttpResponse:
    """Run the operation, let the bots play on, and answer with the battle as it is then."""
    status = 200
    try:
        operation()
    except Refused as refused:
        status = REFUSED
        for problem in refused.problems:
            messages.error(request, str(problem.message))
    else:
        if done:
            messages.success(request, done)
        bots.play_on(played=played)
    if by_htmx(request):
        return _show(request, get_played(request, played.pk), status=status)
    return redirect(f"{played.get_absolute_url()}{_of_side(request)}#decision")


def _of_side(request: HttpRequest) -> str:
    """Return whose eyes the page was for, as its address says it."""
    side = whole_number(request.POST.get("side", ""))
    return f"?side={side}" if side is not None else ""


def _show(request: HttpRequest, played: PlayedBattle, *, status: int = 200) -> HttpResponse:
    page = page_of(request, played)
    template = f"{TEMPLATE}{'#body' if by_htmx(request) else ''}"
    values = {"page": page, "played": played, "told": watch(request, played.pk, page.mark)}
    return render(request, template, values, status=status)
