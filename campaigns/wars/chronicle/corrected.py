"""Which corrections of the past belong to a page of the chronicle."""

from __future__ import annotations

from datetime import datetime

from django.core.paginator import Page
from django.db.models import QuerySet

from campaigns.league.models import Campaign
from campaigns.wars.corrections.wording import sentences
from campaigns.wars.models.correction import Correction, CorrectionState


def corrections(campaign: Campaign, shown: Page) -> list[tuple[Correction, list[tuple[str, list[str]]]]]:
    """Return the corrections made in the time that a page tells of, latest first, each with what it changed."""
    rows = list(shown.object_list)
    since = rows[-1].at if shown.has_next() and rows else None
    before = rows[0].at if shown.has_previous() and rows else None
    return [(row, sentences(row.told)) for row in _made(campaign, since, before)]


def _made(campaign: Campaign, since: datetime | None, before: datetime | None) -> QuerySet[Correction]:
    made = Correction.objects.filter(campaign=campaign, state=CorrectionState.MADE).select_related("author")
    if since is not None:
        made = made.filter(made__gte=since)
    if before is not None:
        made = made.filter(made__lt=before)
    return made.defer("former").order_by("-made")
