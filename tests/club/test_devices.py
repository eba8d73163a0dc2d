"""Where members are logged in, and how they end it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from campaigns.jobs.sweeping import sweep
from club.devices import device_name, end_session
from club.models import Member
from tests.clients import client_of
from tests.factories.club import PASSWORD, MemberFactory

pytestmark = pytest.mark.django_db

LIST = "/accounts/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 (KHTML) Chrome/140.0 Safari/537.36 Edg/140.0"


def browser(agent: str, address: str = "198.51.100.20") -> Client:
    client = Client(REMOTE_ADDR=address, headers={"user-agent": agent, "accept-language": "en"})
    client.post("/accounts/login/", {"login": "alix", "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def test_a_member_sees_all_browsers_and_ends_one(member: Member) -> None:
    desk, phone = browser(FIREFOX), browser(PHONE, "203.0.113.7")
    page = desk.get(LIST).content.decode()
    for words in ("Firefox, Linux", "Safari, iPhone", "203.0.113.7", "this one"):
        assert words in page
    number = UserSession.objects.get(ip="203.0.113.7").pk
    assert f"/me/devices/{number}/end/" in page
    assert desk.post(f"/me/devices/{number}/end/")["Location"] == LIST
    assert [is_in(desk), is_in(phone)] == [True, False]
    assert "203.0.113.7" not in desk.get(LIST).content.decode()


def test_a_member_ends_all_others_at_once(member: Member) -> None:
    desk, phone, tablet = browser(FIREFOX), browser(PHONE), browser(EDGE)
    desk.post(LIST)
    assert [is_in(one) for one in (desk, phone, tablet)] == [True, False, False]


def test_nobody_sees_or_ends_what_is_somebody_elses(member: Member) -> None:
    phone = browser(PHONE, "203.0.113.7")
    number = UserSession.objects.get().pk
    stranger = client_of(MemberFactory.create())
    assert stranger.post(f"/me/devices/{number}/end/").status_code == 404
    assert Client().post(f"/me/devices/{number}/end/").status_code == 302
    assert "203.0.113.7" not in stranger.get(LIST).content.decode()
    assert is_in(phone)
    assert not end_session(member=member, number=number + 1)


def test_a_session_from_before_is_listed_once_it_is_used(member: Member) -> None:
    client = client_of(member)
    UserSession.objects.all().delete()
    cache.clear()
    client.get("/about/")
    assert UserSession.objects.get().user == member


def test_the_list_says_when_a_browser_was_last_here(member: Member) -> None:
    client = browser(FIREFOX)
    before = timezone.now() - timedelta(minutes=59)
    UserSession.objects.update(last_seen_at=before)
    cache.clear()
    client.get("/about/")
    assert UserSession.objects.get().last_seen_at == before, "written down at most once an hour, by all processes"
    before = timezone.now() - timedelta(minutes=61)
    UserSession.objects.update(last_seen_at=before, ip="198.51.100.21")
    cache.clear()
    client.get("/about/")
    written = UserSession.objects.get()
    assert timezone.now() - written.last_seen_at < timedelta(minutes=1)
    assert written.ip == "198.51.100.20"


def test_what_has_run_out_is_forgotten(member: Member) -> None:
    kept, over, left = browser(FIREFOX), browser(PHONE), browser(EDGE)
    Session.objects.filter(pk=over.session.session_key).update(expire_date=timezone.now() - timedelta(days=1))
    left.post("/accounts/logout/")
    UserSession.objects.exclude(session_key=over.session.session_key).update(
        last_seen_at=timezone.now() - timedelta(days=60)
    )
    sweep()
    assert list(UserSession.objects.values_list("session_key", flat=True)) == [kept.session.session_key]
    assert Session.objects.count() == 1
    assert is_in(kept)


@pytest.mark.parametrize(
    ("agent", "said"),
    [(FIREFOX, "Firefox, Linux"), (PHONE, "Safari, iPhone"), (EDGE, "Edge, Windows"), ("curl/8", "An unknown browser")],
)
def test_browsers_have_names(agent: str, said: str) -> None:
    with override("en"):
        assert device_name(agent) == said
