"""The log is the truth: what stands in the columns of a table can be written anew from it."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from campaigns.tables.models.card_table import CardAction, CardSeat, CardTable, TableState
from campaigns.tables.rebuild import rebuild_tables
from tests.factories.club import MemberFactory
from tests.factories.tables import BOT, dealt, decide, finished, open_table

pytestmark = pytest.mark.django_db


def stored() -> list[object]:
    tables = CardTable.objects.order_by("pk").values_list("state", "actor", "ending")
    return [*tables, *CardSeat.objects.order_by("pk").values_list("place", "heroes")]


def test_what_is_stored_is_what_the_logs_say() -> None:
    ann, bob = MemberFactory.create_batch(2)
    open_table(ann, bob)
    decide(dealt(ann, bob))
    finished(ann, bob, BOT)
    assert [found.differences for found in rebuild_tables(dry_run=False)] == [(), ()]
    truth = stored()
    CardTable.objects.filter(state=TableState.OVER).update(state=TableState.RUNNING, actor=1, ending="")
    CardTable.objects.filter(actor=0).update(actor=1)
    CardSeat.objects.update(place=7, heroes=["nobody"])
    spoiled = stored()
    assert any(found.differences for found in rebuild_tables(dry_run=True))
    assert stored() == spoiled, "nothing was written"
    list(rebuild_tables(dry_run=False))
    # The table that still gathers has no log: it is left alone.
    assert stored()[:3] == truth[:3]
    assert [row for row in stored()[3:] if row != (7, ["nobody"])] == truth[5:]


def test_a_log_that_does_not_hold_is_reported_and_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    table = decide(dealt(*MemberFactory.create_batch(2)))
    CardAction.objects.update(code="attack 5")
    before = stored()
    with pytest.raises(CommandError):
        call_command("rebuild")
    assert f"card table {table.pk}: the log does not hold" in capsys.readouterr().err
    assert stored() == before
