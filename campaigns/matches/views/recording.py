"""Recording a match: which game, then a live pad or the final result on one screen."""

from __future__ import annotations

import re
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.games import CARD_GAMES, game_of
from campaigns.league.models import Campaign
from campaigns.league.views.pages import attempt
from campaigns.matches.access import (
    get_match_for_keeper,
    get_season_for_reader,
    may_record_in,
    recorded_by,
    visible_matches,
)
from campaigns.matches.cards import sets as card_sets
from campaigns.matches.company import last_match
from campaigns.matches.forms.people import People
from campaigns.matches.forms.results import RecordForm
from campaigns.matches.lines import line_of
from campaigns.matches.operations import recording as operations
from campaigns.matches.operations.recording import Sitting
from campaigns.matches.scores import PADS, Pad
from campaigns.matches.scores.options import option_widgets, options_of
from campaigns.matches.scores.refusals import refusing
from club.access import MemberRequest, forbidden, member_required, not_found, signed_in, visitors_log_in
from club.numbers import whole_number
from club.once import made_once, once
from club.operations import Refused

_MEMBER: Final = re.compile(r"m[0-9]{1,18}")


@require_safe
@member_required
def choose_game(request: MemberRequest) -> HttpResponse:
    """Which game was or is to be played, in which of one's seasons or outside of them."""
    member = request.user
    seasons = list(recorded_by(member))
    games = [(game, [season for season in seasons if season.game == game.code]) for game in CARD_GAMES]
    last = last_match(member)
    context = {
        "games": [g for g in games if g[0].code in PADS],
        "again": line_of(last, member, last.campaign) if last is not None else None,
    }
    return render(request, "campaigns/matches/choose.html", context)


@member_required
@once
def open_pad(request: MemberRequest, game: str) -> HttpResponse:
    """Open a live score pad."""
    pad, season = _pad(game), _season(request, game)
    form = _form(request, pad, season, result=False)
    if request.method == "POST" and form.is_valid():
        try:
            sitting = _sitting(request, form, pad, season)
            opened = made_once(
                request,
                lambda: operations.open_match(sitting=sitting, recorder=request.user, occasion=form.occasion),
            )
        except Refused as refused:
            form.show(refused)
        else:
            return redirect("campaigns:match_pad", opened.pk)
    return _page(request, "campaigns/matches/open.html", form, pad, season)


@require_POST
@visitors_log_in
@once
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a pad for the same table as in an earlier match."""
    shown = get_match_for_keeper(request.user, pk)
    opened = None
    with attempt(request):
        opened = made_once(request, lambda: operations.open_again(match=shown, recorder=signed_in(request)))
    return redirect("campaigns:match_pad", opened.pk) if opened is not None else redirect(shown)


@member_required
@once
def record(request: MemberRequest, game: str) -> HttpResponse:
    """Type a final result."""
    pad, season = _pad(game), _season(request, game)
    form = _form(request, pad, season, result=True)
    if request.method == "POST" and form.is_valid():
        try:
            sitting = _sitting(request, form, pad, season)
            recorded = made_once(
                request,
                lambda: operations.record_result(
                    sitting=sitting,
                    recorder=request.user,
                    table=form.table,
                    occasion=form.occasion,
                    heroes=form.played,
                    seen=whole_number(request.POST.get("seen", "")) or 0,
                ),
            )
        except Refused as refused:
            form.show(refused)
        else:
            messages.success(request, _("The result is recorded. Somebody else who played confirms it."))
            return redirect(recorded)
    return _page(request, "campaigns/matches/record.html", form, pad, season)


def _form(request: HttpRequest, pad: Pad[Any], season: Campaign | None, *, result: bool) -> RecordForm:
    return RecordForm(
        request.POST or None,
        pad=pad,
        season=season,
        reader=request.user,
        result=result,
        seated=_seated(request),
    )


def _pad(game: str) -> Pad[Any]:
    return PADS[game] if game in PADS else not_found()


def _season(request: HttpRequest, game: str) -> Campaign | None:
    """Return the season named by ``?season=``: 404 for a stranger to it, 403 for who does not take part."""
    slug = request.GET.get("season", "")
    if not slug:
        return None
    season = get_season_for_reader(request.user, slug)
    if season.game != game:
        not_found()
    return season if may_record_in(request.user, season) else forbidden()


def _seated(request: HttpRequest) -> list[str]:
    """Return who is to sit where: as in the match ``?again=``, or the members ``?seat=``; else the recorder first."""
    people = People({}, {})
    wanted = [seat for seat in request.GET.getlist("seat") if _MEMBER.fullmatch(seat)]
    if wanted:
        return wanted
    again = whole_number(request.GET.get("again", ""))
    if again is not None:
        match = visible_matches(request.user).filter(pk=again).first()
        if match is not None:
            return [people.value_of(seat.player) for seat in match.seats.select_related("player")]
    return [f"m{request.user.pk}"]


def _sitting(request: HttpRequest, form: RecordForm, pad: Pad[Any], season: Campaign | None) -> Sitting:
    people = form.people
    with refusing(pad):
        options = options_of(pad, request.POST, form.taken_rows)
    cards = card_sets.chosen(pad.code, request.POST.get("cards", ""))
    if cards is not None:
        options["cards"] = cards
    return Sitting(
        game=pad.code,
        people=people,
        start=form.first,
        options=options,
        season=season,
        visibility=form.cleaned_data.get("visibility") or operations.Visibility.CLUB,
    )


def _page(
    request: HttpRequest, template: str, form: RecordForm, pad: Pad[Any], season: Campaign | None
) -> HttpResponse:
    query = request.GET.urlencode()
    context = {
        "form": form,
        "pad": pad,
        "game": game_of(pad.code),
        "season": season,
        "query": f"?{query}" if query else "",
        "card_sets": card_sets.choices(pad.code),
        "cards": request.POST.get("cards", ""),
        "options": option_widgets(pad, request.POST if request.method == "POST" else None),
    }
    wrong = form.errors or form.wrong_rows
    return render(request, template, context, status=422 if wrong else 200)
