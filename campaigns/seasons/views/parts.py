"""What of a page of statistics is read and sent when somebody opens it: folded parts, and the form of filters."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from msgspec import Struct

from campaigns.seasons.selection import Choices, Offer, Selection


class Part(Struct, frozen=True):
    """What stays folded until somebody opens it (``campaigns/seasons/_fold.html``)."""

    name: str
    template: str


def filters(request: HttpRequest, chosen: Selection, choices: Choices | None) -> HttpResponse:
    """Answer with the form that says which matches the page is about; it takes the place of the link that asked."""
    shown = {"chosen": Offer.of(chosen, choices), "address": request.path, "focus": True}
    return render(request, "campaigns/seasons/statistics/_filters.html", shown)
