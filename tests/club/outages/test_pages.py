"""What readers get while the database is away or takes nothing down."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from psycopg_pool import PoolTimeout
from pytest_django import Settings

from campaigns.league.models import News
from campaigns.league.news import tell
from club.models import Member
from club.outages import gate, pages
from club.outages.gate import Gate
from tests.clients import client_of
from tests.club.outages.kit import writing_nothing
from tests.factories.club import PASSWORD, MemberFactory


class Away:
    """Every question of the database fails as where there is no server."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, *_question: object) -> object:
        self.asked += 1
        raise OperationalError("no connection") from PoolTimeout("couldn't get a connection after 1.50 sec")


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[Away]:
    def reach() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(gate, "DATABASE", Gate(reach))
    refusal = Away()
    with connection.execute_wrapper(refusal):
        yield refusal


def browser(language: str = "en") -> Client:
    member = MemberFactory.create()
    client = client_of(member, language)
    client.raise_request_exception = False
    return client


@pytest.mark.django_db
def test_a_page_says_that_the_site_is_back_soon_and_when_to_ask_again(
    request: pytest.FixtureRequest,
) -> None:
    clients = {language: browser(language) for language in ("en", "fr")}
    away = request.getfixturevalue("away")
    for language, words in (("en", "Back in a moment"), ("fr", "De retour dans un instant")):
        answer = clients[language].get("/?page=2")
        assert answer.status_code == 503
        assert answer["Retry-After"] == "3"
        assert "no-store" in answer["Cache-Control"]
        assert words in answer.content.decode()
        assert 'href="/?page=2"' in answer.content.decode()
    assert away.asked == 1, "who was refused asks no further, and whoever comes next is refused at once"


@pytest.mark.django_db
def test_what_is_well_without_it_goes_on(request: pytest.FixtureRequest) -> None:
    client = browser()
    request.getfixturevalue("away")
    assert client.get("/").status_code == 503
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503


@pytest.mark.django_db
def test_what_was_typed_is_kept_but_no_password(request: pytest.FixtureRequest) -> None:
    client = browser()
    request.getfixturevalue("away")
    typed = {"title": 'The "long" <night>', "player": ["1", "2"], "password1": "hunter2", "csrfmiddlewaretoken": "x"}
    for _known in range(2):
        answer = client.post("/campaigns/new/?game=musg", typed)
        said = answer.content.decode()
        assert answer.status_code == 503
        assert '<form method="post" action="/campaigns/new/?game=musg">' in said
        assert 'name="title" value="The &quot;long&quot; &lt;night&gt;"' in said
        assert 'name="player" value="1"' in said
        assert 'name="player" value="2"' in said
        assert "hunter2" not in said
        assert said.count('name="csrfmiddlewaretoken"') == 1


@pytest.mark.django_db
def test_what_is_kept_can_be_sent_again(member: Member) -> None:
    """Its token is the one that the browser has."""
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"}, raise_request_exception=False)
    client.get("/accounts/login/")
    sent = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value, "login": "alix"}
    with writing_nothing():
        kept = client.post("/accounts/login/", sent | {"password": PASSWORD})
    assert kept.status_code == 503
    token = kept.content.decode().partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
    again = client.post("/accounts/login/", {"csrfmiddlewaretoken": token, "login": "alix", "password": PASSWORD})
    assert again.status_code == 302


@pytest.mark.django_db
def test_a_long_text_is_left_in_the_browser(request: pytest.FixtureRequest) -> None:
    client = browser()
    request.getfixturevalue("away")
    answer = client.post("/campaigns/new/", {"text": "a" * (pages.MOST_KEPT + 1)})
    assert answer.status_code == 503
    assert "Go back to your form" in answer.content.decode()


@pytest.mark.django_db
def test_a_database_that_is_read_only_says_so(member: Member) -> None:
    client = client_of(member)
    client.raise_request_exception = False
    with writing_nothing():
        assert client.get("/me/").status_code == 200
        answer = client.post("/me/", {"display_name": "Alix the Second", "colour_scheme": "auto"})
    assert answer.status_code == 503
    assert answer["Retry-After"] == "60"
    said = answer.content.decode()
    assert "Pages can be read" in said
    assert 'name="display_name" value="Alix the Second"' in said
    assert Session.objects.exists()


@pytest.mark.django_db
def test_other_errors_are_errors(monkeypatch: pytest.MonkeyPatch, member: Member) -> None:
    client = client_of(member)
    client.raise_request_exception = False

    def refuse(*_question: object) -> object:
        raise OperationalError("syntax error")

    with connection.execute_wrapper(refuse):
        assert client.get("/").status_code == 500


@pytest.mark.django_db
def test_a_database_away_takes_a_line_of_the_log_each(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    from config.logs import Briefly

    client = browser()
    request.getfixturevalue("away")
    client.get("/")
    [record] = [one for one in caplog.records if one.name == "django.request"]
    kept = Briefly().filter(record)
    assert not isinstance(kept, bool)
    assert kept.exc_info is None


def test_nobody_waits_longer_than_three_seconds() -> None:
    """For a thread whose page waits for a connection in vain, and then for a connection."""
    from config.services import POOL_SECONDS

    assert 2 * POOL_SECONDS["timeout"] <= 3
    assert time.monotonic() > 0


@pytest.mark.django_db
def test_what_a_look_would_write_is_left_out_while_nothing_can_be_written(member: Member) -> None:
    """A browser not seen before, and a piece of news that counts as read from now on."""
    client = client_of(member)
    UserSession.objects.all().delete()
    cache.clear()
    tell(campaign=None, to=[member], code="turned_away", params={"name": "The Ford"})
    [news] = News.objects.all()
    with writing_nothing():
        assert client.get("/me/").status_code == 200
        assert client.get(reverse("campaigns:news_open", args=[news.pk])).status_code == 302
    assert not UserSession.objects.exists()
    news.refresh_from_db()
    assert news.read_at is None
