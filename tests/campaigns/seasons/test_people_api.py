"""Members for programs: what a player's page shows to that reader, and no more."""

from __future__ import annotations

import html

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from club.models import Member
from club.visibility import Visibility
from tests.campaigns.seasons.history import played
from tests.clients import client_of
from tests.factories.campaigns import Cast, cast, fight
from tests.factories.club import MemberFactory
from tests.factories.matches import season
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def who() -> Cast:
    return cast(visibility=Visibility.PUBLIC)


@pytest.fixture
def league(who: Cast) -> Campaign:
    made = season(name="League", visibility="public")
    for member in (who.owner, who.player):
        people.join(campaign=made, member=member, code=made.join_code)
    return made


@pytest.fixture
def history(who: Cast, league: Campaign) -> None:
    """The owner wins a match and a battle, and comes in third of three."""
    played([who.owner, who.player], [16, 3], 0, season=league)
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 3})
    played([who.owner, who.player, "Gus"], [3, 9, 16], 1, season=league)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_figures_and_results_as_on_the_page(who: Cast, history: None, language: str) -> None:
    told = Program(who.player, language=language).told(f"members/{who.owner.pk}")
    client = client_of(who.player)
    address = reverse("campaigns:player", args=[who.owner.pk])
    page = html.unescape(client.get(address, headers={"accept-language": language}).content.decode())
    assert told["name"] == who.owner.name
    (game,) = told["games"]
    assert (game["played"], game["won"], game["places"]) == (2, 1, [1, 0, 1, 0])
    assert (told["battles"]["played"], told["battles"]["won"]) == (1, 1)
    assert len(told["results"]) == 3
    assert [one["date"] for one in told["results"]] == sorted((one["date"] for one in told["results"]), reverse=True)
    rivals = {one["name"]: (one["met"], one["ahead"], one["behind"]) for one in told["rivals"]}
    assert rivals[who.player.name] == (3, 2, 1)
    for one in told["results"]:
        assert one["title"] in page
        assert one["address"] in page
    assert all(one["name"] in page for one in (*told["warbands"], *told["rivals"]))


def test_who_hides_has_no_name_for_visitors(who: Cast, history: None) -> None:
    Member.objects.filter(pk=who.owner.pk).update(hidden=True)
    told = Program().told(f"members/{who.owner.pk}")
    assert told["name"] == "a member"
    assert who.owner.name not in str(told["name"])
    nobody = MemberFactory.create(hidden=True)
    for reader, status in ((Program(), 404), (Program(who.player), 200)):
        assert reader.get(f"members/{nobody.pk}").status_code == status
    assert Client().get(reverse("campaigns:player", args=[nobody.pk])).status_code == 404


def test_what_is_private_is_nobody_else_s() -> None:
    who = cast(visibility=Visibility.PRIVATE)
    league = season(name="League", visibility="private")
    for member in (who.owner, who.player):
        people.join(campaign=league, member=member, code=league.join_code)
    played([who.owner, who.player], [16, 3], 0, season=league)
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 3})
    address = f"members/{who.owner.pk}"
    told = Program(MemberFactory.create()).told(address)
    assert (told["campaigns"], told["warbands"], told["results"]) == ([], [], [])
    assert (told["games"], told["battles"]["played"], told["rivals"]) == ([], 0, [])
    assert len(Program(who.player).told(address)["results"]) == 2


def test_members_are_listed_for_members(who: Cast, history: None) -> None:
    reader = MemberFactory.create()
    names = {row["name"] for row in Program(reader).told("members")}
    assert {who.owner.name, who.player.name} <= names
    assert Program().get("members").status_code == 401
    assert Program(reader, "play").get("members").status_code == 403


def test_no_more_queries_than_the_page(who: Cast, history: None) -> None:
    client, program, address = client_of(who.player), Program(who.player), f"members/{who.owner.pk}"
    for _ in range(2):
        with CaptureQueriesContext(connection) as page:
            client.get(reverse("campaigns:player", args=[who.owner.pk]))
        with CaptureQueriesContext(connection) as api:
            program.told(address)
    assert len(api) <= len(page)
