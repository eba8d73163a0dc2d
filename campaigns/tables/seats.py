"""The page that an open seat's link leads to: one sits down as a member, as a guest, or becomes a member there."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.league.games import game_of
from campaigns.seating.people import Person, key_of
from campaigns.tables import rules
from campaigns.tables.access import get_seat_by_link
from campaigns.tables.counting import before_the_game
from campaigns.tables.forms import GuestForm
from campaigns.tables.listing import line
from campaigns.tables.models.card_table import CardSeat, CardTable, TableState
from campaigns.tables.operations import tables as operations
from campaigns.tables.people import COOKIE, person_of
from club.access import member_of
from club.invited import sign_up_here
from club.operations import Refused, add_problems_to_form

SEAT: Final = "campaigns/tables/seat.html"
REFUSED: Final = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, key: str) -> HttpResponse:
    """The page that an open seat's link leads to; a POST sits down, and opens an account first where one is wanted."""
    here = get_seat_by_link(key)
    person = person_of(request)
    sits = person.seat_among(here.table.seats.all()) is not None
    if request.method == "POST" and sits:
        return redirect(here.table)
    if person.member is None and not sits and _is_free(here) and _signs_up(request, here.table):
        return sign_up_here(request, SEAT, _seat_values(request, here), then=partial(_sit_as_member, key))
    return _sit(request, here, person) if request.method == "POST" else _seat_page(request, here)


def _signs_up(request: HttpRequest, table: CardTable) -> bool:
    """Tell whether a visitor must be a member to sit there, or wants to become one (``?member``)."""
    return not table.guests or "member" in request.GET or "password1" in request.POST


def _sit_as_member(key: str, request: HttpRequest) -> HttpResponse:
    return _sit(request, get_seat_by_link(key), person_of(request))


def _sit(request: HttpRequest, here: CardSeat, person: Person) -> HttpResponse:
    form = GuestForm(request.POST)
    secret = COOKIE.secret(request)
    if person.member is None:
        if not form.is_valid():
            return _seat_page(request, here, form, status=REFUSED)
        person = Person(guest=key_of(secret))
    try:
        operations.take_seat(seat=here, person=person, name=form.data.get("name", ""))
    except Refused as refused:
        add_problems_to_form(form, refused)
        return _seat_page(request, here, form, status=REFUSED)
    response = redirect(here.table)
    if person.member is None:
        COOKIE.keep(response, secret)
    return response


def _seat_page(
    request: HttpRequest, here: CardSeat, form: GuestForm | None = None, *, status: int = 200
) -> HttpResponse:
    values = {**_seat_values(request, here), "as_guest": member_of(request) is None, "form": form or GuestForm()}
    return render(request, SEAT, values, status=status)


def _is_free(here: CardSeat) -> bool:
    return here.is_open and here.table.state == TableState.OPEN


def _seat_values(request: HttpRequest, here: CardSeat) -> dict[str, Any]:
    game = rules.of(here.table.game)
    seats = list(here.table.seats.all())
    teams = game.teams(here.table.variant, len(seats), here.table.options)
    opener = here.table.opener
    return {
        "seat": here,
        "number": here.number + 1,
        "team": teams[here.number] if teams else None,
        "sits": person_of(request).seat_among(seats) is not None,
        "table": line(here.table, person_of(request)),
        "picture": game_of(here.table.game).icon,
        "host": opener.name_for(request.user) if opener is not None else "",
        "agreed": game.describe_options(here.table.variant, here.table.options),
        "free": _is_free(here),
        "counting": before_the_game(here.table, seats, request.user),
    }
