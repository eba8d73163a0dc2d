"""First steps of an admin and of a referee: ticked off by what there is, put away, found again."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from club.first_steps import KEPT, club_steps, put_away
from club.models import ClubSettings, Member
from tests.clients import client_of
from tests.factories.campaigns import campaign, enlisted, join
from tests.factories.club import MemberFactory, club_settings
from tests.factories.matches import season
from tests.factories.tables import open_table

pytestmark = pytest.mark.django_db
CHANGE = reverse("club:first_steps")


@pytest.fixture
def president(db: None) -> Member:
    member: Member = MemberFactory.create(username="president", club_admin=True)
    return member


def done(member: Member) -> list[bool]:
    return [step.done for step in club_steps(member).steps]


def shown(client: Client, address: str = "/") -> str:
    page = client.get(address).content.decode()
    return page.partition('class="card card--pinned first-steps"')[2].partition("</section>")[0]


def test_a_new_clubs_admin_is_led_from_the_name_to_the_first_evening(president: Member) -> None:
    assert done(president) == [False] * 6
    browser = client_of(president)
    assert 'href="/club/settings/#id_name">Give the club its name</a>' in shown(browser)
    club = club_settings(name="The Wolves")
    assert done(president) == [True, False, True, False, False, False]
    assert "Choose crest and colour</a>" in shown(browser)
    ClubSettings.objects.filter(pk=club.pk).update(accent="plum")
    friend = MemberFactory.create()
    campaign(president)
    assert done(president) == [True] * 5 + [False]
    open_table(president, friend)
    assert not shown(browser), "complete, it goes by itself"
    browser.post(CHANGE, {"key": "club", "back": "1"})
    assert "All done" in shown(browser)
    assert not shown(browser)


def test_it_is_put_away_and_found_again(president: Member) -> None:
    browser = client_of(president)
    answer = browser.post(CHANGE, {"key": "club", "next": "/about/"})
    assert answer["Location"] == "/about/"
    assert not shown(browser)
    assert "first steps again" in browser.get(reverse("club:settings")).content.decode()
    browser.post(CHANGE, {"key": "club", "back": "1"})
    assert shown(browser)


def test_others_do_not_see_it_and_cost_nothing(president: Member) -> None:
    browser, mine = client_of(MemberFactory.create()), client_of(president)
    assert not shown(browser)
    with CaptureQueriesContext(connection) as open_list:
        mine.get("/")
    put_away(member=president, key="club")
    with CaptureQueriesContext(connection) as put:
        mine.get("/")
    assert len(open_list) - len(put) == 2


def test_nothing_else_is_remembered_and_nobody_is_led_elsewhere(president: Member) -> None:
    browser = client_of(president)
    for key in ("", "club2", "campaign-0", "campaign-x", "campaign-1\n"):
        assert browser.post(CHANGE, {"key": key}).status_code == 404
    assert browser.post(CHANGE, {"key": "club", "next": "https://example.org/"})["Location"] == "/"
    assert client_of().post(CHANGE, {"key": "club"})["Location"].startswith("/accounts/login/")
    for number in range(1, KEPT + 5):
        put_away(member=president, key=f"campaign-{number}")
    president.refresh_from_db()
    assert len(president.put_away) == KEPT


def test_a_referee_is_led_from_the_code_to_the_first_battle(president: Member) -> None:
    made = campaign(president)
    browser = client_of(president)
    assert "Get the players in</a>" in shown(browser, made.get_absolute_url())
    player = join(made)
    assert "Get two warbands in</a>" in shown(browser, made.get_absolute_url())
    enlisted(made, president, "One")
    enlisted(made, player, "Two")
    assert "Open the first round</a>" in shown(browser, made.get_absolute_url())
    assert not shown(client_of(player), made.get_absolute_url())
    browser.post(CHANGE, {"key": f"campaign-{made.pk}"})
    assert not shown(browser, made.get_absolute_url())
    pages = [reverse(f"campaigns:{name}", args=[made.slug]) for name in ("settings", "dashboard")]
    assert all("first steps again" in browser.get(page).content.decode() for page in pages)
    browser.post(CHANGE, {"key": f"campaign-{made.pk}", "back": "1"})
    assert "Open the first round</a>" in shown(browser, made.get_absolute_url())
    assert "first steps again" not in browser.get(pages[1]).content.decode()


def test_what_was_just_done_leads_to_the_next_step_until_the_list_is_put_away(president: Member) -> None:
    made, ann, bob = campaign(president), *(MemberFactory.create() for _ in range(2))
    address, browser = reverse("campaigns:add_members", args=[made.slug]), client_of(president)
    assert browser.post(address, {"members": [ann.pk]})["Location"] == made.get_absolute_url()
    browser.post(CHANGE, {"key": f"campaign-{made.pk}"})
    people_page = reverse("campaigns:people", args=[made.slug])
    assert browser.post(address, {"members": [bob.pk]})["Location"] == people_page


def test_a_seasons_referee_gets_people_in_and_plays(president: Member) -> None:
    made = season(referee=president)
    assert "Get the players in</a>" in shown(client_of(president), made.get_absolute_url())
    join(made)
    assert "Play the first match</a>" in shown(client_of(president), made.get_absolute_url())


# Members by name


def add(made: Campaign, by: Member, *members: Member) -> int:
    sent = {"members": [member.pk for member in members]}
    return client_of(by).post(reverse("campaigns:add_members", args=[made.slug]), sent).status_code


def test_a_referee_lets_members_in_by_their_names(president: Member) -> None:
    made = season(referee=president, join_mode="approval")
    ann, bob, cid = (MemberFactory.create(username=name, display_name=name.title()) for name in ("ann", "bob", "cid"))
    people.join(campaign=made, member=ann)
    page = client_of(president).get(reverse("campaigns:people", args=[made.slug])).content.decode()
    assert "Add members of the club" in page
    assert add(made, president, ann, bob) == 302
    assert sorted(made.memberships.values_list("member__username", "role")) == [
        ("ann", "player"), ("bob", "player"), ("president", "referee"),
    ]  # fmt: skip
    assert [one.news.filter(code="added").count() for one in (ann, bob, cid, president)] == [1, 1, 0, 0]
    assert add(made, president, ann) == 422, "who is in is not offered"
    assert add(made, ann, cid) == 403
    assert add(made, president) == 422
    assert (
        "Tap somebody first"
        in client_of(president).post(reverse("campaigns:add_members", args=[made.slug])).content.decode()
    )


def test_nobody_is_let_into_what_is_over(president: Member) -> None:
    made, ann = season(referee=president), MemberFactory.create()
    Campaign.objects.filter(pk=made.pk).update(closed=True)
    add(made, president, ann)
    assert made.memberships.count() == 1


def test_closed_accounts_are_not_offered(president: Member) -> None:
    made, gone = campaign(president), MemberFactory.create(is_active=False)
    assert add(made, president, gone) == 422
