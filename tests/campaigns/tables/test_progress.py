"""A table's game goes on from where it was read: it is the one that a replay of the stored log makes."""

from __future__ import annotations

import pytest
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import play as card_play
from campaigns.tables.progress import Progress, load
from club.models import Member
from tests.clients import client_of
from tests.factories.tables import BADASS, BAF, BAGARRE, BEBOP, BOT, dealt, decide, legal, plain_duel

pytestmark = pytest.mark.django_db

GAMES = (BAGARRE, BADASS, BAF, BEBOP)
MOVE = 12
"""Session and reader together, table with opener, seats, decisions, who took over, sealed answers; the lock; then the
decision, the seats and the table are stored; whom the table waited for waits no more, and whose devices ring."""
BOTS_MORE = 4
"""The lock once more, and what bots decided with seats and table."""


def views(game: rules.Game, players: int) -> list[object]:
    return [game.actor, *(game.view(seat) for seat in (*range(players), None))]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_from_where_it_was_and_is_the_same(ann: Member, bob: Member, game: str) -> None:
    table = dealt(ann, bob, BOT, game=game)
    progress = Progress(load(table.pk))
    for _ in range(6):
        card_play.advance(table=table, progress=progress)
        asked = next(seat for seat in progress.seats if seat.asked is not None and not seat.bot)
        code = card_play.ahead(progress.game, asked.number).actions_of(asked.number)[0].code
        card_play.play(table=table, person=Person(asked.member), code=code, progress=progress)
        fresh = Progress(load(table.pk))
        assert views(progress.game, 3) == views(fresh.game, 3)
        assert progress.happened == fresh.happened
        for name in ("actions", "answers", "alarm", "made"):
            assert getattr(progress, name) == getattr(fresh, name), name
        for row, stored in zip([progress.table, *progress.seats], [fresh.table, *fresh.seats], strict=True):
            columns = [column.attname for column in row._meta.concrete_fields]
            assert [getattr(row, name) for name in columns] == [getattr(stored, name) for name in columns]


def test_what_somebody_else_did_meanwhile_is_read(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    progress = Progress(load(table.pk))
    decide(table)
    assert progress.actions == []
    decide(table)
    table.refresh_from_db()
    assert table.actor is not None
    person = Person((ann, bob)[table.actor])
    card_play.play(table=table, person=person, code=legal(table)[0], version=table.version, progress=progress)
    assert len(progress.actions) == 3
    assert progress.codes == card_play.codes_of(table)


def moved(table: CardTable) -> int:
    """How many queries a page's move takes, begin and end of transactions aside."""
    asked = next(seat for seat in table.seats.select_related("member") if seat.asked is not None and not seat.bot)
    game = rules.of(table.game).replay(table, table.seats.count(), card_play.codes_of(table))
    code = card_play.ahead(game, asked.number).actions_of(asked.number)[-1].code
    client = client_of(asked.member)
    client.get(table.get_absolute_url())
    sent = {"action": code, "version": table.version}
    with CaptureQueriesContext(card_play.transaction.get_connection()) as queries:
        answer = client.post(reverse("tables:play", args=[table.pk]), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    table.refresh_from_db()
    return sum("SAVEPOINT" not in query["sql"] for query in queries)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_reads_everything_once(ann: Member, bob: Member, game: str) -> None:
    table = dealt(ann, bob, game=game)
    taken = [moved(table) for _ in range(6)]
    # An answer that is sealed, and those that are unsealed, are a query each.
    assert max(taken) <= MOVE + 1
    assert min(taken) <= MOVE


@pytest.mark.parametrize("game", [BADASS, BAGARRE])
def test_bots_that_answer_go_on_from_there(ann: Member, game: str) -> None:
    table = dealt(ann, BOT, BOT, game=game)
    card_play.advance(table=table)
    table.refresh_from_db()
    for _ in range(4):
        assert moved(table) <= MOVE + 1 + BOTS_MORE
