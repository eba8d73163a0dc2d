"""The club's own page: what it says, and what of it a visitor sees."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.announcements import operations as announcements
from club.models import ClubPage, Member, SignupMode
from club.page.forms import PARTS
from tests.clients import client_of
from tests.factories.campaigns import campaign
from tests.factories.club import GameTableFactory, MemberFactory, PlaceFactory, club_settings

pytestmark = pytest.mark.django_db

PAGE, EDIT = reverse("club:page"), reverse("club:page_edit")
SAID = {
    "about": "Twenty *players*.",
    "games": "- Musg",
    "hours": "Thursdays, 19:30",
    "contact": "[write](mailto:wolves@example.org)",
}
SHOWN = {
    "about": "Twenty <em>players</em>.",
    "games": "<li>Musg</li>",
    "hours": "Thursdays, 19:30",
    "places": "Behind the bakery",
    "contact": 'href="mailto:wolves@example.org"',
    "people": "Berthe",
}


@pytest.fixture
def filled(db: None) -> ClubPage:
    MemberFactory.create(club_admin=True, username="board", display_name="Berthe")
    place = PlaceFactory.create(name="Hall", notes="Behind the bakery")
    GameTableFactory.create(place=place, name="Oak")
    GameTableFactory.create(place=place, name="Elm", retired=True)
    PlaceFactory.create(name="Old barn", retired=True)
    return ClubPage.objects.create(pk=1, **SAID, visitors_see_people=True)


def shown(client: Client) -> str:
    return client.get(PAGE).content.decode()


def test_a_new_club_s_page_is_there_and_says_what_to_do(visitor: Client, admin_client_of_club: Client) -> None:
    club_settings(tagline="Dice provided")
    assert "The Wolves" in shown(visitor)
    assert "Dice provided" in shown(visitor)
    assert "has not said anything about itself" in shown(visitor)
    assert "Fill in the page" in shown(admin_client_of_club)
    assert EDIT not in shown(visitor)
    for address in ("/", "/about/"):
        assert f'href="{PAGE}"' in visitor.get(address).content.decode()


def test_an_admin_fills_it_in(admin_client_of_club: Client, visitor: Client) -> None:
    sent = {**SAID, "visitors_see_about": "on", "visitors_see_hours": "on"}
    assert admin_client_of_club.post(EDIT, sent)["Location"] == PAGE
    assert [SHOWN[part] in shown(visitor) for part in ("about", "games", "hours", "contact")] == [
        True, False, True, False,
    ]  # fmt: skip
    assert [SHOWN[part] in shown(admin_client_of_club) for part in SAID] == [True] * 4
    too_long = admin_client_of_club.post(EDIT, {**SAID, "hours": "x" * 1001})
    assert too_long.status_code == 422
    assert list(too_long.context["form"].errors) == ["hours"]
    assert too_long.context["form"]["about"].value() == SAID["about"]


@pytest.mark.parametrize("part", PARTS)
def test_what_a_visitor_sees_is_the_club_s_choice_part_by_part(
    part: str, filled: ClubPage, visitor: Client, member_client: Client
) -> None:
    assert {one: SHOWN[one] in shown(visitor) for one in PARTS} == dict.fromkeys(PARTS, True)
    setattr(filled, f"visitors_see_{part}", False)
    filled.save()
    assert {one: SHOWN[one] in shown(visitor) for one in PARTS} == {**dict.fromkeys(PARTS, True), part: False}
    assert {one: SHOWN[one] in shown(member_client) for one in PARTS} == dict.fromkeys(PARTS, True)


def test_what_is_out_of_use_is_not_shown_and_addresses_lead_to_a_map(filled: ClubPage, visitor: Client) -> None:
    page = shown(visitor)
    assert "Oak (4)" in page
    assert "Elm" not in page
    assert "Old barn" not in page
    assert "https://www.openstreetmap.org/search?query=1+High+Street%2C+57000+Metz" in page


def test_who_runs_it_is_named_as_far_as_they_show_themselves(
    filled: ClubPage, visitor: Client, member_client: Client
) -> None:
    MemberFactory.create(club_admin=True, display_name="Veiled Vera", hidden=True)
    MemberFactory.create(club_admin=True, display_name="Former Fred", is_active=False)
    MemberFactory.create(display_name="Plain Paul")
    assert [name in shown(visitor) for name in ("Berthe", "Veiled", "Former", "Plain")] == [True, False, False, False]
    assert [name in shown(member_client) for name in ("Berthe", "Veiled", "Former", "Plain")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_the_invitation_is_the_members_where_it_carries_no_code(
    visitor: Client, member_client: Client, admin_client_of_club: Client
) -> None:
    def invites(client: Client) -> bool:
        return "invitation-link" in shown(client)

    club_settings(signup_mode=SignupMode.OPEN)
    assert [invites(one) for one in (visitor, member_client, admin_client_of_club)] == [False, True, True]
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="tower")
    assert [invites(one) for one in (visitor, member_client, admin_client_of_club)] == [False, False, True]
    club_settings(signup_mode=SignupMode.CLOSED)
    assert [invites(one) for one in (visitor, member_client, admin_client_of_club)] == [False, False, False]


def test_what_is_under_way_hangs_there_as_far_as_the_reader_may_see_it(visitor: Client, member_client: Client) -> None:
    campaign(name="Open War", visibility="public")
    campaign(name="Club War", visibility="club")
    campaign(name="Hidden War", visibility="private")
    for client, expected in ((visitor, [True, False, False]), (member_client, [True, True, False])):
        assert [name in shown(client) for name in ("Open War", "Club War", "Hidden War")] == expected


def test_the_page_asks_as_much_of_a_large_club_as_of_a_small_one(
    filled: ClubPage, member: Member, visitor: Client
) -> None:
    def asked(client: Client) -> int:
        with CaptureQueriesContext(connection) as queries:
            shown(client)
        return len(queries)

    campaign(name="War", visibility="public")
    announcements.announce(author=member, title="Feast", public=True)
    clients = (client_of(member), visitor)
    few = [asked(client) for client in clients]
    for number in range(8):
        campaign(name=f"War {number}", visibility="public")
        announcements.announce(author=member, title=f"Feast {number}", public=True)
        GameTableFactory.create_batch(2, place=PlaceFactory.create())
        MemberFactory.create(club_admin=True)
    assert [asked(client) for client in clients] == few
    assert max(few) <= 12, few
