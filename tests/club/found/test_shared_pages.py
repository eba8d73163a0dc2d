"""Strangers share a public page for some seconds; each gets a token of his own, members share nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.test import Client

from club.acts import MARK
from club.found import shared_pages
from club.found.crowd import Door, bounds
from club.models import ClubSettings
from club.shared_drawing import placeholder
from tests.clients import client_of
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
SAFE = ("X-Frame-Options", "Content-Security-Policy", "Vary", "Content-Type", "Content-Language")
TOKEN = re.compile(r'"X-CSRFToken": "([A-Za-z0-9]{64})"')


@pytest.fixture(autouse=True)
def on(settings: LazySettings) -> Iterator[None]:
    """Strangers are bounded, but a busy machine is no crowd: who comes waits for the door."""
    settings.STRANGERS_A_SECOND = 1000
    bounds.cache_clear()
    bounds().door = Door(patience=60)
    yield
    bounds.cache_clear()


def renamed(name: str) -> None:
    club = ClubSettings.load()
    club.name = name
    club.save()


def fetch(client: Client, **headers: str) -> str:
    answer = client.get("/club/", headers={"user-agent": "Mozilla/5.0 X", **headers})
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_page_is_drawn_once_for_strangers_of_one_language() -> None:
    handler = Client().handler  # one server, many browsers
    first, second = Client(), Client()
    first.handler = second.handler = handler
    renamed("The First Name")
    before = fetch(first, **{"accept-language": "en"})
    renamed("The Second Name")
    assert "The First Name" in fetch(second, **{"accept-language": "en"})
    french = Client()
    french.handler = handler
    assert "The Second Name" in fetch(french, **{"accept-language": "fr"})
    assert "The First Name" in before


def test_who_comes_back_sees_how_it_is_now() -> None:
    client = Client()
    renamed("The First Name")
    fetch(client)
    renamed("The Second Name")
    assert "The Second Name" in fetch(client), "he has a cookie by now"


def test_members_see_how_it_is_now_and_leave_nothing_behind() -> None:
    member = client_of(MemberFactory.create(username="secretly"))
    stranger = Client()
    stranger.handler = member.handler
    assert "Secretly the Bold" in fetch(member)
    assert "Secretly" not in fetch(stranger)


def test_everybody_gets_a_token_of_his_own_and_his_forms_work() -> None:
    handler = Client(enforce_csrf_checks=True).handler
    tokens = set()
    for _ in range(3):
        client = Client(enforce_csrf_checks=True)
        client.handler = handler
        html = fetch(client)
        assert placeholder("token") not in html
        assert MARK not in html
        [token] = TOKEN.findall(html)
        tokens.add(token)
        sent = client.post("/language/", {"language": "en", "next": "/club/"}, headers={"x-csrftoken": token})
        assert sent.status_code == 302
    assert len(tokens) == 3


def test_a_page_is_not_shared_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = Client().handler
    monkeypatch.setattr(shared_pages, "SECONDS", -1.0)
    for name in ("The First Name", "The Second Name"):
        client = Client()
        client.handler = handler
        renamed(name)
        assert name in fetch(client)


@pytest.mark.parametrize("address", ["/club/?x=1", "/search/", "/accounts/login/"])
def test_what_crawlers_may_not_ask_for_is_not_shared(address: str) -> None:
    handler = Client().handler
    for name in ("The First Name", "The Second Name"):
        client = Client()
        client.handler = handler
        renamed(name)
        assert name in client.get(address).content.decode()


def test_a_shared_page_is_as_safe_as_a_fresh_one() -> None:
    handler = Client().handler
    headers = []
    for _ in range(2):
        client = Client()
        client.handler = handler
        answer = client.get("/club/")
        headers.append({name: answer.headers.get(name) for name in SAFE})
        assert answer.cookies["csrftoken"].value
    assert headers[0] == headers[1]
    assert headers[0]["X-Frame-Options"] == "DENY"
