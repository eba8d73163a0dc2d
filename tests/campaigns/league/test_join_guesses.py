"""Join codes are not to be found by trying."""

from __future__ import annotations

import time

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from campaigns.league.models import Campaign
from tests.factories.campaigns import campaign
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
EACH = 10
"""Wrong tries that one address has in a minute."""
BARRED = "Too many tries. Wait a minute, then try again."
JOIN = reverse("campaigns:join")


@pytest.fixture
def made() -> Campaign:
    return campaign()


@pytest.fixture
def newcomer() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(MemberFactory.create(username="newcomer"), backend="club.auth.MemberBackend")
    return client


def post(client: Client, code: str, **headers: str) -> HttpResponse:
    return client.post(JOIN, {"code": code}, headers={name.replace("_", "-"): said for name, said in headers.items()})


def joined(made: Campaign) -> bool:
    return made.memberships.filter(member__username="newcomer").exists()


def test_guessing_is_slowed_down(made: Campaign, newcomer: Client) -> None:
    for number in range(EACH):
        assert BARRED not in post(newcomer, f"wrong{number}").content.decode()
    told = post(newcomer, made.join_code)
    assert told.context["form"].errors["code"] == [BARRED]
    followed = newcomer.get(reverse("campaigns:join_link", args=[made.join_code]), follow=True)
    assert BARRED in followed.content.decode()
    assert made.name not in followed.content.decode()
    assert not joined(made)


def test_links_are_guesses_too(made: Campaign, newcomer: Client) -> None:
    for number in range(EACH):
        newcomer.get(reverse("campaigns:join_link", args=[f"wrong{number}"]))
    post(newcomer, made.join_code)
    assert not joined(made)


def test_looking_at_the_page_and_sending_nothing_are_no_guesses(made: Campaign, newcomer: Client) -> None:
    for _number in range(EACH + 1):
        newcomer.get(JOIN)
        post(newcomer, "")
    post(newcomer, made.join_code)
    assert joined(made)


def test_behind_a_proxy_who_guesses_bars_nobody_else(made: Campaign, newcomer: Client, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(EACH):
        post(newcomer, f"wrong{number}", x_forwarded_for=f"10.0.0.{number}, 192.0.2.1")
    post(newcomer, made.join_code, x_forwarded_for="10.0.0.99, 192.0.2.1")
    assert not joined(made), "what a visitor forges in front of the proxy's word counts for nothing"
    post(newcomer, made.join_code, x_forwarded_for="192.0.2.1, 192.0.2.2")
    assert joined(made)


def test_many_addresses_together_are_slowed_down_too(made: Campaign, newcomer: Client, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    limits = settings.ACCOUNT_RATE_LIMITS
    settings.ACCOUNT_RATE_LIMITS = limits | {"join-code": limits["join-code"].replace("200/", "3/")}
    for number in range(3):
        assert BARRED not in post(newcomer, f"wrong{number}", x_forwarded_for=f"192.0.2.{number}").content.decode()
    post(newcomer, made.join_code, x_forwarded_for="192.0.2.99")
    assert not joined(made)


def test_a_minute_later_one_may_try_again(made: Campaign, newcomer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(EACH):
        post(newcomer, f"wrong{number}")
    later = time.time() + 60
    monkeypatch.setattr(time, "time", lambda: later)
    post(newcomer, made.join_code)
    assert joined(made)


def test_right_codes_are_not_counted(made: Campaign, newcomer: Client) -> None:
    for _number in range(EACH + 1):
        newcomer.get(reverse("campaigns:join_link", args=[made.join_code]))
    post(newcomer, made.join_code)
    assert joined(made)


def test_guessing_at_a_table_bars_nobody_from_joining(made: Campaign, newcomer: Client) -> None:
    table = reverse("campaigns:match_code_entry")
    for number in range(EACH):
        assert BARRED not in newcomer.post(table, {"code": f"wrong{number}"}).content.decode()
    assert BARRED in newcomer.post(table, {"code": "wrong"}).content.decode()
    post(newcomer, made.join_code)
    assert joined(made)
