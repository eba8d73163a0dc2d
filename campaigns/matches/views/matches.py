"""The list of matches, a match's own page, and its occasion, keeper and seats changed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.forms.version import VersionForm
from campaigns.league.views.pages import attempt
from campaigns.matches.access import (
    get_match_for_keeper,
    get_match_for_reader,
    is_judge,
    may_bring_back,
)
from campaigns.matches.forms.occasion import OccasionForm, SeasonForm
from campaigns.matches.forms.people import KeeperForm, People, PlayerForm
from campaigns.matches.forms.verdicts import BringBackForm
from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.operations import changes as operations
from campaigns.matches.page import MatchPage
from club.access import forbidden, signed_in, visitors_log_in
from club.operations import problems_on


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """A match: its result or how it stands, its log, what was corrected, what the reader may do."""
    shown = get_match_for_reader(request.user, pk)
    return render(request, "campaigns/matches/match.html", {"page": MatchPage.of(shown, request.user), "match": shown})


@visitors_log_in
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change when and where it was, who keeps the score, who sat where."""
    shown = get_match_for_keeper(request.user, pk)
    form = OccasionForm.about(shown, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            operations.change_occasion(
                match=shown,
                occasion=form.occasion,
                author=signed_in(request),
                version=form.cleaned_data["version"],
            )
            messages.success(request, _("The match is changed."))
            return redirect(shown)
    return _edit_page(request, shown, form)


def _edit_page(
    request: HttpRequest,
    shown: Match,
    form: OccasionForm,
    refused: tuple[int, PlayerForm] | None = None,
    *,
    keeper: KeeperForm | None = None,
    season: SeasonForm | None = None,
) -> HttpResponse:
    """Show all that can be changed; a form that was refused (a seat's with its number) comes back as filled in."""
    people = People.of(shown.campaign, request.user)
    seats = [
        (
            seat,
            refused[1]
            if refused and refused[0] == seat.seat
            else PlayerForm(
                people=people, initial={"player": people.value_of(seat.player)}, prefix=f"seat-{seat.seat}"
            ),
        )
        for seat in shown.seats.all()
    ]
    context = {
        "match": shown,
        "form": form,
        "seats": seats,
        "keeper": keeper or KeeperForm(match=shown),
        "season": season or SeasonForm(match=shown, member=signed_in(request), prefix="season"),
    }
    status = 422 if form.errors or refused or keeper or season else 200
    return render(request, "campaigns/matches/edit.html", context, status=status)


@require_POST
@visitors_log_in
def keeper(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose who keeps the score besides the players."""
    shown = get_match_for_keeper(request.user, pk)
    form = KeeperForm(request.POST, match=shown)
    if form.is_valid():
        with problems_on(form):
            operations.choose_keeper(match=shown, keeper=form.cleaned_data["keeper"], check=form.refuse_stale)
            messages.success(request, _("The score keeper is chosen."))
            return redirect("campaigns:match_edit", shown.pk)
    return _edit_page(request, shown, OccasionForm.about(shown), keeper=form)


@require_POST
@visitors_log_in
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the match belong to a season, or to none."""
    shown = get_match_for_keeper(request.user, pk)
    form = SeasonForm(request.POST, match=shown, member=signed_in(request), prefix="season")
    if form.is_valid():
        values = form.cleaned_data
        with problems_on(form):
            operations.move_match(
                match=shown,
                season=values["season"],
                author=signed_in(request),
                version=values["version"],
            )
            messages.success(request, _("The match belongs there now."))
            return redirect("campaigns:match_edit", shown.pk)
    return _edit_page(request, shown, OccasionForm.about(shown), season=form)


@require_POST
@visitors_log_in
def seat(request: HttpRequest, pk: int, seat: int) -> HttpResponse:
    """Put somebody else on a seat."""
    shown = get_match_for_keeper(request.user, pk)
    form = PlayerForm(request.POST, people=People.of(shown.campaign, request.user), prefix=f"seat-{seat}")
    if form.is_valid() and (who := form.who) is not None:
        with problems_on(form):
            version = form.cleaned_data["version"]
            operations.replace_player(match=shown, seat=seat, who=who, author=signed_in(request), version=version)
            messages.success(request, _("The seat now belongs to somebody else; the score stays."))
            return redirect("campaigns:match_edit", shown.pk)
    return _edit_page(request, shown, OccasionForm.about(shown), (seat, form))


@require_POST
@visitors_log_in
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Call the match off."""
    shown = get_match_for_keeper(request.user, pk)
    if shown.state == MatchState.CONFIRMED and not is_judge(request.user, shown):
        forbidden()
    with attempt(request, done=_("The match is called off; it counts nowhere.")):
        operations.cancel_match(
            match=shown,
            author=signed_in(request),
            version=VersionForm.of(request),
            because=request.POST.get("because", ""),
        )
    return redirect(shown)


@visitors_log_in
def bring_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring a match back that was called off, and say why."""
    shown = get_match_for_keeper(request.user, pk)
    if shown.state == MatchState.CANCELLED and not may_bring_back(request.user, shown):
        forbidden()
    form = BringBackForm(request.POST or None, initial={"version": shown.version})
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        with problems_on(form):
            operations.bring_back(
                match=shown, author=signed_in(request), reason=values["reason"], version=values["version"]
            )
            messages.success(request, _("The match is back, just as it was."))
            return redirect(shown)
    context = {"match": shown, "form": form}
    return render(request, "campaigns/matches/bring_back.html", context, status=422 if form.errors else 200)
