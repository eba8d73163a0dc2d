"""A worker that is killed while it leads bots: the sweeper finds the battle, and whoever comes next plays on."""

from __future__ import annotations

import signal
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from campaigns import tasks
from campaigns.jobs import sweeping
from campaigns.seating.bots import PATIENCE
from campaigns.wars.models.play import Decider, PlayedBattle, PlayState
from campaigns.wars.play import away, positions
from engines.core.dice import SeededDice
from engines.musg.battle.game import Battle as Game
from engines.musg.prospects import read
from tests.campaigns.jobs.workers import Site, wait_for
from tests.campaigns.wars.play.boards import begun, person, play
from tests.factories.battles import Field

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_battle_goes_on_when_its_worker_is_killed(
    make_site: Callable[[str], Site], monkeypatch: pytest.MonkeyPatch, fight: Field
) -> None:
    """Three processes have one battle in hand: this one, a worker that is killed over it, and its successor."""
    site = make_site("filesystem://")
    send = tasks.lead_by_bots.apply_async

    def to_this_broker(arguments: tuple[int], **how: Any) -> Any:
        return send(arguments, connection=site.broker, queue=f"{site.queue}-tables", **how)

    monkeypatch.setattr(tasks.lead_by_bots, "apply_async", to_this_broker)
    positions.forget()
    played = play(fight, begun(fight), 1)
    worker = site.start_worker_and_wait()
    for side in (0, 1):
        away.step_aside(played=played, person=person(fight, side), strength="steady")
    with transaction.atomic():
        PlayedBattle.objects.update(moved=timezone.now())  # until this is committed nobody can store a decision
        sent = tasks.lead_by_bots.apply_async((played.pk,))
        site.wait_until_taken(sent.id)
        site.end(worker, signal.SIGKILL)
    assert played.actions.count() == 1

    site.start_worker_and_wait()
    PlayedBattle.objects.update(moved=timezone.now() - PATIENCE - timedelta(seconds=1))
    sweeping.sweep()
    wait_for(lambda: PlayedBattle.objects.get().state == PlayState.OVER, "the next worker to play on to the end")
    played.refresh_from_db()
    rows = list(played.actions.order_by("index"))
    assert [row.index for row in rows] == list(range(len(rows)))
    assert [rows[0].by, *{row.by for row in rows[1:]}] == ["", Decider.BOT]
    again = Game.replay(played.prepared, [read(row.code) for row in rows], SeededDice(bytes.fromhex(played.seed)))
    assert again.outcome is not None
    with positions.standing(played) as here:
        assert again.events == here.events
