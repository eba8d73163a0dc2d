"""The live score pad: the page, what phones ask for every second, an entry, taking the last one back."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.views.pages import tell
from campaigns.matches import fragments
from campaigns.matches.access import SEATED, get_match_for_keeper, get_match_for_reader
from campaigns.matches.models.match import Match
from campaigns.matches.operations import entries as operations
from campaigns.matches.operations.merging import tell_left_out
from campaigns.matches.page import MatchPage
from campaigns.matches.scores import pad_of
from campaigns.matches.scores.reading import read_entry
from campaigns.matches.scores.refusals import refusing
from campaigns.matches.standing import Standing
from campaigns.matches.watching import watch_pad
from club import live
from club.access import signed_in, visitors_log_in
from club.htmx import by_htmx
from club.numbers import whole_number
from club.operations import Refused
from club.outbox.middleware import has_waited

PAGE = "campaigns/matches/pad.html"
REFUSED = f"{PAGE}#refused"


@require_safe
def pad(request: HttpRequest, pk: int) -> HttpResponse:
    """The pad: the board for everybody who may read the match, buttons for who keeps it."""
    shown = get_match_for_reader(request.user, pk)
    page = MatchPage.of(shown, request.user, brief=True)
    values = {"page": page, "match": shown, "told": watch_pad(request, shown.pk, shown.version), "new_id": uuid.uuid4}
    return render(request, PAGE, values)


@require_safe
def status(request: HttpRequest, pk: int) -> HttpResponse:
    """The pad as it stands; 204 while it is still as the phone has it (``?version=``)."""
    standing = Standing.asked(request.user, pk)
    if request.GET.get("version") == str(standing.version):
        return live.nothing_new(request, watch_pad(request, pk, standing.version))
    return fragments.fetched(request, pk, standing, lambda: get_match_for_reader(request.user, pk))


@require_POST
@visitors_log_in
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Add an entry to the log. A phone sends it again until it hears of it; it counts once."""
    shown = get_match_for_keeper(request.user, pk)
    engine, author = pad_of(shown.game), signed_in(request)
    seen = whole_number(request.POST.get("seen", "")) if has_waited(request) else None
    try:
        with refusing(engine):
            data = read_entry(engine, request.POST)
        client = request.POST.get("client_id", "")
        added = operations.add_entry(match=shown, data=data, author=author, client_id=client, seen=seen)
    except Refused as refused:
        if seen is not None:
            tell_left_out(shown, author=author, seen=seen)
        return _refused(request, shown, refused)
    return _answer(request, shown, added.log)


@require_POST
@visitors_log_in
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own last entry back."""
    shown = get_match_for_keeper(request.user, pk)
    try:
        left = operations.undo_last(match=shown, author=signed_in(request))
    except Refused as refused:
        return _refused(request, shown, refused)
    if not by_htmx(request):
        messages.success(request, _("The entry is taken back."))
    return _answer(request, shown, left)


def _answer(request: HttpRequest, shown: Match, log: operations.Log | None) -> HttpResponse:
    """Show the pad after a change, with the log as the operation left it: nobody can have changed that version."""
    if not by_htmx(request):
        return redirect("campaigns:match_pad", shown.pk)
    prefetch_related_objects([shown], SEATED)
    return fragments.answer(request, shown, log)


def _refused(request: HttpRequest, shown: Match, refused: Refused) -> HttpResponse:
    if not by_htmx(request):
        tell(request, refused)
        return redirect("campaigns:match_pad", shown.pk)
    return render(request, REFUSED, {"problems": refused.problems}, status=422)
