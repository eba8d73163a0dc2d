"""Announcements: who reads them when, who is told, and what is refused."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.league import news
from club.announcements import operations
from club.models import Announcement, Member
from club.operations import Refused, Stale
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.web.html import Page

pytestmark = pytest.mark.django_db

LIST, NEW = reverse("club:announcements"), reverse("club:announcement_new")
DAY = timedelta(days=1)


@pytest.fixture
def board(db: None) -> Member:
    return MemberFactory.create(club_admin=True, username="board", display_name="Berthe")


def today() -> date:
    return timezone.localdate()


def said_to(member: Member) -> list[tuple[str, str]]:
    return [(line.sentence, line.address) for line in news.lines_of(news.news_of(member))]


def shown_on(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_members_are_told_once_and_read_it_on_every_page(board: Member, member: Member, visitor: Client) -> None:
    gone = MemberFactory.create(closed=timezone.now(), is_active=False)
    sent = {"title": "Feast", "text": "Come **early**.", "pinned": "on"}
    made = client_of(board).post(NEW, sent)
    row = Announcement.objects.get()
    assert made["Location"] == row.get_absolute_url()
    assert said_to(member) == [("Berthe announces: “Feast”.", row.get_absolute_url())]
    assert said_to(board) == said_to(gone) == []
    for address in ("/", reverse("club:page"), LIST, row.get_absolute_url()):
        assert "Feast" in shown_on(client_of(member), address)
        assert "Feast" not in shown_on(visitor, address)
    assert visitor.get(row.get_absolute_url()).status_code == 404
    assert "<strong>early</strong>" in shown_on(client_of(member), row.get_absolute_url())
    operations.publish_due()
    operations.change_announcement(
        announcement=row, title="Big feast", text="", pinned=False, public=True, shown_from=None, shown_until=None
    )
    assert len(said_to(member)) == 1
    assert "Big feast" in shown_on(visitor, reverse("club:page"))
    assert "Big feast" not in shown_on(visitor, "/"), "no longer pinned"


def test_a_dated_one_is_shown_and_told_from_its_first_day_to_its_last(
    board: Member, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = operations.announce(author=board, title="Feast", shown_from=today() + DAY, shown_until=today() + 2 * DAY)
    page, client = reverse("club:page"), client_of(member)

    def seen() -> bool:
        return "Feast" in shown_on(client, page)

    assert not seen()
    assert client.get(row.get_absolute_url()).status_code == 404
    assert "Feast" in shown_on(client_of(board), LIST), "admins see what is to come"
    assert (operations.publish_due(), said_to(member)) == (0, [])
    first = today() + DAY
    for number, expected in ((0, True), (1, True), (2, False)):
        monkeypatch.setattr(timezone, "localdate", lambda number=number: first + number * DAY)
        operations.publish_due()
        assert seen() is expected
        assert [words for words, _address in said_to(member)] == ["Berthe announces: “Feast”."]
    assert "Feast" in shown_on(client, LIST), "what is over can still be looked up"


def test_what_was_over_before_anybody_came_to_tell_is_told_to_nobody(board: Member, member: Member) -> None:
    Announcement.objects.create(title="Late", shown_from=today() - 3 * DAY, shown_until=today() - DAY)
    assert (operations.publish_due(), said_to(member)) == (0, [])


def test_a_withdrawn_one_leaves_no_news_that_leads_nowhere(board: Member, member: Member) -> None:
    row = operations.announce(author=board, title="Feast")
    kept = operations.announce(author=board, title="Painting")
    client_of(board).post(reverse("club:announcement_withdraw", args=[row.pk]))
    assert said_to(member) == [("Berthe announces: “Painting”.", kept.get_absolute_url())]
    with pytest.raises(Stale):
        operations.withdraw_announcement(announcement=row)


def test_days_that_make_no_sense_are_refused_beside_their_field(board: Member) -> None:
    with pytest.raises(Refused) as backwards:
        operations.announce(author=board, title="A", shown_from=today() + DAY, shown_until=today())
    with pytest.raises(Refused) as past:
        operations.announce(author=board, title="A", shown_until=today() - DAY)
    assert (backwards.value.codes, past.value.codes) == (["ends_before"], ["over"])
    client = client_of(board)
    answer = client.post(NEW, {"title": "A", "text": "kept", "shown_from": "1969-12-31", "shown_until": "x"})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == ["shown_from", "shown_until"]
    assert form["text"].value() == "kept"
    assert list(client.post(NEW, {"title": "\u202e", "text": ""}).context["form"].errors) == ["title"]


def test_somebody_elses_change_is_not_undone(board: Member) -> None:
    row = operations.announce(author=board, title="Feast")
    client, address = client_of(board), reverse("club:announcement_change", args=[row.pk])
    seen = client.get(address).context["form"]["seen"].value()
    operations.change_announcement(
        announcement=row, title="Big feast", text="", pinned=False, public=False, shown_from=None, shown_until=None
    )
    answer = client.post(address, {"title": "Feast", "text": "Come.", "seen": seen})
    assert answer.status_code == 422
    row.refresh_from_db()
    assert (row.title, row.text) == ("Big feast", "")


def test_the_pinned_ones_come_first_and_the_noticeboard_shows_the_latest(board: Member, member: Member) -> None:
    for number in range(7):
        operations.announce(author=board, title=f"Note {number}", pinned=number in (1, 2))
    page = Page(shown_on(client_of(member), reverse("club:page")))
    titles = [link.text for heading in page.all("h3") for link in heading.walk() if link.tag == "a"]
    assert [title for title in titles if title.startswith("Note")] == ["Note 2", "Note 1", "Note 6", "Note 5", "Note 4"]
    home = shown_on(client_of(member), "/")
    assert "Note 2" in home
    assert "Note 1" not in home.partition("announcement-title")[2].partition("</section>")[0]
