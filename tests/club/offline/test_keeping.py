"""What a browser may keep, for whom, and what it is told on each answer."""

from __future__ import annotations

from itertools import count

import pytest
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from club.models import Member
from club.offline import keeping
from club.offline.keeping import Kind
from club.offline.middleware import KEEP_AS, KEPT_FOR, NOBODY, OfflineMiddleware
from club.shared_device import COOKIE
from tests.clients import client_of
from tests.factories.battles import warband
from tests.factories.club import PASSWORD, MemberFactory
from tests.factories.matches import pad
from tests.web.access_table import TABLE, Right
from tests.web.test_secrets import UNGUESSED

pytestmark = pytest.mark.django_db


def _named(resolver: URLResolver, space: str = "") -> set[str]:
    found = set[str]()
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            found.add(f"{space}{one.name}")
        else:
            found |= _named(one, f"{space}{one.namespace}:" if one.namespace else space)
    return found


def test_every_name_that_may_be_kept_is_an_address_that_only_reads_may_show() -> None:
    kept = keeping.kept_names()
    assert {"rosters:roster", "rosters:sheet", "campaigns:match_pad", "campaigns:report", "rosters:catalogue"} <= set(
        kept
    )
    assert set(kept) <= _named(get_resolver())
    assert all(TABLE[name].get is not Right.NOBODY for name in kept)


def test_no_secret_link_account_setting_or_card_table_may_be_kept() -> None:
    kept = set(keeping.kept_names())
    papers = {"rosters:table_pdf", "campaigns:table_reference"}
    assert not kept & set(UNGUESSED) - papers
    closed = ("admin:", "account_", "mfa_", "usersessions", "tables:")
    assert not [name for name in kept if name.startswith(closed)]
    for word in ("settings", "profile", "own_data", "calendar", "desk", "dashboard", "power", "acts", "invitation"):
        assert not [name for name in kept if word in name], word
    for_few = {Right.CLUB_ADMIN, Right.REFEREE, Right.TYPISTS}
    assert not [name for name in kept if TABLE[name].get in for_few]


def test_a_member_s_answers_carry_the_key_of_the_session_and_nothing_can_be_told_from_it() -> None:
    ann = MemberFactory.create()
    phone, laptop = client_of(ann), client_of(ann)
    first = phone.get("/")[KEPT_FOR]
    assert first == phone.get(reverse("rosters:list"))[KEPT_FOR]
    assert first != laptop.get("/")[KEPT_FOR]
    assert first not in {phone.session.session_key, NOBODY}
    assert len(first) == 32


def test_only_pages_of_the_list_say_that_they_may_be_kept_and_stay_no_store() -> None:
    phone = client_of(MemberFactory.create())
    board = phone.get("/")
    assert board[KEEP_AS] == Kind.BOARD
    assert "no-store" in board["Cache-Control"]
    for name in ("club:profile", "club:search", "tables:list", "campaigns:news", "usersessions_list", "club:offline"):
        answer = phone.get(reverse(name))
        assert answer.status_code == 200, name
        assert KEEP_AS not in answer, name
    assert KEEP_AS not in phone.get(reverse("rosters:roster", args=[999]))


def test_nothing_is_kept_for_a_visitor_or_who_has_just_logged_out(client: Client) -> None:
    answer = client.get("/")
    assert answer[KEPT_FOR] == NOBODY
    assert KEEP_AS not in answer
    phone = client_of(MemberFactory.create())
    assert phone.post(reverse("account_logout"))[KEPT_FOR] == NOBODY


def test_an_answer_that_did_not_find_out_who_asks_says_nothing() -> None:
    request = RequestFactory().get("/")
    failed = OfflineMiddleware(lambda request: HttpResponse(status=503))(request)
    assert KEPT_FOR not in failed
    assert KEPT_FOR not in client_of(MemberFactory.create()).get("/robots.txt")


def test_a_shared_device_is_said_at_the_log_in_and_stands(client: Client) -> None:
    ann = MemberFactory.create(username="ann")
    form = {"login": "ann", "password": PASSWORD, "remember": "on", "shared": "on"}
    client.post(reverse("account_login"), form)
    answer = client.get("/")
    assert answer.wsgi_request.user == ann
    assert answer[KEPT_FOR] == NOBODY
    assert KEEP_AS not in answer
    assert client.session.get_expire_at_browser_close()
    assert client.get(reverse("club:offline_mine")).json() == {"pages": [], "shortcuts": {}}
    client.post(reverse("account_logout"))
    assert client.cookies[COOKIE].value == "1"
    assert client.get(reverse("account_login")).context["form"]["shared"].value() is True
    client.post(reverse("account_login"), {"login": "ann", "password": PASSWORD})
    assert client.get("/")[KEPT_FOR] != NOBODY


def test_what_is_fetched_beforehand_is_the_member_s_own_and_may_be_kept() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    own, other = warband(ann, "Wolves"), warband(ben, "Crows")
    match = pad([ann, ben])
    phone = client_of(ann)
    mine = phone.get(reverse("club:offline_mine")).json()
    assert reverse("rosters:sheet", args=[own.pk]) in mine["pages"]
    assert reverse("campaigns:match_pad", args=[match.pk]) in mine["pages"]
    assert reverse("rosters:roster", args=[other.pk]) not in mine["pages"]
    assert mine["pages"][0] == "/"
    assert mine["shortcuts"]["warband"] == reverse("rosters:roster", args=[own.pk])
    for address in mine["pages"]:
        assert KEEP_AS in phone.get(address), address


def test_so_much_and_no_more_is_fetched_beforehand_of_each_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = [lambda member, letter=letter: (f"/{letter}{n}/" for n in count()) for letter in "ab"]
    monkeypatch.setattr(keeping, "_SOURCES", endless)
    found = keeping.ahead(Member())
    assert found[:4] == ["/a0/", "/b0/", "/a1/", "/b1/"]
    assert len(found) == keeping.MOST_AHEAD


def test_the_short_ways_lead_to_one_s_own_or_to_where_one_begins(client: Client) -> None:
    ann = MemberFactory.create()
    phone = client_of(ann)
    ways = {
        "warband": reverse("rosters:list"),
        "pad": reverse("campaigns:match_new"),
        "evening": reverse("evenings:list"),
    }
    for word, begins in ways.items():
        assert phone.get(reverse("club:go", args=[word]))["Location"] == begins
        assert reverse("account_login") in client.get(reverse("club:go", args=[word]))["Location"]
    warband(MemberFactory.create(), "Crows")
    band, match = warband(ann, "Wolves"), pad([ann, MemberFactory.create()])
    assert phone.get(reverse("club:go", args=["warband"]))["Location"] == reverse("rosters:roster", args=[band.pk])
    assert phone.get(reverse("club:go", args=["pad"]))["Location"] == reverse("campaigns:match_pad", args=[match.pk])
    assert phone.get(reverse("club:go", args=["elsewhere"])).status_code == 404


def test_a_page_says_nothing_of_a_member_who_logs_out_on_it() -> None:
    def leave(request: HttpRequest) -> HttpResponse:
        logout(request)
        return HttpResponse()

    phone = client_of(MemberFactory.create())
    request = phone.get("/").wsgi_request
    assert OfflineMiddleware(leave)(request)[KEPT_FOR] == NOBODY
