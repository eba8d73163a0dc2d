"""A page is drawn of one moment: a move that falls between its reads makes it read again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.http import HttpRequest
from django.urls import reverse

from campaigns.tables import progress, rules, views
from campaigns.tables.access import get_table
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations.play import codes_of
from club.models import Member
from tests.clients import client_of
from tests.factories.tables import decide, legal, person_at, plain_duel

pytestmark = pytest.mark.django_db


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], *, times: int = 1) -> list[int]:
    """Let something happen after the table was read, before its log is: as often as said. Return the versions read."""
    read: list[int] = []

    def loaded(request: HttpRequest, pk: int) -> CardTable:
        table = get_table(request, pk)
        list(table.seats.all())
        read.append(table.version)
        if len(read) <= times:
            act()
        return table

    monkeypatch.setattr(views, "get_table", loaded)
    return read


def told(page: str) -> tuple[int, int]:
    """The version that the page sends with a decision, and the number of the last line of its account."""
    found = [re.search(rf'data-{name}="(\d+)"', page) for name in ("version", "line")]
    assert all(found)
    version, line = (int(one.group(1)) for one in found if one is not None)
    return version, line


def hands_over(table: CardTable) -> int:
    """Decide until the next decision hands over to the other seat, and return that seat."""
    while True:
        game = rules.of(table.game).replay(table, 2, codes_of(table))
        actor = game.actor
        game.play(game.actions()[0])
        if game.actor is not None and game.actor != actor:
            return game.actor
        decide(table)


def test_a_move_between_the_reads_is_on_the_page_with_its_version(
    ann: Member, bob: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One moves while the other's page is drawn; what the other then decides is not refused as late."""
    table = plain_duel(ann, bob)
    follower = hands_over(table)
    person = person_at(table, follower)
    client, address = client_of(person.member), table.get_absolute_url()
    _version, line = told(client.get(address).content.decode())
    read = between(monkeypatch, lambda: decide(table))
    version, later = told(client.get(address).content.decode())
    assert later > line
    assert version == read[-1] == read[0] + 1
    table.refresh_from_db()
    assert (table.version, table.actor) == (version, follower)
    sent = {"action": legal(table)[0], "version": version}
    answer = client.post(reverse("tables:play", args=[table.pk]), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert table.actions.latest("index").seat == follower


def test_a_page_of_the_old_kind_would_have_been_refused(ann: Member, bob: Member) -> None:
    """What the reading again is for: the version from before the move is late."""
    table = plain_duel(ann, bob)
    early = table.version
    number = table.actor
    assert number is not None
    decide(table)
    while table.actor == number:
        decide(table)
    person = person_at(table, 1 - number)
    assert person.member is not None
    answer = client_of(person.member).post(
        reverse("tables:play", args=[table.pk]),
        {"action": legal(table)[0], "version": early},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 422
    assert "The table has moved on" in answer.content.decode()


def test_a_table_that_never_stands_still_is_shown_all_the_same(
    ann: Member, bob: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = plain_duel(ann, bob)
    read = between(monkeypatch, lambda: CardTable.objects.filter(pk=table.pk).update(version=99 + len(read)), times=99)
    assert client_of(bob).get(table.get_absolute_url()).status_code == 200
    assert len(read) == progress.TRIES + 1
