"""Which corrections of the past belong to a page of the chronicle."""

from __future__ import annotations

from django.core.paginator import Page

from campaigns.league.models import Campaign
from campaigns.wars.corrections.wording import sentences
from campaigns.wars.models.correction import Correction, CorrectionState


def corrections(campaign: Campaign, shown: Page) -> list[tuple[Correction, list[tuple[str, list[str]]]]]:
    """Return the corrections made in the time that a page tells of, latest first, each with what it changed."""
    made = Correction.objects.filter(campaign=campaign, state=CorrectionState.MADE).select_related("author")
    rows = list(shown.object_list)
    if shown.has_next() and rows:
        made = made.filter(made__gte=rows[-1].at)
    if shown.has_previous() and rows:
        made = made.filter(made__lt=rows[0].at)
    return [(row, sentences(row.told)) for row in made.defer("former").order_by("-made")]
