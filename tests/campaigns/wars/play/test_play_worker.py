"""A worker that is killed while it leads bots: the sweeper finds the battle, and whoever comes next plays on."""

from __future__ import annotations

import signal
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns import tasks
from campaigns.jobs import sweeping
from campaigns.seating.bots import PATIENCE
from campaigns.wars.models.play import Decider, PlayedBattle, PlayState
from campaigns.wars.play import away, bots, positions
from engines.core.dice import SeededDice
from engines.musg.battle.game import Battle as Game
from engines.musg.prospects import read
from tests.campaigns.jobs.workers import Site, wait_for
from tests.campaigns.wars.play.boards import begun, person, play
from tests.factories.battles import Field

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_battle_goes_on_when_its_worker_is_killed_and_in_any_process(
    make_site: Callable[[str], Site], monkeypatch: pytest.MonkeyPatch, fight: Field
) -> None:
    """Three processes play one battle: this one, a worker that is killed, its successor, and again this one."""
    site = make_site("filesystem://")
    send = tasks.lead_by_bots.apply_async

    def to_this_broker(arguments: tuple[int], **how: Any) -> Any:
        return send(arguments, connection=site.broker, queue=f"{site.queue}-tables", **how)

    monkeypatch.setattr(tasks.lead_by_bots, "apply_async", to_this_broker)
    positions.forget()
    played = play(fight, begun(fight), 1)
    for side in (0, 1):
        away.step_aside(played=played, person=person(fight, side), strength="steady")

    def found_by_the_sweeper() -> None:
        """Nothing was decided for a while: what a message was lost over."""
        PlayedBattle.objects.update(moved=timezone.now() - PATIENCE - timedelta(seconds=1))
        sweeping.sweep()

    def decisions() -> int:
        return played.actions.count()

    before = decisions()
    worker = site.start_worker()
    found_by_the_sweeper()
    wait_for(lambda: decisions() > before, "the first worker to decide")
    site.end(worker, signal.SIGKILL)
    left = decisions()
    assert PlayedBattle.objects.get().state == PlayState.RUNNING
    found_by_the_sweeper()
    site.start_worker()
    wait_for(lambda: decisions() > left, "the next worker to play on")
    away.come_back(played=played, person=person(fight, 0))
    bots.play_on(played=played, patient=True)
    played = play(fight, PlayedBattle.objects.get(), 1)
    rows = list(played.actions.order_by("index"))
    assert [row.index for row in rows] == list(range(len(rows)))
    assert [rows[0].by, rows[-1].by] == ["", ""]
    assert {row.by for row in rows[1:-1]} == {Decider.BOT}
    again = Game.replay(played.prepared, [read(row.code) for row in rows], SeededDice(bytes.fromhex(played.seed)))
    with positions.standing(played) as here:
        assert again.events == here.events
