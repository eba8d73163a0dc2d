"""What becomes of a result: finished, confirmed on the site or by code, disputed, settled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.league.forms.version import DisputeForm, VersionForm
from campaigns.league.views.pages import attempt, tell
from campaigns.matches.access import get_match_for_judge, get_match_for_keeper, get_match_for_player
from campaigns.matches.forms.verdicts import CodeForm, VerdictForm
from campaigns.matches.models.match import Match
from campaigns.matches.operations import verdicts as operations
from campaigns.matches.page import MatchPage
from club.access import signed_in, visitors_log_in
from club.attempts import blocked, failed
from club.operations import Refused, problems_on

CODE = "match-code"
"""What is counted when somebody guesses."""


@require_POST
@visitors_log_in
def finish(request: HttpRequest, pk: int) -> HttpResponse:
    """Declare the match over."""
    shown = get_match_for_keeper(request.user, pk)
    return _do(request, shown, operations.finish_match, _("The match is over. Somebody else who played confirms it."))


@require_POST
@visitors_log_in
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on entering."""
    shown = get_match_for_keeper(request.user, pk)
    said, because = _("The match goes on."), request.POST.get("because", "")
    return _do(request, shown, partial(operations.reopen_match, because=because), said, page="campaigns:match_pad")


@require_POST
@visitors_log_in
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm a result as another player."""
    shown = get_match_for_player(request.user, pk)
    return _do(request, shown, operations.confirm_match, _("The result is confirmed."), who="member")


@require_POST
@visitors_log_in
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm a result as the referee."""
    shown = get_match_for_judge(request.user, pk)
    said, because = _("The result is confirmed."), request.POST.get("because", "")
    return _do(request, shown, partial(operations.settle_match, because=because), said, who="judge")


def _do(
    request: HttpRequest,
    shown: Match,
    operation: Callable[..., None],
    said: str,
    *,
    who: str = "author",
    page: str = "campaigns:match",
) -> HttpResponse:
    with attempt(request, done=said):
        operation(match=shown, version=VersionForm.of(request), **{who: signed_in(request)})
    return redirect(page, shown.pk)


@visitors_log_in
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what is wrong with a result."""
    shown = get_match_for_player(request.user, pk)
    form = DisputeForm(request.POST or None, initial={"version": shown.version})
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        with problems_on(form):
            operations.dispute_match(
                match=shown, member=signed_in(request), text=values["text"], version=values["version"]
            )
            messages.success(request, _("The result is disputed; it waits for the referee or a correction."))
            return redirect(shown)
    context = {"page": MatchPage.of(shown, request.user), "match": shown, "form": form}
    return render(request, "campaigns/matches/dispute.html", context, status=422 if form.errors else 200)


@visitors_log_in
def code(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the code with which somebody at the table confirms on another phone; POST makes it."""
    shown = get_match_for_keeper(request.user, pk)
    if request.method == "POST":
        try:
            operations.show_code(match=shown)
        except Refused as refused:
            tell(request, refused)
            return redirect(shown)
        return redirect("campaigns:match_code", shown.pk)
    return render(request, "campaigns/matches/code.html", {"match": shown, "page": MatchPage.of(shown, request.user)})


def type_code(request: HttpRequest) -> HttpResponse:
    """Type the code at the table; no account is needed. Guessing is slowed down."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if blocked(request, CODE):
            form.add_error("code", _("Too many tries. Wait a minute, then try again."))
        elif (found := operations.match_of_code(form.cleaned_data["code"])) is None:
            failed(request, CODE)
            form.add_error("code", _("This code does not work (any more). Ask for a new one."))
        else:
            return redirect("campaigns:match_by_code", found.code)
    return render(request, "campaigns/matches/code_entry.html", {"form": form}, status=422 if form.errors else 200)


def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The result that a code opens: say who one is, then confirm it or say what is wrong."""
    if blocked(request, CODE):
        messages.error(request, _("Too many tries. Wait a minute, then try again."))
        return redirect("campaigns:match_code_entry")
    found = operations.match_of_code(code)
    if found is None:
        failed(request, CODE)
        messages.error(request, _("This code does not work (any more). Ask for a new one."))
        return redirect("campaigns:match_code_entry")
    page = MatchPage.of(found, request.user)
    seats = [(seat.seat, seat.player.name_for(request.user)) for seat in operations.others_at(found)]
    form = VerdictForm(request.POST or None, seats=seats, initial={"version": found.version})
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            said = _answer(request, code, form.cleaned_data)
            messages.success(request, said)
            return redirect("campaigns:match_code_entry")
    context = {"form": form, "page": page, "match": found, "code": code}
    return render(request, "campaigns/matches/by_code.html", context, status=422 if form.errors else 200)


def _answer(request: HttpRequest, code: str, values: dict[str, Any]) -> str:
    given = {"code": code, "seat": values["seat"], "version": values["version"]}
    if request.POST.get("answer") == "wrong":
        operations.dispute_by_code(text=values["text"], **given)
        return _("Thank you: the result is disputed and waits for the referee or a correction.")
    operations.confirm_by_code(**given)
    return _("Thank you: the result is confirmed.")
