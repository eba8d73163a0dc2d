"""The pages about scores ask the database as often after many matches as after a few, and no more than they promise."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.matches.models.player import Player
from club.models import Member
from tests.campaigns.seasons.history import played
from tests.factories.club import MemberFactory
from tests.factories.matches import season

pytestmark = pytest.mark.django_db

PROMISED = {
    "season_standings": 6,
    "season_statistics": 7,
    "season_scheme": 4,
    "match_leaderboard": 4,
    "match_statistics": 7,
    "match_player": 14,
    "match_statistics between two days": 11,
    "match_player between two days": 21,
    "match_list between two days": 9,
}


def asked(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def addresses(league: Campaign, player: Player) -> dict[str, str]:
    query = "?game=badass_force"
    days = f"{query}&from=2026-01-03&to=2026-02-20"
    return {
        "match_statistics between two days": reverse("campaigns:match_statistics") + days,
        "match_player between two days": player.get_absolute_url() + days,
        "match_list between two days": reverse("campaigns:match_list") + days,
        "season_standings": reverse("campaigns:season_standings", args=[league.slug]),
        "season_statistics": reverse("campaigns:season_statistics", args=[league.slug]),
        "season_scheme": reverse("campaigns:season_scheme", args=[league.slug]),
        "match_leaderboard": reverse("campaigns:match_leaderboard") + query,
        "match_statistics": reverse("campaigns:match_statistics") + query,
        "match_player": player.get_absolute_url() + query,
    }


def test_queries_keep_their_limit_and_do_not_grow(client: Client) -> None:
    referee = MemberFactory.create()
    league = season(name="League", referee=referee)

    def regulars(count: int) -> list[Member]:
        members = MemberFactory.create_batch(count)
        for member in members:
            people.join(campaign=league, member=member, code=league.join_code)
        return members

    few = regulars(3)
    played(few, [16, 9, 4], 0, season=league, duration=30)
    played([*few, "Gus"], [9, 16, 4, 3], 1)
    client.force_login(referee, backend="club.auth.MemberBackend")
    pages = addresses(league, Player.objects.get(member=few[0]))
    before = {name: asked(client, address) for name, address in pages.items()}
    more = regulars(4)
    for day in range(2, 12):
        played([*few, more[day % 4]], [16, 9, 4, 12], day, season=league, duration=60)
    after = {name: asked(client, address) for name, address in pages.items()}
    assert after == before
    assert {name: count for name, count in after.items() if count > PROMISED[name]} == {}
