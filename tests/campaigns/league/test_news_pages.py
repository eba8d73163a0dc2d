"""The pages that show news: the noticeboard, a campaign's overview, the page of all news, the header of every page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.league import news
from campaigns.league.models import Campaign, News
from campaigns.league.operations.campaigns import close_campaign
from club.models import Member
from club.visibility import Visibility
from tests.factories.campaigns import campaign, join
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
SAID = "Anne declared “The Ford” over."


def logged_in(member: Member) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(member, backend="club.auth.MemberBackend")
    return client


@pytest.fixture
def player() -> Member:
    return MemberFactory.create()


@pytest.fixture
def closed(player: Member) -> Campaign:
    """A private campaign of the player's that Anne has declared over."""
    anne = MemberFactory.create(display_name="Anne")
    made = campaign(anne, name="The Ford", visibility=Visibility.PRIVATE)
    join(made, player)
    News.objects.all().delete()
    close_campaign(campaign=made, closed=True, author=anne)
    return made


def test_what_is_new_stands_on_the_noticeboard_and_in_its_campaign_until_it_is_read(
    player: Member, closed: Campaign
) -> None:
    client = logged_in(player)
    pages = ["/", closed.get_absolute_url()]
    for address in pages:
        page = client.get(address).content.decode()
        assert "Since your last visit" in page
        assert SAID in page
    row = News.objects.get(member=player)
    opened = client.get(reverse("campaigns:news_open", args=[row.pk]))
    assert (opened.status_code, opened["Location"]) == (302, closed.get_absolute_url())
    for address in pages:
        page = client.get(address).content.decode()
        assert "Since your last visit" not in page
        assert SAID not in page
    assert SAID in client.get(reverse("campaigns:news")).content.decode()


def test_news_of_another_campaign_do_not_stand_in_this_one(player: Member, closed: Campaign) -> None:
    other = campaign(name="The Mill")
    join(other, player)
    assert SAID not in logged_in(player).get(other.get_absolute_url()).content.decode()


def test_all_are_marked_as_read_at_once_up_to_what_was_shown(player: Member, closed: Campaign) -> None:
    client = logged_in(player)
    seen = News.objects.filter(member=player).latest("pk").pk
    news.tell(campaign=None, to=[player], code="turned_away", params={"name": "later"})
    answer = client.post(reverse("campaigns:news_read"), {"up_to": seen, "next": "/"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert [line.sentence for line in news.lines_of(news.unread_of(player))] == ["You were not let into “later”."]


@pytest.mark.parametrize("next_", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_marking_leads_nowhere_else(player: Member, next_: str) -> None:
    answer = logged_in(player).post(reverse("campaigns:news_read"), {"up_to": "x", "next": next_})
    assert answer["Location"] == reverse("campaigns:news")


def test_nobody_reads_or_marks_the_news_of_others(player: Member, closed: Campaign) -> None:
    row = News.objects.get(member=player)
    for stranger in (MemberFactory.create(), MemberFactory.create(is_staff=True)):
        client = logged_in(stranger)
        assert client.get(reverse("campaigns:news_open", args=[row.pk])).status_code == 404
        assert SAID not in client.get(reverse("campaigns:news")).content.decode()
        client.post(reverse("campaigns:news_read"), {"up_to": row.pk})
    row.refresh_from_db()
    assert row.read_at is None


def test_looking_ahead_marks_nothing(player: Member, closed: Campaign) -> None:
    row = News.objects.get(member=player)
    assert logged_in(player).head(reverse("campaigns:news_open", args=[row.pk])).status_code == 302
    row.refresh_from_db()
    assert row.read_at is None


def test_the_header_counts_at_no_query_of_its_own(player: Member, closed: Campaign) -> None:
    client = logged_in(player)
    counted = '1<span class="visually-hidden"> piece of news</span>'
    about = reverse("club:about")
    with CaptureQueriesContext(connection) as with_news:
        assert counted in client.get(about).content.decode()
    news.mark_read(member=player, up_to=News.objects.latest("pk").pk)
    with CaptureQueriesContext(connection) as without:
        assert 'visually-hidden"> piece' not in client.get(about).content.decode()
    assert len(with_news) == len(without)


def test_news_cost_the_noticeboard_one_query_and_nothing_when_there_are_none(player: Member, closed: Campaign) -> None:
    client = logged_in(player)
    asked = []
    for count in (0, 1, 30):
        News.objects.filter(member=player).delete()
        for number in range(count):
            news.tell(campaign=closed, to=[player], code="campaign_closed", params={"n": number}, address="/")
        client.get("/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        asked.append(len(queries))
    assert asked == [asked[0], asked[0] + 1, asked[0] + 1]


def test_all_news_come_by_page_with_as_many_queries_for_many(player: Member, closed: Campaign) -> None:
    client = logged_in(player)
    asked = []
    for count in (1, 90):
        for _number in range(count):
            news.tell(campaign=closed, to=[player], code="campaign_closed", address="/")
        with CaptureQueriesContext(connection) as queries:
            page = client.get(reverse("campaigns:news"))
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 6
    assert "Page 1 of 3" in page.content.decode()
    assert client.get(reverse("campaigns:news") + "?page=3").content.decode().count("news/") > 5
