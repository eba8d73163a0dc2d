"""Whatever a seat may not know of a game of BAF! stands nowhere in its page: cards face down, hands laid in secret."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.tables import rules
from campaigns.tables.asking import ahead
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.tables.operations import play as card_play
from club.models import Member
from engines.baf.bots import BOTS
from engines.baf.cards import training
from engines.baf.notation import action
from engines.core.dice import FastDice
from tests.campaigns.tables.test_baf_quick import quick, rings
from tests.clients import client_of, kept_client_of
from tests.factories.club import MemberFactory
from tests.factories.tables import BAF, dealt, person_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]  # nothing falls due between two looks

MONSTERS = {card.code: card.name.en for card in training().monsters}
ANY_MONSTER = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(MONSTERS.values(), key=len, reverse=True)))})\b")


@pytest.fixture
def players() -> list[Member]:
    return [MemberFactory.create(username=name, display_name=name.title()) for name in ("ann", "bob", "cleo")]


def reading(member: Member, table: CardTable) -> list[str]:
    """The page and its fragment, as a member reads them."""
    addresses = (table.get_absolute_url(), f"{reverse('tables:table_status', args=[table.pk])}?seen=x")
    return [kept_client_of(member).get(address).content.decode() for address in addresses]


def known(table: CardTable, seat: int | None) -> set[str]:
    """The names of every monster that the engine lets the seat know of, now or from what has happened."""
    game = rules.of(BAF).deal(table, table.seats.count(), record=True)
    for code in card_play.codes_of(table):
        game.play(action(code))
    told = repr(game.view(seat))
    return {name for code, name in MONSTERS.items() if f"'{code}'" in told}


def moments(table: CardTable, count: int) -> Iterator[CardTable]:
    """The table at so many moments; the last of those who are asked answers first."""
    for _ in range(count):
        yield table
        asked = [seat.number for seat in table.seats.all() if seat.asked is not None]
        if not asked:
            rings(table)
            continue
        game = rules.of(BAF).replay(table, 3, card_play.codes_of(table))
        if game.actor is None:
            reaction = BOTS["thumb"].react(game, asked[-1], FastDice(table.version))
            chosen = reaction.action.code
        else:
            chosen = BOTS["thumb"].choose(ahead(game, asked[-1]), FastDice(table.version)).code
        card_play.play(table=table, person=person_at(table, asked[-1]), code=chosen)
        table.refresh_from_db()
        assert table.state == TableState.RUNNING


@pytest.mark.parametrize("variant", ["secret", "quick"])
def test_no_page_shows_a_monster_that_nobody_may_know(players: list[Member], variant: str) -> None:
    stranger = MemberFactory.create(username="dan")
    table = quick(*players) if variant == "quick" else dealt(players[0], *players[1:], game=BAF)
    shown = 0
    for moment in moments(table, 24):
        for seat, member in [*enumerate(players), (None, stranger)]:
            may_know = known(moment, seat)
            for text in reading(member, moment):
                named = set(ANY_MONSTER.findall(text))
                assert named <= may_know, (seat, named - may_know)
                assert moment.seed not in text
                shown += len(named)
    assert shown > 200, "what lies open is seen"


def test_hands_in_secret_are_on_no_other_page(players: list[Member]) -> None:
    """Ruling A20: hands laid in secret are shown together; until then they are sealed, whoever the log asks first."""
    table = dealt(players[0], *players[1:], game=BAF)
    while sum(seat.asked is not None for seat in table.seats.all()) == 1:
        game = rules.of(BAF).replay(table, 3, card_play.codes_of(table))
        card_play.play(table=table, person=person_at(table, table.actor or 0), code=game.actions()[0].code)
        table.refresh_from_db()
    card_play.play(table=table, person=person_at(table, 0), code="lay 4 2")
    assert list(table.sealed.values_list("seat", "code")) == [(0, "lay 4 2")]
    for member in players[1:]:
        for text in reading(member, table):
            assert "lay 4 2" not in text
            assert "Kept secret" not in text
    assert "Kept secret" in reading(players[0], table)[0]


def test_a_table_of_cards_asks_as_few_questions_as_any(players: list[Member]) -> None:
    table = dealt(players[0], *players[1:], game=BAF)
    client = client_of(players[0])
    client.get(table.get_absolute_url())
    with CaptureQueriesContext(connection) as asked:
        assert client.get(table.get_absolute_url()).status_code == 200
    assert len(asked) <= 8
    with CaptureQueriesContext(connection) as pulse:
        client.get(reverse("tables:table_status", args=[table.pk]), {"seen": str(table.version)})
    assert len(pulse) == 2
    # The list does not read the cards of any table.
    with CaptureQueriesContext(connection) as listed:
        client.get(reverse("tables:list"))
    assert not any('"options"' in query["sql"] for query in listed)


def test_the_balance_of_a_card_set_says_which_cards_and_which_bot(players: list[Member]) -> None:
    variant, options = rules.of(BAF).usual()
    run = balance.start(
        game=BAF, players=3, variant=variant, options=options, bot="thumb", count=100, member=players[0]
    )
    assert run.parts.exists()
    while waiting := Job.objects.filter(kind=balance.KIND, state=JobState.WAITING).first():
        assert jobs.run(waiting.pk)  # what a slow machine leaves of a part is a further one
    text = " ".join(client_of(players[0]).get(reverse("tables:balance", args=[BAF])).content.decode().split())
    assert "bots play by rule of thumb" in text
    assert training().name.en in text
    assert "Average coins per player" in text
    assert "bots draft their heroes" in text
    assert training().heroes[0].name.en in text
