"""Where there are no streams: the mark for whoever asks with a ticket, from memory, without asking who is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from msgspec import structs

from campaigns.matches.models.match import Match
from club import devices
from club.models import Member
from club.streams import looking, middleware
from club.streams.middleware import Memory
from tests.clients import client_of
from tests.club.streams import kit
from tests.club.streams.kit import ticket, told
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad

pytestmark = pytest.mark.django_db
Queries = Callable[..., object]


@pytest.fixture(autouse=True)
def time_passes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], None]]:
    """A memory of its own, with a clock that the test sets."""
    now = [1000.0]
    monkeypatch.setattr(middleware, "_MEMORY", Memory())
    monkeypatch.setattr(middleware.time, "monotonic", lambda: now[0])

    def passes(seconds: float) -> None:
        now[0] += seconds

    yield passes


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create()


@pytest.fixture
def match(ann: Member) -> Match:
    return pad([ann, MemberFactory.create(), "Guest"])


def test_the_answer_is_the_mark_that_the_page_was_made_with_until_something_changes(
    ann: Member, match: Match, time_passes: Callable[[float], None]
) -> None:
    shown, mark = told(client_of(ann).get(f"/scores/{match.pk}/pad/").content.decode())
    asks = Client()
    answer = asks.get(shown.address())
    assert (answer.status_code, answer.content.decode()) == (200, mark)
    assert answer["Content-Type"].startswith("text/plain")
    assert "no-store" in answer["Cache-Control"]
    enter(match, kill(0, 1), ann)
    time_passes(1)
    assert asks.get(shown.address()).content.decode() != mark


def test_many_who_ask_in_a_moment_cost_one_question(
    ann: Member, match: Match, django_assert_num_queries: Queries
) -> None:
    addresses = [ticket(MemberFactory.create(), match).address() for _ in range(5)]
    client = Client()
    with django_assert_num_queries(5 * 2 + 1):  # type: ignore[attr-defined]  # who each is, what they may see; the mark
        for address in addresses:
            assert client.get(address).status_code == 200
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        for address in addresses:
            assert client.get(address).status_code == 200


def test_a_closed_account_is_refused_within_a_minute(
    ann: Member, match: Match, time_passes: Callable[[float], None]
) -> None:
    client = Client()
    assert client.get(ticket(ann, match).address()).status_code == 200
    Member.objects.filter(pk=ann.pk).update(is_active=False)
    time_passes(middleware.ADMITTED)
    assert middleware.ADMITTED < 60
    assert client.get(ticket(ann, match).address()).status_code == 404


def _by_log_out(member: Member, browser: Client) -> None:
    browser.post("/accounts/logout/")


def _by_another_browser(member: Member, browser: Client) -> None:
    devices.end_sessions(member)


def _by_another_password(member: Member, browser: Client) -> None:
    member.set_password("another one of 12")
    member.save()


@pytest.mark.parametrize("ended", [_by_log_out, _by_another_browser, _by_another_password])
def test_a_ticket_ends_with_the_session(
    ann: Member, match: Match, ended: Callable[[Member, Client], None], time_passes: Callable[[float], None]
) -> None:
    browser, elsewhere = client_of(ann), Client()
    shown, _mark = told(browser.get(f"/scores/{match.pk}/pad/").content.decode())
    assert elsewhere.get(shown.address()).status_code == 200
    ended(ann, browser)
    assert looking.admitted([shown]) == set(), "no stream is opened any more"
    time_passes(middleware.ADMITTED)
    assert elsewhere.get(shown.address()).status_code == 404
    again, _mark = told(client_of(Member.objects.get(pk=ann.pk)).get(f"/scores/{match.pk}/pad/").content.decode())
    assert elsewhere.get(again.address()).status_code == 200


def test_a_session_that_is_another_members_opens_nothing(ann: Member, match: Match) -> None:
    shown = ticket(ann, match)
    other = kit.logged_in(MemberFactory.create())
    assert looking.admitted([structs.replace(shown, session=other["session"])]) == set()
    assert looking.admitted([structs.replace(shown, session=0), structs.replace(shown, seal="")]) == set()
    assert looking.admitted([shown]) == {shown}


def test_no_good_ticket_is_no_page(match: Match) -> None:
    client = Client()
    assert client.get("/live/nothing").status_code == 404
    assert client.get(ticket(None, match).address()).status_code == 404
    assert client.post(ticket(None, match).address()).status_code == 405


def test_a_server_without_streams_says_so(ann: Member, match: Match) -> None:
    answer = Client().get(ticket(ann, match).address(), headers={"Accept": "text/event-stream"})
    assert answer.status_code == 204, "browsers take that for the end and ask no further"


def test_a_ticket_that_runs_out_is_renewed_by_the_page_itself(ann: Member, match: Match) -> None:
    address = f"/scores/{match.pk}/pad/status/?version={match.version}"
    member = client_of(ann)
    usual = member.get(address, headers={"HX-Request": "true"})
    assert (usual.status_code, "Live-Address" in usual) == (204, False)
    renewed = member.get(address, headers={"HX-Request": "true", "Live-Renew": "1"})
    assert renewed.status_code == 204
    assert renewed["Live-Address"] == ticket(ann, match).address()
