"""The evening's page, and everything that is entered on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.forms.version import VersionForm
from campaigns.league.views.pages import campaign_page, tell
from campaigns.wars.access import get_battle_for_reporter, get_evening_for_keeper, get_evening_for_reader
from campaigns.wars.marks import EVENING, evening_mark
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.evening import Evening
from campaigns.wars.pocket import operations
from campaigns.wars.pocket.forms import RaidForm, form_of
from campaigns.wars.pocket.page import page_of
from campaigns.wars.pocket.reading import parse_entry
from club import live
from club.access import signed_in, visitors_log_in
from club.files import receipt_answer
from club.htmx import by_htmx
from club.numbers import whole_number
from club.operations import Refused, problems_on
from club.outbox.middleware import has_waited
from engines.musg.pocket.dice import receipt as proof


@require_safe
def evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What the table does now, and where everything stands; the buttons for who plays or referees."""
    if (same := live.unchanged(request, *_mark(request, slug, pk))) is not None:
        return same
    return _page(request, get_evening_for_reader(request.user, slug, pk))


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Choose what is played (``?play=raid`` or ``menace``; else as the battle's modules say), and begin."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    begun = Evening.objects.filter(battle=battle).exists()
    if begun or battle.state != BattleState.SCHEDULED:
        return redirect("campaigns:evening" if begun else "campaigns:battle", slug, pk)
    kind = form_of(battle, request.GET.get("play", ""))
    form = kind(request.POST or None, battle=battle)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            operations.begin(battle=battle, choices=form.choices)
            return redirect("campaigns:evening", slug, pk)
    raid, template = kind is RaidForm, "campaigns/wars/evening_form.html"
    return campaign_page(request, template, battle.campaign, "rounds", battle=battle, form=form, raid=raid)


@visitors_log_in
@require_POST
def enter(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Add an entry to the log. Sent again, it counts once."""
    shown = get_evening_for_keeper(request.user, slug, pk)
    refused: list[Refused] = []
    with _refusals(refused):
        asked = parse_entry(request.POST)
        operations.enter(
            evening=shown,
            data=asked.data,
            author=signed_in(request),
            version=None if has_waited(request) else VersionForm.of(request),
            client_id=request.POST.get("client_id", ""),
            by_site=asked.by_site,
        )
    return _answer(request, shown, refused)


@visitors_log_in
@require_POST
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back what was entered last, or one entry (``number``)."""
    shown = get_evening_for_keeper(request.user, slug, pk)
    refused: list[Refused] = []
    with _refusals(refused):
        number = whole_number(request.POST.get("number", ""))
        operations.take_back(evening=shown, version=VersionForm.of(request), number=number)
    return _answer(request, shown, refused)


@visitors_log_in
@require_POST
def throw_away(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Forget the evening, to begin it anew."""
    shown = get_evening_for_keeper(request.user, slug, pk)
    try:
        operations.throw_away(evening=shown, version=VersionForm.of(request))
    except Refused as refused:
        tell(request, refused)
        return redirect(shown)
    messages.success(request, _("The evening is thrown away."))
    return redirect(shown.battle)


@require_safe
def receipt(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The site's dice of the evening, as a file for ``python -m engines verify``; the secret only once it is over."""
    shown = get_evening_for_reader(request.user, slug, pk)
    made = proof(bytes.fromhex(shown.seed), operations.replayed(shown))
    if not shown.over:
        made = msgspec.structs.replace(made, seed="")
    return receipt_answer(made, f"dice-{shown.battle.key}-evening.json")


@contextmanager
def _refusals(found: list[Refused]) -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        found.append(refused)


def _mark(request: HttpRequest, slug: str, pk: int) -> tuple[str, live.Part]:
    mark = evening_mark(request.user, slug, pk)
    return mark, live.Part(EVENING, (pk,), mark)


def _answer(request: HttpRequest, shown: Evening, refused: list[Refused]) -> HttpResponse:
    """After an entry: the page anew for htmx, with what was refused; the way back to it otherwise."""
    if not by_htmx(request):
        for one in refused:
            tell(request, one)
        return redirect(shown)
    slug, pk = shown.battle.campaign.slug, shown.battle_id
    live.keep(request, *_mark(request, slug, pk))
    return _page(request, get_evening_for_reader(request.user, slug, pk), refused)


def _page(request: HttpRequest, shown: Evening, refused: list[Refused] | None = None) -> HttpResponse:
    problems = [problem for one in refused or () for problem in one.problems]
    values = {
        "page": page_of(shown, request.user, problems),
        "evening": shown,
        "battle": shown.battle,
        "campaign": shown.battle.campaign,
        "entered": refused is not None,
        "live_address": reverse("campaigns:evening", args=[shown.battle.campaign.slug, shown.battle_id]),
    }
    return render(request, "campaigns/wars/evening.html", values, status=422 if problems else 200)
