"""The page of what a member is told and where: choices are kept, devices listed, those of others nobody's business."""

from __future__ import annotations

from datetime import time

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from campaigns.league import news
from campaigns.league.models import News
from club.models import Member, NewsMail, PushDevice, Topic, Wishes
from tests.clients import client_of
from tests.club.channels.browsers import Browser, rings
from tests.club.outward.servers import Receiver
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
ADDRESS = "/me/channels/"
EVERYTHING = {
    "site": Topic.values,
    "mail": Topic.values,
    "push": [Topic.TURN],
    "news_mail": "daily",
    "not_while_looking": "on",
}


def test_choices_are_kept() -> None:
    member = MemberFactory.create()
    said = EVERYTHING | {
        "site": [Topic.TURN, Topic.EVENING],
        "mail": [Topic.TURN],
        "quiet_from": "22:00",
        "quiet_until": "07:30",
        "shows_contents": "on",
    }
    answer = client_of(member).post(ADDRESS, said)
    assert (answer.status_code, answer["Location"]) == (302, ADDRESS)
    wishes = Wishes.objects.get(member=member)
    assert wishes.not_on_site == [Topic.REPORT, Topic.DICE, Topic.RESULTS, Topic.CHRONICLE]
    assert wishes.not_by_mail == [Topic.REPORT, Topic.DICE, Topic.EVENING, Topic.RESULTS, Topic.CHRONICLE]
    assert wishes.by_push == [Topic.TURN]
    assert (wishes.quiet_from, wishes.quiet_until) == (time(22), time(7, 30))
    assert (wishes.not_while_looking, wishes.shows_contents) == (True, True)
    member.refresh_from_db()
    assert (member.news_mail, member.reminders) == (NewsMail.DAILY, False)


def test_hours_have_a_beginning_and_an_end() -> None:
    member = MemberFactory.create()
    answer = client_of(member).post(ADDRESS, EVERYTHING | {"quiet_from": "22:00"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["quiet_until"]
    assert not Wishes.objects.exists()


def test_what_was_changed_on_another_device_is_not_undone() -> None:
    member = MemberFactory.create()
    client = client_of(member)
    seen = client.get(ADDRESS).context["form"]["seen"].value()
    client.post(ADDRESS, EVERYTHING | {"push": []})
    answer = client.post(ADDRESS, EVERYTHING | {"push": [Topic.DICE], "seen": seen})
    assert answer.status_code == 422
    assert Wishes.objects.get().by_push == []


def test_kinds_put_aside_are_not_new_on_the_site_and_still_in_the_list() -> None:
    member, other = MemberFactory.create(), MemberFactory.create()
    Wishes.objects.create(member=member, not_on_site=[Topic.CHRONICLE])
    news.tell(campaign=None, to=[member, other], code="turned_away", params={"name": "The Ford"})
    assert news.unread_for(member) is None
    assert news.unread_for(other) is not None
    assert news.news_of(member).count() == 1


def test_kinds_that_are_not_mailed_need_no_mail() -> None:
    member, other = MemberFactory.create(), MemberFactory.create()
    Wishes.objects.create(member=member, not_by_mail=[Topic.CHRONICLE])
    news.tell(campaign=None, to=[member, other], code="turned_away", params={"name": "The Ford"})
    assert News.objects.get(member=member).mailed is not None
    assert News.objects.get(member=other).mailed is None


# Devices


def chooses(client: Client, push_service: Receiver) -> Browser:
    browser = Browser(push_service.url("/push/phone"))
    answer = client.post(reverse("club:device_add"), browser.said, headers={"user-agent": "Firefox Android"})
    assert answer.status_code == 204, answer.content
    return browser


def test_a_device_is_chosen_listed_and_removed(push_service: Receiver) -> None:
    member = MemberFactory.create()
    client = client_of(member)
    chooses(client, push_service)
    (device,) = PushDevice.objects.filter(member=member)
    assert device.name == "Firefox, Android"
    assert "Firefox, Android" in client.get(ADDRESS).content.decode()
    client.post(reverse("club:device_remove", args=[device.pk]))
    assert not PushDevice.objects.exists()


def test_a_device_stops_ringing_when_its_member_logs_out(push_service: Receiver) -> None:
    client = client_of(MemberFactory.create())
    chooses(client, push_service)
    client.post(reverse("account_logout"))
    assert not PushDevice.objects.exists()


def test_a_device_stops_ringing_when_its_session_is_ended_from_elsewhere(push_service: Receiver) -> None:
    member = MemberFactory.create()
    client = client_of(member)
    chooses(client, push_service)
    number = PushDevice.objects.get().session.pk
    client_of(member).post(reverse("club:end_session", args=[number]))
    assert not PushDevice.objects.exists()


def test_somebody_elses_device_is_nobodys_business(push_service: Receiver) -> None:
    owner, other = MemberFactory.create(), MemberFactory.create()
    _browser, device = rings(owner, push_service)
    for name in ("club:device_remove", "club:device_try"):
        assert client_of(other).post(reverse(name, args=[device.pk])).status_code == 404
    assert "Firefox, Android" not in client_of(other).get(ADDRESS).content.decode()
    assert PushDevice.objects.count() == 1


def test_a_browser_that_changed_its_address_says_so_without_a_page(push_service: Receiver) -> None:
    member = MemberFactory.create()
    old = chooses(client_of(member), push_service)
    fresh = Browser(push_service.url("/push/fresh"))
    browser = Client(enforce_csrf_checks=True)
    address = reverse("club:device_renew")
    assert browser.post(address, {"old": "https://push.example/guess", **fresh.said}).status_code == 404
    assert browser.post(address, {"old": old.endpoint, **fresh.said}).status_code == 204
    assert PushDevice.objects.get().endpoint == fresh.endpoint


def test_only_a_page_of_the_site_adds_a_device(push_service: Receiver) -> None:
    member = MemberFactory.create()
    client = Client(enforce_csrf_checks=True)
    client.force_login(member)
    assert client.post(reverse("club:device_add"), Browser(push_service.url()).said).status_code == 403


def test_what_still_lies_on_screens_is_told_to_its_member_alone(push_service: Receiver) -> None:
    member = MemberFactory.create()
    assert client_of(member).get(reverse("club:open_notices")).json() == {"open": []}


def test_closing_an_account_ends_all_of_it(push_service: Receiver) -> None:
    from club.departure import close_account

    member = MemberFactory.create()
    Wishes.objects.create(member=member, shows_contents=True)
    rings(member, push_service)
    close_account(member=Member.objects.get(pk=member.pk))
    assert not Wishes.objects.exists()
    assert not PushDevice.objects.exists()
    assert Session.objects.count() == 0
