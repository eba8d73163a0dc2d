"""Two people at once at a table: one decision, one seat, one rematch. On SQLite files and PostgreSQL."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.seating.people import Person
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import play as card_play, tables
from club.models import Member
from tests.campaigns.wars.test_at_once import at_once
from tests.factories.club import MemberFactory
from tests.factories.tables import BOT, OPEN, dealt, decide, finished, guest, legal, open_table, plain_duel, seat_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(transactional_db: None) -> list[Member]:
    return list(MemberFactory.create_batch(4))


def test_of_two_decisions_at_once_one_counts_and_the_other_is_told(people: list[Member]) -> None:
    table = plain_duel(people[0], people[1])
    assert table.actor is not None
    person, seen = Person(people[table.actor]), table.version

    def deciding(code: str) -> object:
        card_play.play(table=CardTable(pk=table.pk), person=person, code=code, version=seen)
        return "played"

    shield = f"shield {table.actor}"
    outcome = at_once(*(lambda code=code: deciding(code) for code in ("charge", shield) * 2))  # type: ignore[misc]
    assert outcome == Counter({"stale": 3, "played": 1})
    assert table.actions.count() == 1
    table.refresh_from_db()
    assert table.version == seen + 1


def test_a_seat_is_taken_by_one(people: list[Member]) -> None:
    table = open_table(people[0], OPEN)
    zoe = guest("Zoé")[1]

    def taking(person: Person) -> object:
        tables.take_seat(seat=seat_at(table, 1), person=person, name="Zoé")
        return "taken"

    outcome = at_once(*(lambda p=p: taking(p) for p in (Person(people[1]), Person(people[2]), zoe)))  # type: ignore[misc]
    assert outcome == Counter({"seat_taken": 2, "taken": 1})


def test_nobody_sits_on_two_chairs_by_pressing_twice(people: list[Member]) -> None:
    table = open_table(people[0], OPEN, OPEN)

    def taking(number: int) -> object:
        tables.take_seat(seat=seat_at(table, number), person=Person(people[1]))
        return "taken"

    outcome = at_once(lambda: taking(1), lambda: taking(2))
    assert outcome == Counter({"already_seated": 1, "taken": 1})


def test_everybody_asks_for_a_rematch_and_there_is_one(people: list[Member]) -> None:
    table = finished(*people[:3], variant="plain")

    def asking(member: Member) -> object:
        return tables.rematch(table=table, person=Person(member)).pk

    outcome = at_once(*(lambda m=m: asking(m) for m in people[:3]))  # type: ignore[misc]
    assert len(outcome) == 1
    assert CardTable.objects.filter(rematch_of=table).count() == 1


def test_the_cards_are_dealt_once(people: list[Member]) -> None:
    table = open_table(people[0], people[1])

    def dealing(member: Member) -> object:
        card_play.start(table=table, person=Person(member))
        return "dealt"

    assert at_once(lambda: dealing(people[0]), lambda: dealing(people[1])) == Counter({"dealt": 1, "not_open": 1})


def test_several_workers_at_one_table_store_each_decision_once(people: list[Member]) -> None:
    alone, crowded = (decide(dealt(people[number], BOT, BOT), None) for number in (0, 1))
    card_play.advance(table=alone, patient=True)
    at_once(*[lambda: card_play.advance(table=CardTable(pk=crowded.pk), patient=True)] * 4)
    log = list(crowded.actions.values_list("index", "seat", "bot"))
    assert [index for index, _seat, _bot in log] == list(range(len(log)))
    assert list(crowded.actions.values_list("code", flat=True)) == list(alone.actions.values_list("code", flat=True))
    crowded.refresh_from_db()
    assert crowded.actor in (0, None)
    assert crowded.actor is None or legal(crowded)


def test_one_simulation_runs(people: list[Member]) -> None:
    def asking() -> object:
        balance.start(
            game="bagarre", players=2, variant="plain", options={}, bot="random", count=100, member=people[0]
        )  # fmt: skip
        return "asked"

    assert at_once(asking, asking, asking) == Counter({"balance_runs": 2, "asked": 1})
