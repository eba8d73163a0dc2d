"""One page for one player: every game together, what a reader may see of it and no more, and how one gets there."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.league.operations.campaigns import close_campaign
from campaigns.matches.models.player import Player
from campaigns.seasons.player_overview import Overview, overview_of_member
from club.access import User
from club.visibility import Visibility
from tests.campaigns.seasons.history import played
from tests.clients import client_of
from tests.factories.campaigns import Cast, campaign, cast, enlisted, fight, join
from tests.factories.club import MemberFactory
from tests.factories.matches import season

pytestmark = pytest.mark.django_db
LARGEST = 15_000
"""Bytes of the page as it is sent, zipped."""
MOST_QUERIES = 20


@pytest.fixture
def who() -> Cast:
    return cast(visibility=Visibility.PUBLIC)


@pytest.fixture
def league(who: Cast) -> Campaign:
    """A season of Olive's and Piers's."""
    made = season(name="League", visibility="public")
    for member in (who.owner, who.player):
        people.join(campaign=made, member=member, code=made.join_code)
    return made


def of(who: Cast, reader: User | None = None) -> Overview:
    return overview_of_member(who.owner, {}, reader or who.owner)


def test_battles_and_matches_are_one_list_by_date(who: Cast, league: Campaign) -> None:
    played([who.owner, who.player], [16, 3], 0, season=league)
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 3})
    played([who.owner, who.player, "Gus"], [3, 9, 16], 1, season=league)
    results = of(who).results
    assert [one.date for one in results] == sorted((one.date for one in results), reverse=True)
    found = {(one.standing, one.mood, one.icon) for one in results}
    assert found == {("won", "good", "gun"), ("won", "good", "crossed-swords"), ("Place 3", "muted", "gun")}


def test_rivals_are_those_met_most_in_every_game_together(who: Cast, league: Campaign) -> None:
    """Against Piers: a match won, one lost to him, and a battle won: met 3 times, ahead 2, behind 1."""
    played([who.owner, who.player], [16, 3], 0, season=league)
    played([who.owner, who.player, "Gus"], [9, 16, 3], 1, season=league)
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 3})
    fight(who.campaign, [who.warband, enlisted(who.campaign, join(who.campaign), "Crows")])
    piers, *others = of(who).rivals
    assert (piers.name, piers.met, piers.ahead, piers.level, piers.behind) == (who.player.name, 3, 2, 0, 1)
    assert piers.address == reverse("campaigns:player", args=[who.player.pk])
    assert {(one.met, one.ahead, one.level) for one in others} == {(1, 1, 0), (1, 0, 1)}
    gus = next(one for one in others if one.name == "Gus")
    assert gus.address == Player.objects.get(name="Gus").get_absolute_url()


def test_what_a_reader_may_not_see_neither_shows_nor_counts(who: Cast) -> None:
    secret = cast_elsewhere(who)
    played([who.owner, who.player], [16, 3], 0, visibility="private")
    own, stranger = of(who), of(who, MemberFactory.create())
    assert (len(own.results), own.rivals[0].met, len(own.under_way)) == (2, 2, 2)
    assert (stranger.results, stranger.rivals, stranger.under_way) == ([], [], [who.campaign])
    assert stranger.career.results.played == 0
    assert stranger.scores is None
    page = client_of().get(reverse("campaigns:player", args=[who.owner.pk])).content.decode()
    assert secret.name not in page
    assert of(who, AnonymousUser()).results == []  # type: ignore[arg-type]


def cast_elsewhere(who: Cast) -> Campaign:
    """A campaign behind doors in which Olive's warband beat Piers's."""
    made = campaign(name="Behind doors", visibility=Visibility.PRIVATE)
    bands = [enlisted(made, join(made, member), member.username) for member in (who.owner, who.player)]
    fight(made, bands, bonus={bands[0]: 3})
    return made


def test_what_is_over_is_folded_away(who: Cast, league: Campaign) -> None:
    close_campaign(campaign=league, closed=True)
    shown = of(who)
    assert (shown.under_way, shown.over) == ([who.campaign], [league])


def test_the_address_of_the_games_leads_to_the_page(who: Cast, league: Campaign) -> None:
    played([who.owner, who.player, "Gus"], [16, 3, 2], 0, season=league)
    client = client_of(who.owner)
    address = reverse("campaigns:match_player", args=[Player.objects.get(member=who.owner).pk])
    answer = client.get(f"{address}?game=badass_force")
    assert answer.headers["Location"] == f"{reverse('campaigns:player', args=[who.owner.pk])}?game=badass_force"
    guest = client.get(Player.objects.get(name="Gus").get_absolute_url())
    assert guest.status_code == 200
    assert 'id="warbands-title"' not in guest.content.decode(), "guests have none"


@pytest.mark.parametrize(
    "address",
    [
        lambda league: reverse("campaigns:match_leaderboard") + "?game=badass_force",
        lambda league: reverse("campaigns:season_standings", args=[league.slug]),
        lambda league: reverse("campaigns:match_statistics") + "?game=badass_force",
    ],
)
def test_leaderboards_and_standings_lead_to_it(address: Callable[[Campaign], str], who: Cast, league: Campaign) -> None:
    played([who.owner, who.player], [16, 3], 0, season=league)
    page = client_of(who.owner).get(address(league)).content.decode()
    assert f'href="{reverse("campaigns:player", args=[who.owner.pk])}?game=badass_force' in page


def test_the_rating_is_the_first_thing_and_a_guest_of_no_game_has_none(who: Cast, league: Campaign) -> None:
    address = reverse("campaigns:player", args=[who.owner.pk])
    assert "player-rating" not in client_of(who.owner).get(address).content.decode()
    for day in range(3):
        played([who.owner, who.player], [16, 3], day, season=league)
    page = client_of(who.owner).get(address).content.decode()
    parts = ("campaigns-title", "warbands-title", "results-title", "rivals-title")
    places = [page.index(mark) for mark in ("player-rating", "rating-chart", *parts)]
    assert places == sorted(places)


def cost(client: Client, address: str) -> tuple[int, int]:
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    return len(queries), len(gzip.compress(answer.content))


def test_the_page_asks_no_more_of_who_plays_much(who: Cast, league: Campaign) -> None:
    for day in range(20):  # so that the rating has a place, which takes a query
        played([who.owner, who.player, "Gus"], [16, 3, 2], day, season=league)
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 3})
    client, address = client_of(who.player), reverse("campaigns:player", args=[who.owner.pk])
    few, _size = cost(client, address)
    for day in range(20, 34):
        played([who.owner, who.player, f"Guest {day}"], [16, 3, day], day, season=league)
    for name in ("Crows", "Drakes"):
        fight(who.campaign, [who.warband, enlisted(who.campaign, join(who.campaign), name)])
    many, size = cost(client, address)
    assert few == many <= MOST_QUERIES
    assert size <= LARGEST
