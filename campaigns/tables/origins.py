"""Ways to the tables: from matches that were played there, and from a season to a new table of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.matches.origins import Origin
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.access import visible_tables
from campaigns.tables.listing import title
from campaigns.tables.operations.scores import source_of
from club.access import User
from club.models import Member


def find(sources: Sequence[str], reader: User) -> Mapping[str, Origin]:
    """Return the tables among these sources that the reader may look at. One query."""
    numbers = [int(number) for kind, _colon, number in (one.partition(":") for one in sources) if kind == "table"]
    person = Person(reader if isinstance(reader, Member) else None)
    tables = visible_tables(person).filter(pk__in=numbers).only("pk", "name")
    return {
        source_of(table): Origin(
            title(table, reader), table.get_absolute_url(), reverse("tables:proof", args=[table.pk])
        )
        for table in tables
    }


def begun_at(season: Campaign) -> str:
    """Return the address of the form; empty where the game of the season is not played at the site's tables."""
    if rules.find(season.game) is None:
        return ""
    return f"{reverse('tables:new')}?{urlencode({'game': season.game, 'season': season.slug})}"
