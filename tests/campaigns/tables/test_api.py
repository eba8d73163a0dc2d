"""Card tables for programs: a seat sees its own cards and nobody else's, and decides as at the page."""

from __future__ import annotations

import pytest

from campaigns.tables.models.card_table import CardTable, TableState
from tests.factories.club import MemberFactory
from tests.factories.tables import legal, open_table, plain_duel
from tests.programs import Program

pytestmark = pytest.mark.django_db


def test_each_sees_their_own_cards_and_nobody_elses() -> None:
    ann, ben, cora = MemberFactory.create_batch(3)
    table = plain_duel(ann, ben)
    hers, his, watched = (Program(one).told(f"tables/{table.pk}") for one in (ann, ben, cora))
    assert (hers["seat"], his["seat"], watched["seat"]) == (0, 1, None)
    assert hers["view"] != his["view"]
    assert watched["choices"] == []
    asked = hers if table.actor == 0 else his
    other = his if table.actor == 0 else hers
    assert asked["mine"] is True
    assert [choice["code"] for choice in asked["choices"]] == legal(table)
    assert (other["mine"], other["choices"]) == (False, [])


def test_deciding_needs_the_version_that_was_seen() -> None:
    ann, ben = MemberFactory.create_batch(2)
    table = plain_duel(ann, ben)
    asked = Program((ann, ben)[table.actor or 0])
    seen = asked.get(f"tables/{table.pk}")
    code = seen.json()["choices"][0]["code"]
    late = asked.post(f"tables/{table.pk}/decide", {"code": code}, if_match='"0"', idempotency_key="1")
    assert (late.status_code, late.json()["code"]) == (412, "stale")
    none = asked.post(f"tables/{table.pk}/decide", {"code": "no such"}, if_match=seen["ETag"], idempotency_key="2")
    assert none.status_code == 422
    assert table.actions.count() == 0
    done = asked.post(f"tables/{table.pk}/decide", {"code": code}, if_match=seen["ETag"], idempotency_key="3")
    assert done.status_code == 200, done.content
    again = asked.post(f"tables/{table.pk}/decide", {"code": code}, if_match=seen["ETag"], idempotency_key="3")
    assert again.content == done.content
    assert table.actions.count() == 1


def test_a_table_fills_up_and_is_dealt() -> None:
    ann, ben = MemberFactory.create_batch(2)
    hers, his = Program(ann), Program(ben)
    opened = hers.post("tables", {"game": "bagarre", "open": 2, "name": "Evening"}, idempotency_key="1")
    assert opened.status_code == 200, opened.content
    pk = opened.json()["id"]
    assert opened.json()["state"] == "open"
    assert opened.json()["view"] is None
    early = hers.post(f"tables/{pk}/start")
    assert (early.status_code, early.json()["code"]) == (422, "seats_open")
    assert his.post(f"tables/{pk}/sit", {"seat": 9}).json()["code"] == "no_such_seat"
    assert his.post(f"tables/{pk}/sit", {"seat": 1}).status_code == 200
    assert his.post(f"tables/{pk}/fill", {"seat": 2, "bot": "thumb"}).status_code == 403
    assert hers.post(f"tables/{pk}/fill", {"seat": 2, "bot": "no such"}).status_code == 422
    assert hers.post(f"tables/{pk}/fill", {"seat": 2, "bot": "thumb"}).json()["seats"][2]["bot"] == "thumb"
    assert hers.post(f"tables/{pk}/start").json()["state"] == "running"
    assert CardTable.objects.get(pk=pk).state == TableState.RUNNING


def test_one_gets_up_and_gives_up() -> None:
    ann, ben = MemberFactory.create_batch(2)
    gathering = open_table(ann, ben)
    left = Program(ben).post(f"tables/{gathering.pk}/leave")
    assert left.status_code == 200, left.content
    assert left.json()["mine"] is False
    running = plain_duel(ann, ben)
    assert Program(ben).post(f"tables/{running.pk}/resign").json()["state"] == "over"


def test_lists_say_what_waits_for_whom() -> None:
    ann, ben = MemberFactory.create_batch(2)
    table = plain_duel(ann, ben)
    asked, other = (ann, ben) if table.actor == 0 else (ben, ann)
    assert [row["waits"] for row in Program(asked).told("tables?state=running")] == [True]
    assert [row["waits"] for row in Program(other).told("tables?state=running")] == [False]
    assert Program(ann).told("tables?game=bebop") == []


@pytest.mark.parametrize("body", [{}, {"game": "chess"}, {"game": "bagarre", "bots": ["x"]}, {"game": 1}, [], {"a": 1}])
def test_what_opens_no_table(body: object) -> None:
    assert Program(MemberFactory.create()).post("tables", body, idempotency_key="1").status_code == 422
    assert not CardTable.objects.exists()
