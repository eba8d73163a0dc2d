"""Games of an evening: offered, changed, taken off; who sits at them by the hand of whoever runs them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.evenings.access import get_evening_for_member, get_game_for_host, manages
from campaigns.evenings.forms import GameForm
from campaigns.evenings.operations import coming, offering
from campaigns.evenings.page import page_of
from campaigns.evenings.people import comer_of
from campaigns.league.views.pages import attempt
from club.access import signed_in, visitors_log_in
from club.once import made_once, once
from club.operations import problems_on
from engines.evenings import Role

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@form_methods
@visitors_log_in
@once
def new_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer a game."""
    shown = get_evening_for_member(request, pk)
    member, runs = signed_in(request), manages(request.user, shown)
    form = GameForm(request.POST or None, evening=shown, member=member, may_override=runs)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            offer, said = form.offer, form.cleaned_data["role"]
            role = Role(said) if said else None
            made = made_once(
                request,
                lambda: offering.offer_game(evening=shown, offer=offer, host=member, role=role, may_override=runs),
            )
            return redirect(made)
    values = {"form": form, "evening": shown}
    return render(request, "campaigns/evenings/game.html", values, status=422 if form.errors else 200)


@form_methods
@visitors_log_in
def edit_game(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Change a game, and see to who sits at it."""
    game = get_game_for_host(request, pk, number)
    member, runs = signed_in(request), manages(request.user, game.evening)
    form = GameForm(request.POST or None, evening=game.evening, member=member, game=game, may_override=runs)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            offer, version = form.offer, form.cleaned_data["version"]
            offering.change_game(game=game, offer=offer, author=member, may_override=runs, version=version)
            messages.success(request, _("The game is changed."))
            return redirect(game)
    page = page_of(game.evening, comer_of(request, game.evening), request.user)
    line = next(line for line in page.games if line.game.pk == game.pk)
    values = {"form": form, "evening": game.evening, "line": line, "page": page}
    return render(request, "campaigns/evenings/game.html", values, status=422 if form.errors else 200)


@require_POST
@visitors_log_in
def remove_game(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take a game off the plan."""
    game = get_game_for_host(request, pk, number)
    with attempt(request, done=_("The game is off; whoever sat there is told.")):
        offering.remove_game(game=game, author=signed_in(request))
    return redirect(game.evening)


@require_POST
@visitors_log_in
def lock_game(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Settle a game (``locked``), so that no plan moves it; or let plans move it again."""
    game = get_game_for_host(request, pk, number)
    with attempt(request):
        offering.lock_game(game=game, locked=bool(request.POST.get("locked")), author=signed_in(request))
    return redirect(game)


@require_POST
@visitors_log_in
def people(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """See to somebody at a game: ``do`` is ``seat``, ``up`` or ``out``; ``person`` may be several to be seated.

    ``back``: it was done on the evening's own page.
    """
    game = get_game_for_host(request, pk, number)
    author, persons, do = signed_in(request), request.POST.getlist("person"), request.POST.get("do", "")
    with attempt(request):
        if do == "seat":
            because = request.POST.get("because", "") if manages(author, game.evening) else ""
            coming.seat(evening=game.evening, game=number, people=persons, author=author, because=because)
        else:
            act = {"up": coming.move_up, "out": coming.take_out}.get(do, coming.take_out)
            for person in persons:
                act(evening=game.evening, game=number, person=person, author=author)
    return redirect(game) if "back" in request.POST else redirect("evenings:edit_game", pk, number)
