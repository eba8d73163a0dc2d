"""Where a game that counts in a season is begun: the form of a new table, with the game and the season chosen."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.tables import rules


def begun_at(season: Campaign) -> str:
    """Return the address of the form; empty where the game of the season is not played at the site's tables."""
    if rules.find(season.game) is None:
        return ""
    return f"{reverse('tables:new')}?{urlencode({'game': season.game, 'season': season.slug})}"
