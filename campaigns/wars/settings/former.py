"""What things of a campaign are called that it no longer plays with: what former versions of its packs brought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from django.db.models import Min

from campaigns.league.models import Campaign
from campaigns.wars.settings.operations import rules_of
from engines.musg.catalogue import Catalogue
from engines.musg.packs import House
from engines.musg.packs.house import told_with
from rosters.models import JournalEntry, Warband


def spoken(campaign: Campaign, named: Iterable[str]) -> Catalogue:
    """Return what a campaign's past is told with, where these codes are ``named``.

    That is what it plays with now; only where a code is not there any more, what its warbands played with before is
    asked for, in two queries, and stands behind it.
    """
    now = rules_of(campaign)
    if all(_holds(now.catalogue, code) for code in set(named)):
        return now.catalogue
    return told_with([*_former(campaign), *([now.house] if now.house else [])])


def _holds(catalogue: Catalogue, code: str) -> bool:
    shelves = (catalogue.items, catalogue.skills, catalogue.mercenaries, catalogue.injuries_by_code)
    return any(code in shelf for shelf in (*shelves, catalogue.vehicles.types))


def _former(campaign: Campaign) -> Iterator[House]:
    """Yield the houses that the campaign's warbands began with, then those they adopted, each once, oldest first."""
    begun = Warband.objects.filter(enlistment__campaign=campaign, setup__rules__house__isnull=False)
    first = begun.values("setup__rules__house").annotate(first=Min("created")).order_by("first")
    steps = JournalEntry.objects.filter(kind="adopt", warband__enlistment__campaign=campaign, undone_at=None)
    later = steps.filter(data__house__isnull=False).values("data__house").annotate(first=Min("at")).order_by("first")
    for before in first:
        yield msgspec.convert(before["setup__rules__house"], House)
    for row in later:
        yield msgspec.convert(row["data__house"], House)
