"""Pages of standings, ratings and statistics worth a look, over the demo club's seasons."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.urls import reverse

from campaigns.league.games import SEASON, codes_of
from campaigns.league.models import Campaign
from campaigns.matches.models.player import Player
from tests.web.shown import VISITOR, Shown

PLAYS = json.dumps(
    {
        "players": [{"id": 1, "name": "Aline"}, {"id": 2, "name": "Jo de passage"}],
        "games": [{"id": 1, "name": "Badass Force"}, {"id": 2, "name": "Azul"}],
        "plays": [
            {
                "uuid": f"play-{number}",
                "playDate": "2025-03-01 20:00:00",
                "gameRefId": game,
                "playerScores": [{"playerRefId": 1, "score": "16"}, {"playerRefId": 2, "score": other}],
            }
            for number, (game, other) in enumerate(((1, "9"), (1, "x"), (2, "3")))
        ],
    }
)
"""One play to take over, one that is no result, one of another game."""


def season_pages() -> Iterator[Shown]:
    """Every page with figures, some without, for a member, a visitor and a referee."""
    full = list(Campaign.objects.filter(game__in=codes_of(SEASON)).filter(scheme__isnull=False).order_by("pk"))
    empty = Campaign.objects.filter(game__in=codes_of(SEASON)).filter(scheme__isnull=True, matches__isnull=True).first()
    for season in [*full, *([empty] if empty is not None else [])]:
        readers = ("aline", VISITOR) if season.visibility == "public" else ("aline",)
        for name in ("standings", "statistics"):
            address = reverse(f"campaigns:season_{name}", args=[season.slug])
            for reader in readers:
                yield Shown(f"campaigns:season_{name}", reader, address)
    first = full[0]
    scheme = reverse("campaigns:season_scheme", args=[first.slug])
    yield Shown("campaigns:season_scheme", "arbitre", scheme)
    wrong = {"measure": "places", "place_points": "1, 2", "best_of": "-1", "least": "1", "version": "1"}
    yield Shown("campaigns:season_scheme", "arbitre", scheme, wrong, status=422)
    for season in full:
        for name in ("leaderboard", "statistics"):
            address = f"{reverse(f'campaigns:match_{name}')}?game={season.game}"
            for reader in (VISITOR, "aline"):
                yield Shown(f"campaigns:match_{name}", reader, address)
    narrowed = f"{reverse('campaigns:match_statistics')}?game={first.game}&season={first.slug}&period=3m"
    yield Shown("campaigns:match_statistics", "aline", narrowed)
    yield Shown(
        "campaigns:match_statistics", "aline", f"{reverse('campaigns:match_statistics')}?period=12m&season=none"
    )
    for days, status in (("from=2026-01-10&to=2026-02-20", 200), ("from=2026-02-30&to=x", 422)):
        address = f"{reverse('campaigns:match_statistics')}?game={first.game}&{days}"
        yield Shown("campaigns:match_statistics", "aline", address, status=status)
        yield Shown("campaigns:match_list", "aline", f"{reverse('campaigns:match_list')}?{days}", status=status)
        own = reverse("campaigns:season_matches", args=[first.slug])
        yield Shown("campaigns:season_matches", "aline", f"{own}?{days}", status=status)
    aline = Player.objects.get(member__username="aline")
    for season in full:
        yield Shown("campaigns:player", "bruno", f"{aline.get_absolute_url()}?game={season.game}")
    for part in ("figures", "heroes", "game-rivals", "steps", "over", "other-rivals"):
        yield Shown("campaigns:player", "bruno", f"{aline.get_absolute_url()}?game={full[0].game}&part={part}")
    yield Shown("campaigns:player", "bruno", f"{aline.get_absolute_url()}?game={first.game}&narrow=1")
    for part in ("players", "heroes-table", "seats-table", "lengths-table"):
        yield Shown(
            "campaigns:match_statistics",
            "aline",
            f"{reverse('campaigns:match_statistics')}?game={full[0].game}&part={part}",
        )
    guest = Player.objects.filter(member__isnull=True, seats__campaign=first).first()
    assert guest is not None
    for reader in (VISITOR, "aline"):
        yield Shown("campaigns:match_player", reader, reverse("campaigns:match_player", args=[guest.pk]))
    yield Shown("campaigns:match_import", "president", reverse("campaigns:match_import"))
    own = reverse("campaigns:season_import", args=[full[1].slug])
    yield Shown("campaigns:season_import", "arbitre", own)
    yield Shown("campaigns:season_import", "arbitre", own, {"text": PLAYS})
    yield Shown("campaigns:season_import", "arbitre", own, {"text": "no JSON"}, status=422)
