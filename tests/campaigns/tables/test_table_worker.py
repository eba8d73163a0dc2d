"""A bot that thinks long, with a real worker: woken by the page's request, never behind other work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import tasks
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.tables.operations.tables import SeatPlan
from tests.campaigns.jobs.workers import Site, wait_for
from tests.factories.club import MemberFactory
from tests.factories.tables import dealt, legal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_strong_bot_answers_while_long_work_waits(
    make_site: Callable[[str], Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site("filesystem://")
    send = tasks.play_bots.apply_async

    def to_this_broker(arguments: tuple[int], **how: Any) -> Any:
        return send(arguments, connection=site.broker, queue=f"{site.queue}-tables", **how)

    monkeypatch.setattr(tasks.play_bots, "apply_async", to_this_broker)
    ann = MemberFactory.create(username="ann")
    table = dealt(ann, SeatPlan(bot="strong"))
    # Many seconds of work lie in the other queue, and one worker does it all.
    balance.start(
        game="bagarre", players=6, variant="heroes", options={}, bot="thumb", count=10_000, member=None
    )  # fmt: skip
    client = Client()
    client.force_login(ann)
    client.post(
        reverse("tables:play", args=[table.pk]), {"action": legal(table)[0], "version": str(table.version)}
    )  # fmt: skip
    assert not table.actions.filter(bot="strong").exists(), "the request does not wait for it"
    site.start_worker()

    def answered() -> bool:
        now = CardTable.objects.get(pk=table.pk)
        return now.actor == 0 or now.state == TableState.OVER

    wait_for(answered, "the bot")
    assert table.actions.filter(bot="strong").exists()
    assert balance.BalanceRun.objects.get().parts.filter(result__isnull=True).exists(), "the long work is not done"
