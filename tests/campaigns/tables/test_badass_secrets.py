"""Nothing hidden of a game of Badass Force stands in anybody else's page: two games that differ in it read the same.

The same seed is played twice with one secret decision made otherwise. Whoever may not know of it, a player, a guest, a
member who looks on, must read the same page, the same fragment and the same account in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.asking import ahead
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import play as card_play, tables
from campaigns.tables.people import COOKIE
from club.models import Member
from engines import badass_force
from engines.badass_force.cards import training
from engines.badass_force.view import View
from engines.core.score import encode
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.tables import BADASS, OPEN, guest, open_table, person_at, seat_at

pytestmark = pytest.mark.django_db

type Sit = Callable[..., CardTable]
ZOE, ZOE_PERSON = guest("Zoé")
OWN = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|"X-CSRFToken": "[^"]*"|\bdata-told="[^"]*"'
    r'|data-acts=(?:"|&#x27;)\w+'
    r"|/tables/\d+/|\bTable \d+"
)


@pytest.fixture
def sit(ann: Member, bob: Member) -> Sit:
    """A table of two members and a guest, always with the same seed; Dan looks on."""
    MemberFactory.create(username="dan", display_name="Dan")

    def sitting(**options: object) -> CardTable:
        table = open_table(ann, bob, OPEN, game=BADASS, options=options)
        tables.take_seat(seat=seat_at(table, 2), person=ZOE_PERSON, name="Zoé")
        table.refresh_from_db()
        if table.state == "open":
            card_play.start(table=table, person=Person(ann))
            table.refresh_from_db()
        return table

    return sitting


def reader(table: CardTable, seat: int | None) -> Client:
    """The browser of whoever sits there; of Dan, who looks on, for nobody."""
    client = client_of(seat_at(table, seat).member if seat is not None else Member.objects.get(username="dan"))
    if seat == 2:
        client.cookies[COOKIE.name] = ZOE
    return client


def pages(table: CardTable, seat: int | None) -> list[str]:
    """The page and its fragment, without what differs between any two tables or requests.

    The mark that the page is told by stays: it is made of what everybody may know, so twins have the same.
    """
    addresses = (table.get_absolute_url(), f"{reverse('tables:table_status', args=[table.pk])}?seen=x")
    answers = [reader(table, seat).get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200, 200]
    texts = [OWN.sub("", answer.content.decode()) for answer in answers]
    assert all(len(re.findall(r'data-told-mark="[^"]+"', text)) == 1 for text in texts)
    return texts


def offered(table: CardTable, seat: int) -> list[str]:
    """What a seat may do that is asked."""
    game = rules.of(BADASS).replay(table, 3, card_play.codes_of(table))
    return [one.code for one in ahead(game, seat).actions_of(seat)]


def answer(table: CardTable, seat: int, code: str) -> None:
    card_play.play(table=table, person=person_at(table, seat), code=code)
    table.refresh_from_db()


def view(table: CardTable, seat: int | None) -> View:
    game = cast(badass_force.Game, rules.of(BADASS).replay(table, 3, card_play.codes_of(table)))
    return game.view(seat)


def alike(one: CardTable, other: CardTable, readers: Sequence[int | None]) -> None:
    for seat in readers:
        for mine, theirs in zip(pages(one, seat), pages(other, seat), strict=True):
            assert mine == theirs, seat


def to_turn(table: CardTable) -> int:
    """Everybody lays the first character in hand; return whose turn it is."""
    for seat in [one.number for one in table.seats.all() if one.asked is not None]:
        answer(table, seat, offered(table, seat)[0])
    assert table.actor is not None
    return table.actor


@pytest.mark.parametrize("early", [True, False])
def test_who_was_laid_is_on_no_other_page(sit: Sit, early: bool) -> None:
    """Badass Force, Mise en place: face down. While the answer is sealed, once it is in the log, and turns later."""
    one, other = sit(), sit()
    first = one.actor
    assert first is not None
    hidden = (first + (2 if early else 1)) % 3
    others: list[int | None] = [None, *(seat for seat in range(3) if seat != hidden)]
    if not early:
        for table in (one, other):
            answer(table, first, offered(table, first)[0])
    for table, place in ((one, 0), (other, 1)):
        answer(table, hidden, offered(table, hidden)[place])
    alike(one, other, others)
    assert pages(one, hidden) != pages(other, hidden)
    for table in (one, other):
        to_turn(table)
    alike(one, other, others)
    # Two turns in which weapons are changed: what the hidden character is does not matter to that.
    for _ in range(2):
        for table in (one, other):
            assert table.actor is not None
            answer(table, table.actor, next(code for code in offered(table, table.actor) if code.startswith("weapon ")))
        alike(one, other, others)
    assert view(one, hidden).seats[hidden].active != view(other, hidden).seats[hidden].active


def test_a_sealed_answer_to_an_announcement_is_on_no_other_page(sit: Sit) -> None:
    """Ruling F54: nobody knows who calls before everybody has answered."""
    one, other = sit(), sit()
    announcer = to_turn(one)
    to_turn(other)
    code = next(code for code in offered(one, announcer) if code.startswith("announce "))
    for table in (one, other):
        answer(table, announcer, code)
    last = (announcer + 2) % 3
    answer(one, last, "call")
    answer(other, last, "believe")
    alike(one, other, [None, announcer, (announcer + 1) % 3])
    assert pages(one, last) != pages(other, last)


def test_an_answer_in_the_log_is_on_no_other_page_before_all_have_answered(sit: Sit) -> None:
    one, other = sit(), sit()
    announcer = to_turn(one)
    to_turn(other)
    code = next(code for code in offered(one, announcer) if code.startswith("announce "))
    for table in (one, other):
        answer(table, announcer, code)
    first = (announcer + 1) % 3
    answer(one, first, "call")
    answer(other, first, "believe")
    assert card_play.codes_of(one)[-1] == "call"
    alike(one, other, [None, announcer, (announcer + 2) % 3])
    assert "Kept secret: you call a bluff." in pages(one, first)[0]
    assert "Kept secret: you believe it." in pages(other, first)[0]


def test_what_somebody_looked_at_is_on_the_pages_of_two(sit: Sit) -> None:
    """A look shows the character to who looks, and to nobody else; its owner knows it anyway."""
    cards = encode(training())
    for card in cards["characters"]:
        card["power"] = [{"do": "look", "who": "right"}]
    one, other = sit(cards=cards), sit(cards=cards)
    looker = cast(int, one.actor)
    target = (looker + 2) % 3
    for table, place in ((one, 0), (other, 1)):
        answer(table, target, offered(table, target)[place])
    for table in (one, other):
        to_turn(table)
        answer(table, looker, next(code for code in offered(table, looker) if code.startswith("announce ")))
        for seat in range(3):
            if seat != looker:
                answer(table, seat, "believe")
    bystander = (looker + 1) % 3
    assert view(one, looker).seats[target].active is not None
    assert view(one, bystander).seats[target].active is None
    alike(one, other, [None, bystander])
    assert pages(one, looker) != pages(other, looker)
    assert 'class="face face--open"' in pages(one, looker)[0]
    assert 'class="face face--open"' not in pages(one, bystander)[0]


def test_neither_seed_nor_log_can_be_had_before_the_end(sit: Sit) -> None:
    table = sit()
    to_turn(table)
    for seat in (None, 0, 1, 2):
        assert all(table.seed not in text for text in pages(table, seat))
        assert reader(table, seat).get(reverse("tables:proof", args=[table.pk])).status_code == 404
