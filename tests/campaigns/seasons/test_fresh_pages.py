"""Pages of seasons and players: a change is seen at once, and nobody is shown another's."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.matches.models.player import Player
from club.models import Member
from tests.campaigns.seasons.history import played
from tests.factories.club import MemberFactory
from tests.factories.matches import season

pytestmark = pytest.mark.django_db


@pytest.fixture
def regulars() -> list[Member]:
    names = ("Anna", "Ben", "Cleo")
    return [MemberFactory.create(display_name=name, hidden=name == "Cleo") for name in names]


@pytest.fixture
def league(regulars: list[Member]) -> Campaign:
    made = season(name="League", referee=MemberFactory.create(), visibility="public")
    for member in regulars:
        people.join(campaign=made, member=member, code=made.join_code)
    return made


def addresses(league: Campaign, player: Player) -> dict[str, str]:
    query = "?game=badass_force"
    return {
        "standings": reverse("campaigns:season_standings", args=[league.slug]),
        "figures": reverse("campaigns:season_statistics", args=[league.slug]),
        "matches": reverse("campaigns:season_matches", args=[league.slug]),
        "overview": reverse("campaigns:campaign", args=[league.slug]),
        "board": reverse("campaigns:match_leaderboard") + query,
        "game": reverse("campaigns:match_statistics") + query,
        "player": player.get_absolute_url() + query,
        "list": reverse("campaigns:match_list"),
    }


def seen(client: Client, pages: dict[str, str], language: str = "en") -> dict[str, str]:
    found = {}
    for name, address in pages.items():
        page = client.get(address, headers={"Accept-Language": language}).content.decode()
        found[name] = page[page.index('<main id="main"') : page.index("</main>")]
    return found


def test_whoever_looks_again_sees_what_changed(client: Client, regulars: list[Member], league: Campaign) -> None:
    client.force_login(MemberFactory.create(), backend="club.auth.MemberBackend")
    played(regulars, [16, 9, 4], 0, season=league, duration=30)
    pages = addresses(league, Player.objects.get(member=regulars[0]))
    before = seen(client, pages)
    played(regulars, [9, 16, 4], 1, season=league, duration=45)
    after = seen(client, pages)
    assert [name for name in pages if after[name] == before[name]] == []
    regulars[1].display_name = "Benedikt"
    regulars[1].save()
    renamed = seen(client, pages)
    assert [name for name in pages if "Benedikt" not in renamed[name]] == []


def test_a_visitor_is_not_shown_what_a_member_was(client: Client, regulars: list[Member], league: Campaign) -> None:
    """Members read the name of who hides from public pages, visitors do not: whoever came first."""
    played(regulars, [16, 9, 4], 0, season=league, duration=30)
    pages = addresses(league, Player.objects.get(member=regulars[0]))
    member = Client()
    member.force_login(MemberFactory.create(), backend="club.auth.MemberBackend")
    for _again in range(2):
        assert [name for name, page in seen(member, pages).items() if "Cleo" not in page] == []
        assert [name for name, page in seen(client, pages).items() if "Cleo" in page] == []


def test_each_language_has_its_own(client: Client, regulars: list[Member], league: Campaign) -> None:
    client.force_login(MemberFactory.create(), backend="club.auth.MemberBackend")
    played(regulars, [16, 9, 4], 0, season=league, duration=30)
    pages = addresses(league, Player.objects.get(member=regulars[0]))
    english, french = seen(client, pages, "en"), seen(client, pages, "fr")
    assert [name for name in pages if english[name] == french[name]] == []
    assert "Won" in english["board"]
    assert "Won" not in french["board"]
