"""Writes anew who of the civilians is with the aliens; see ``manage.py rebuild``."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from campaigns.league.models import Campaign
from campaigns.wars.civilians.operations import write
from club.rebuilding import Rebuilt


def rebuild_civilians(*, dry_run: bool) -> Iterable[Rebuilt]:
    """Rebuild campaign by campaign those in which civilians were ever told of, each in its own transaction."""
    told = Campaign.objects.filter(battles__reports__data__has_key="civilians")
    kept = Campaign.objects.filter(abducted__isnull=False)
    for campaign in (told.distinct() | kept.distinct()).order_by("pk"):
        yield Rebuilt(f"civilians of campaign {campaign.pk}", _rebuild(campaign, dry_run=dry_run))


@transaction.atomic
def _rebuild(campaign: Campaign, *, dry_run: bool) -> tuple[str, ...]:
    differed = write(campaign)
    if dry_run:
        transaction.set_rollback(True)
    return ("civilians differed",) if differed else ()
