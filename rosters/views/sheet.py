"""What is printed of a warband: the roster sheet and the cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _, override
from django.views.decorators.http import require_safe

from club.access import not_found
from club.files import pdf_answer
from club.numbers import whole_number
from club.paper.choices import PaperChoices, PaperForm, choices_of
from rosters.access import get_warband_for_reader
from rosters.models import Warband
from rosters.operations import roster_at
from rosters.portraits.operations import pictures
from rosters.provenance import brought
from rosters.sheets import cards as card_pages
from rosters.sheets.code import Printed
from rosters.sheets.page import Sheet, sheet
from rosters.sheets.pdf import pdf
from rosters.transfer import file_name


@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheet as a page of its own, without the site around it."""
    warband = get_warband_for_reader(request.user, pk)
    choices = choices_of(request)
    shown = _sheet(request, warband, choices)
    query = f"?at={shown.entry}" if shown.entry else ""
    context = {"warband": warband, "sheet": shown, "query": query, "paper": PaperForm(choices.as_data())}
    return render(request, "rosters/sheet.html", context)


@require_safe
def as_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheet as a PDF."""
    warband = get_warband_for_reader(request.user, pk)
    choices = choices_of(request)
    with override(choices.spoken):
        content = pdf(_sheet(request, warband, choices), _hung(warband, choices))
    return pdf_answer(content, file_name(warband, "pdf"))


@require_safe
def cards(request: HttpRequest, pk: int) -> HttpResponse:
    """The figures as cards to cut out."""
    warband = get_warband_for_reader(request.user, pk)
    choices = choices_of(request)
    with override(choices.spoken):
        shown = _sheet(request, warband, choices)
        content = card_pages.pdf(shown, _hung(warband, choices))
        name = file_name(warband, "pdf", _("cards"))
    return pdf_answer(content, name)


def _hung(warband: Warband, choices: PaperChoices) -> Mapping[int, bytes]:
    """The portraits to print; nothing is asked of the database for who wants none or has none."""
    return pictures(warband) if choices.portraits and warband.portraits_hung else {}


def _sheet(request: HttpRequest, warband: Warband, choices: PaperChoices) -> Sheet:
    """The sheet of the present, or with ``?at=N`` as of an entry that stands in the journal; 404 for any other.

    It is in the language that the reader wants on paper, and carries the code that brings it back.
    """
    owner = warband.owner.name_for(request.user)
    number = whole_number(request.GET["at"]) or 0 if "at" in request.GET else None
    printed = Printed(warband.pk, warband.version if number is None else number).code
    address = request.build_absolute_uri(reverse("rosters:returned", args=[printed]))
    hung = {int(figure): warband.portrait(int(figure)) for figure in warband.portraits_hung if choices.portraits}
    with override(choices.spoken):
        now = partial(sheet, owner=owner, choices=choices, code=printed, address=address, portraits=hung)
        if number is None:
            return now(warband.roster, brought=brought(warband))
        rows = warband.journal.filter(number=number, undone_at=None).only("at", "number", "place")
        row = rows.first() or not_found("no such entry")
        return now(roster_at(warband, number), entry=row.step, at=row.at, brought=brought(warband, until=number))
