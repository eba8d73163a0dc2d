"""A table drawn once for all who only look on is, letter by letter, what each of them would have been drawn alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from campaigns.seating.people import Person
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import tables as operations
from club import shared_drawing
from club.models import Member
from tests.campaigns.drawings import Drawings, counted
from tests.campaigns.matches.asking import HTMX, as_
from tests.club.streams.kit import told
from tests.factories.club import MemberFactory
from tests.factories.tables import OPEN, dealt, decide, finished, open_table, plain_duel

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drawings(monkeypatch: pytest.MonkeyPatch) -> Drawings:
    """Tells how often something was drawn for several."""
    cache.clear()
    return counted(monkeypatch)


def asked(client: Client, table: CardTable) -> str:
    answer = client.get(reverse("tables:table_status", args=[table.pk]), {"seen": "x"}, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def plain(html: str) -> str:
    """All but what is each reader's own: the ticket, the token."""
    html = re.sub(r'data-(told|acts)="[^"]+"', "", html)
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"[^"]+"', r"\1", html)


def gathering(ann: Member, bob: Member) -> CardTable:
    return open_table(ann, bob, OPEN)


def running(ann: Member, bob: Member) -> CardTable:
    table = plain_duel(ann, bob)
    for _ in range(3):
        decide(table)
    return table


@pytest.mark.parametrize("make", [gathering, running])
def test_what_is_shared_equals_what_is_drawn_for_each_alone(
    make: Callable[[Member, Member], CardTable], ann: Member, bob: Member, cleo: Member, drawings: Drawings
) -> None:
    ann.hidden = True
    ann.save()
    table = make(ann, bob)
    readers = {
        "looks on": as_(cleo),
        "looks on, too": as_(MemberFactory.create(display_name="Dora")),
        "admin": as_(MemberFactory.create(is_staff=True)),
        "in French": as_(MemberFactory.create(language="fr")),
        "opened it": as_(ann),
        "sits there": as_(bob),
    }
    alone = {}
    for name, client in readers.items():
        cache.clear()
        alone[name] = plain(asked(client, table))
        page = plain(client.get(table.get_absolute_url()).content.decode())
        assert alone[name].strip() in page, "the page itself is drawn for one reader"
    cache.clear()
    before = drawings()
    for name in [*readers, *reversed(readers)]:
        assert plain(asked(readers[name], table)) == alone[name], name
    assert drawings() - before == 2, "one in English, one in French, for all who look on"
    assert len({alone["looks on"], alone["sits there"], alone["opened it"]}) == 3


def test_each_has_a_ticket_and_a_token_of_their_own(ann: Member, bob: Member, cleo: Member, drawings: Drawings) -> None:
    table = gathering(ann, bob)
    dora = MemberFactory.create()
    pages = {member: asked(as_(member), table) for member in (cleo, dora)}
    assert drawings() == 1
    tokens = {re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0] for page in pages.values()}
    assert len(tokens) == 2
    for member, page in pages.items():
        assert told(page)[0].member == member.pk
        assert shared_drawing.placeholder("ticket") not in page
        assert shared_drawing.placeholder("token") not in page


def test_who_may_not_look_on_any_more_gets_nothing(ann: Member, bob: Member, cleo: Member) -> None:
    table = gathering(ann, bob)
    asked(as_(cleo), table)
    CardTable.objects.filter(pk=table.pk).update(visibility="link")
    address = reverse("tables:table_status", args=[table.pk])
    assert as_(cleo).get(address, {"seen": "x"}, headers=HTMX).status_code == 404
    assert Client().get(address, {"seen": "x"}, headers=HTMX).status_code == 404


def test_who_sits_down_is_drawn_their_own_page(ann: Member, bob: Member, cleo: Member, drawings: Drawings) -> None:
    table = gathering(ann, bob)
    assert 'name="seat"' in asked(as_(cleo), table)
    seat = table.seats.get(number=2)
    operations.take_seat(seat=seat, person=Person(cleo), name="")
    assert "badge--current" in asked(as_(cleo), table)
    assert drawings() == 1


def test_what_became_of_a_game_is_told_to_each_alone(ann: Member, cleo: Member, drawings: Drawings) -> None:
    bob = MemberFactory.create()
    asked(as_(cleo), finished(ann, bob))
    assert drawings() == 0
    asked(as_(cleo), dealt(ann, bob))
    assert drawings() == 1
