"""Evenings: the list, one evening, announcing and changing it, calling it off."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.evenings.access import get_evening, get_evening_for_organiser, may_announce
from campaigns.evenings.forms import CancelForm, EveningForm, WordsForm
from campaigns.evenings.listing import ahead, past
from campaigns.evenings.models.plan import AnswerGiven
from campaigns.evenings.operations import announcing
from campaigns.evenings.page import page_of, results_of
from campaigns.evenings.people import comer_of
from campaigns.league.forms.version import VersionForm
from campaigns.league.views.pages import attempt
from club.access import MemberRequest, forbidden, member_of, member_required, signed_in, visitors_log_in
from club.once import made_once, once
from club.operations import problems_on

PAST: Final = 6
SHOWN: Final = 16
form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
def evening_list(request: HttpRequest) -> HttpResponse:
    """The evenings ahead, and those past."""
    member = member_of(request)
    values = {
        "ahead": list(ahead(request, member)[:SHOWN]),
        "past": Paginator(past(request, member), PAST).get_page(request.GET.get("page")),
        "announces": may_announce(request.user),
        "answers": dict(AnswerGiven.choices),
    }
    return render(request, "campaigns/evenings/list.html", values)


@never_cache
@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """One evening: before it who comes and what is played, after it what came of it."""
    shown = get_evening(request, pk)
    comer = comer_of(request, shown)
    page = page_of(shown, comer, request.user)
    said = {"brings": page.answer.brings, "seeks": page.answer.seeks} if page.answer is not None else {}
    values = {
        "page": page,
        "evening": shown,
        "answers": AnswerGiven.choices,
        "words_form": WordsForm(initial=said),
        "cancel_form": CancelForm(),
        "results": results_of(shown, request.user) if shown.is_over else (),
    }
    return render(request, "campaigns/evenings/evening.html", values)


@form_methods
@member_required
@once
def new(request: MemberRequest) -> HttpResponse:
    """Announce an evening, or a series of them."""
    if not may_announce(request.user):
        forbidden()
    form = EveningForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            said = form.announcement
            made = made_once(request, lambda: announcing.announce(organiser=request.user, said=said))
            return redirect(made)
    dates = form.rhythm.days()[:4] if form.is_bound and form.is_valid() and form.rhythm is not None else ()
    return render(request, "campaigns/evenings/new.html", {"form": form, "dates": dates}, status=_status(form))


@require_safe
@member_required
def dates(request: MemberRequest) -> HttpResponse:
    """The first dates of a series as it is being filled in."""
    form = EveningForm(request.GET)
    form.is_valid()
    rhythm = form.rhythm if form.cleaned_data.get("begins") else None
    days = rhythm.days()[:4] if rhythm is not None else ()
    return render(request, "campaigns/evenings/_dates.html", {"dates": days})


@form_methods
@visitors_log_in
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change one evening."""
    shown = get_evening_for_organiser(request, pk)
    form = EveningForm(request.POST or None, evening=shown)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            said, version = form.announcement, form.cleaned_data["version"]
            announcing.change(evening=shown, said=said, author=signed_in(request), version=version)
            messages.success(request, _("The evening is changed."))
            return redirect(shown)
    return render(request, "campaigns/evenings/edit.html", {"form": form, "evening": shown}, status=_status(form))


@require_POST
@visitors_log_in
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Call an evening off, or it and all later ones of its series."""
    shown = get_evening_for_organiser(request, pk)
    form = CancelForm(request.POST)
    form.is_valid()
    because, author = form.cleaned_data.get("because", ""), signed_in(request)
    with attempt(request):
        if form.cleaned_data.get("all_later"):
            ended = announcing.end_series(evening=shown, author=author, because=because)
            said = ngettext("%(count)s evening is called off.", "%(count)s evenings are called off.", ended)
            messages.success(request, said % {"count": ended})
        else:
            version = VersionForm.of(request)
            announcing.cancel(evening=shown, author=author, because=because, version=version)
            messages.success(request, _("The evening is called off; whoever comes is told."))
    return redirect(shown)


@require_POST
@visitors_log_in
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an evening take place after all."""
    shown = get_evening_for_organiser(request, pk)
    with attempt(request, done=_("The evening takes place; whoever comes is told.")):
        announcing.restore(evening=shown, author=signed_in(request), version=VersionForm.of(request))
    return redirect(shown)


def _status(form: EveningForm) -> int:
    return 422 if form.errors else 200
