"""Coming to an evening: answering, sitting down, getting up; the door for guests, and who is there."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.evenings.access import get_evening, get_evening_by_link, get_evening_for_organiser, get_game
from campaigns.evenings.clock import clock_of
from campaigns.evenings.forms import DoorForm, JoinForm, WordsForm
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import AnswerGiven
from campaigns.evenings.operations import announcing, coming
from campaigns.evenings.page import page_of
from campaigns.evenings.people import COOKIE, Comer, comer_of
from campaigns.league.views.pages import attempt
from campaigns.seating.people import key_of
from club.access import forbidden, member_of, signed_in, visitors_log_in
from club.numbers import whole_number
from club.operations import Refused, problems_on
from engines.evenings import Answer, Role


def _comer(request: HttpRequest, evening: ClubEvening) -> Comer:
    """Return who comes; a visitor who is neither a member nor a guest yet is sent to log in."""
    comer = comer_of(request, evening)
    return comer if comer.key else forbidden()


@require_POST
@visitors_log_in
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Say whether one comes (``answer``), and what one brings or is looking for."""
    shown = get_evening(request, pk)
    comer = _comer(request, shown)
    said = request.POST.get("answer", "")
    words = WordsForm(request.POST)
    with attempt(request):
        if said not in AnswerGiven.values:
            raise Refused.because("no_answer", _("Say whether you come."))
        beside = words.cleaned_data if "brings" in request.POST and words.is_valid() else {}
        coming.answer(
            evening=shown,
            comer=comer,
            said=Answer(said),
            brings=beside.get("brings"),
            seeks=beside.get("seeks", ""),
        )
    return redirect(shown)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
def join(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Sit down at a game, or wait for it; with guests, or to watch, by the form that a GET shows."""
    game = get_game(request, pk, number)
    comer = _comer(request, game.evening)
    form = JoinForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with problems_on(form):
            sits = coming.join(
                evening=game.evening,
                game=number,
                comer=comer,
                role=Role(said["role"] or Role.PLAYER),
                party=form.names,
                may_split=said["may_split"],
                instead=said["instead"],
            )
            if not sits and said["role"] != Role.WATCHES:
                messages.info(request, _("All seats are taken: you are on the waiting list, and will be told."))
            return redirect(game)
    values = {"form": form, "game": game, "evening": game.evening}
    return render(request, "campaigns/evenings/join.html", values, status=422 if form.errors else 200)


@require_POST
@visitors_log_in
def leave(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Give up one's seat at a game, or one's place in the waiting list."""
    game = get_game(request, pk, number)
    comer = _comer(request, game.evening)
    with attempt(request):
        coming.leave(evening=game.evening, game=number, comer=comer)
    return redirect(game)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest, link: str) -> HttpResponse:
    """What the code at the door leads to: members are ticked off as there, guests say who they are."""
    shown = get_evening_by_link(link)
    comer = comer_of(request, shown)
    form = DoorForm(request.POST if request.method == "POST" and not comer.key else None)
    if request.method == "POST":
        secret = COOKIE.secret(request)
        with problems_on(form):
            if not comer.key and form.is_valid():
                name = form.cleaned_data["name"]
                guest = coming.come_as_guest(evening=shown, secret=key_of(secret), name=name)
                comer = Comer(guest=guest, secret=guest.secret)
            if comer.key:
                _come_in(shown, comer)
                response = redirect(shown)
                if comer.guest is not None:
                    COOKIE.keep(response, secret)
                return response
    page = page_of(shown, comer, request.user)
    values = {"evening": shown, "page": page, "form": form, "member": member_of(request)}
    return render(request, "campaigns/evenings/door.html", values, status=422 if form.errors else 200)


def _come_in(evening: ClubEvening, comer: Comer) -> None:
    """Note that somebody comes; at the evening itself, that he is there."""
    coming.answer(evening=evening, comer=comer, said=Answer.YES)
    if evening.is_under_way:
        coming.tick(evening=evening, person=comer.key, there=True, author=comer.member)


@never_cache
@require_safe
@visitors_log_in
def poster(request: HttpRequest, pk: int) -> HttpResponse:
    """The code that hangs at the door, and the link for whoever is to come."""
    shown = get_evening_for_organiser(request, pk)
    return render(request, "campaigns/evenings/poster.html", {"evening": shown})


@require_POST
@visitors_log_in
def renew_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the door another link: the old one opens no more."""
    shown = get_evening_for_organiser(request, pk)
    with attempt(request, done=_("The evening has another link; the old one leads nowhere now.")):
        announcing.renew_link(evening=shown, author=signed_in(request))
    return redirect("evenings:poster", shown.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
def attendance(request: HttpRequest, pk: int) -> HttpResponse:
    """Tick off who is there (``person``, and ``there`` or nothing)."""
    shown = get_evening_for_organiser(request, pk)
    if request.method == "POST":
        with attempt(request):
            there, person = bool(request.POST.get("there")), request.POST.get("person", "")
            coming.tick(evening=shown, person=person, there=there, author=signed_in(request))
        return redirect("evenings:attendance", shown.pk)
    page = page_of(shown, comer_of(request, shown), request.user)
    return render(request, "campaigns/evenings/attendance.html", {"evening": shown, "page": page})


@never_cache
@require_safe
def screen(request: HttpRequest, pk: int) -> HttpResponse:
    """What hangs on the wall that evening: which table plays what with whom, who is missing, a clock (``?round=``)."""
    shown = get_evening(request, pk)
    page = page_of(shown, comer_of(request, shown), request.user)
    minutes = whole_number(request.GET.get("round", ""))
    values = {"evening": shown, "page": page, "minutes": minutes, "clock": clock_of(shown, minutes, timezone.now())}
    return render(request, "campaigns/evenings/screen.html", values)
