"""What the search of the site finds among campaigns."""

from __future__ import annotations

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from campaigns.league.access import listed, visible_campaigns
from club.access import User
from club.lookups import has_words
from club.search import SHOWN, Find, Shelf


def campaigns(reader: User, query: str) -> Shelf:
    """Campaigns and seasons that the reader may see, archived ones, too, the newest first."""
    found = listed(visible_campaigns(reader)).filter(has_words(query, "name")).order_by("archived", "-created", "-pk")
    rows = list(found.only("name", "slug", "game")[: SHOWN + 1])
    finds = [Find(one.name, one.get_absolute_url(), one.played.name) for one in rows[:SHOWN]]
    more = f"{reverse('campaigns:list')}?{urlencode({'q': query})}" if len(rows) > SHOWN else ""
    return Shelf(_("Campaigns"), "flag", finds, more)
