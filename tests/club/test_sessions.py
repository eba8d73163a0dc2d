"""Who is behind a session comes with it in one query, and is checked as strictly as ever."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from club import auth
from club.devices import end_session, end_sessions
from club.models import Member
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def member() -> Member:
    return MemberFactory.create(username="aline", display_name="Aline")


@pytest.fixture
def browser(member: Member) -> Client:
    """A browser that is written down, as after a log-in by form."""
    client = Client()
    client.force_login(member, backend="club.auth.MemberBackend")
    assert who(client) == member
    assert UserSession.objects.filter(session_key=client.session.session_key, user=member).exists()
    return client


def who(client: Client) -> object:
    """Who a page takes the browser for; nobody is sent to the log-in page."""
    answer = client.get(reverse("club:profile"))
    return answer.wsgi_request.user if answer.status_code == 200 else None


def test_session_and_member_are_one_query(browser: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert who(browser) is not None
    read = [query["sql"] for query in queries]
    assert sum("django_session" in sql for sql in read) == 1
    assert sum("second_step_for" in sql and "has_second_step" in sql for sql in read) == 1


def test_what_a_room_lets_members_carry_later_comes_along_too(
    browser: Client, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "_CARRIED", dict(auth._CARRIED))
    auth.carry("twice_their_key", lambda: F("pk") * 2)
    try:
        assert getattr(who(browser), "twice_their_key", None) == member.pk * 2
    finally:
        auth.as_asked.cache_clear()


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "!another"}])
def test_who_is_shut_out_is_so_at_the_next_page(change: dict[str, object], browser: Client, member: Member) -> None:
    Member.objects.filter(pk=member.pk).update(**change)
    assert who(browser) is None


def test_a_session_that_ended_opens_nothing(browser: Client, member: Member) -> None:
    Session.objects.update(expire_date=timezone.now())
    assert who(browser) is None
    end_sessions(member)
    assert who(browser) is None


def test_a_browser_that_was_logged_out_elsewhere_is_out_at_once(browser: Client, member: Member) -> None:
    assert end_session(member=member, number=UserSession.objects.get(user=member).pk)
    assert who(browser) is None


def test_what_is_written_of_a_browser_makes_nobody_somebody_else(browser: Client, member: Member) -> None:
    """The session's own data says who it is; a row that names another member is not believed."""
    UserSession.objects.update(user=MemberFactory.create(username="basile"))
    assert who(browser) == member


def test_a_session_nobody_wrote_down_is_good_too(browser: Client, member: Member) -> None:
    UserSession.objects.all().delete()
    assert who(browser) == member


def test_who_comes_with_a_session_is_as_if_read_alone(browser: Client, member: Member) -> None:
    """Also what the database gives in another form than models have it."""
    Member.objects.filter(pk=member.pk).update(paper={"size": "a5"}, closed=timezone.now(), large_print=True)
    found = who(browser)
    alone = auth.behind_sessions().get(pk=member.pk)
    assert isinstance(found, Member)
    for field in Member._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(alone, field.attname), field.name
    for name in ("has_second_step", "second_step_for", "unread_news"):
        assert getattr(found, name) == getattr(alone, name), name
    assert found._state.db == alone._state.db
    assert not found._state.adding
