"""A campaign's own content: its tables for everybody who reads it, the choice of packs for its referees."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, override
from django.views.decorators.http import require_safe

from campaigns.league.forms.version import go_on_from
from campaigns.league.models import Campaign
from campaigns.league.views.pages import campaign_page
from campaigns.wars.access import get_war_for_reader, get_war_for_referee
from campaigns.wars.house import operations
from campaigns.wars.house.forms import HouseForm
from campaigns.wars.house.page import Lines
from campaigns.wars.weighing.advice import warnings_of
from club.access import not_found, signed_in, visitors_log_in
from club.files import pdf_answer
from club.forms import SearchForm
from club.operations import Refused, Stale, add_problems_to_form
from club.paper.choices import choices_of
from club.words import words
from engines.musg.packs.house import MAY_BE_LEFT_OUT
from engines.musg.rules import Rules
from rosters.reference.house import house_sections
from rosters.reference.model import matching
from rosters.sheets import templates as template_pages

BOOK = Rules().catalogue
"""What may be left out of it."""


@require_safe
def house(request: HttpRequest, slug: str) -> HttpResponse:
    """What a campaign plays with besides the rulebook, searchable, and what of the rulebook it leaves out."""
    shown = get_war_for_reader(request.user, slug)
    found, search = operations.house_of(shown), SearchForm(request.GET, label=_("Search"), most=80)
    tables = [getattr(BOOK, kind) for kind in MAY_BE_LEFT_OUT]
    left_out = [words(table[code].name) for code in found.without for table in tables if code in table]
    guns = [gun for pack in found.packs for gun in pack.ranged]
    context: dict[str, Any] = {
        "packs": [(words(pack.name), pack.version, words(pack.about)) for pack in found.packs],
        "sections": matching(house_sections(found.packs), search.query),
        "left_out": left_out,
        "scales": template_pages.SCALES.items() if template_pages.has_templates(guns) else (),
        "search": search,
    }
    return campaign_page(request, "campaigns/wars/house.html", shown, "rounds", **context)


@require_safe
def templates(request: HttpRequest, slug: str, scale: str) -> HttpResponse:
    """The templates at true size for the weapons that are played; 404 for a scale in which no pace is measured."""
    shown = get_war_for_reader(request.user, slug)
    if scale not in template_pages.PACES:
        not_found("no such scale")
    choices = choices_of(request)
    with override(choices.spoken):
        content = template_pages.pdf(scale, choices, operations.house_of(shown).catalogue)
        word = _("templates")
        return pdf_answer(content, f"{word}-{shown.slug}-{scale}.pdf")


@visitors_log_in
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Packs are chosen, tried on, and adopted: what would change for every warband stands on the page before."""
    shown, member = get_war_for_referee(request.user, slug), signed_in(request)
    sent = request.POST if request.method == "POST" else (request.GET if "version" in request.GET else None)
    form = HouseForm(sent, campaign=shown, member=member)
    if request.method == "POST" and form.is_valid():
        try:
            version = form.cleaned_data["version"]
            operations.adopt(campaign=shown, house=form.house, author=member, version=version)
            messages.success(request, _("The campaign plays so from now on."))
            return redirect("campaigns:house", shown.slug)
        except Refused as refused:
            add_problems_to_form(form, refused)
            if isinstance(refused, Stale):
                go_on_from(form, Campaign.objects.get(pk=shown.pk).version)
    tried = _tried(shown, form) if sent is not None and form.is_bound and not form.errors else None
    context = {"form": form, "tried": tried, "advice": warnings_of(form.house.packs) if tried is not None else []}
    status = 422 if form.errors else 200
    return campaign_page(request, "campaigns/wars/house_change.html", shown, "settings", status=status, **context)


def _tried(shown: Campaign, form: HouseForm) -> list[Lines] | None:
    if not form.is_valid():
        return None
    house = form.house
    return [Lines.of(band, found, house.catalogue) for band, found in operations.tried_on(shown, house)]
