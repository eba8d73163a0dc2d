"""Bots at a game of any kind: how long they play within a request, and who wakes a worker for the rest."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.seating import bots
from campaigns.tables.models.card_table import CardSeat, CardTable, TableState


class Countdown:
    """A game at which bots have so many decisions to take, and each ``slow`` one is a worker's."""

    def __init__(self, left: int, *, slow: int = 0) -> None:
        self.left, self.slow, self.woken = left, slow, 0

    def is_due(self) -> bool:
        return self.left > 0

    def think(self, *, until: float | None) -> bool:
        return until is None or self.left != self.slow

    def store(self) -> int:
        self.left -= 1
        return 1

    def wake(self) -> None:
        self.woken += 1


def test_bots_play_on_until_a_person_must_decide() -> None:
    game = Countdown(3)
    assert (bots.play_on(game), game.woken) == (3, 0)
    assert (bots.play_on(game), game.woken) == (0, 0)


def test_what_takes_long_is_left_to_a_worker() -> None:
    game = Countdown(3, slow=2)
    assert (bots.play_on(game), game.left, game.woken) == (1, 2, 1)
    assert (bots.play_on(game, patient=True), game.left, game.woken) == (2, 0, 1)


class Stuck(Countdown):
    """A game at which a bot is due that finds nothing to decide."""

    def think(self, *, until: float | None) -> bool:
        return False


def test_a_worker_that_cannot_help_wakes_no_other_for_ever() -> None:
    game = Stuck(1)
    assert (bots.play_on(game), game.woken) == (0, 1)
    assert (bots.play_on(game, patient=True), game.woken) == (0, 1)


def test_a_request_has_only_so_much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "BUDGET", 0.0)
    game = Countdown(3)
    assert (bots.play_on(game), game.woken) == (0, 1)
    assert (bots.play_on(game, patient=True), game.woken) == (3, 1)


def table(actor: int | None, *, seconds: int, state: str = TableState.RUNNING) -> CardTable:
    """A table of a person and a bot that last moved so long ago."""
    moved = timezone.now() - timedelta(seconds=seconds)
    made = CardTable.objects.create(game="bagarre", variant="plain", state=state, actor=actor, moved=moved)
    CardSeat.objects.bulk_create(
        CardSeat(table=made, number=number, bot=bot) for number, bot in enumerate(("", "thumb"))
    )
    return made


@pytest.mark.django_db
def test_the_sweeper_finds_a_forgotten_bot_behind_any_number_of_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "SWEEP_MOST", 1)
    for _game in range(3):
        table(0, seconds=1000)
    table(None, seconds=1000)
    table(1, seconds=1000, state=TableState.OVER)
    table(1, seconds=9)
    forgotten = table(1, seconds=11)
    woken: list[int] = []
    running = CardTable.objects.filter(state=TableState.RUNNING)
    assert bots.sweep(running, seats="seats", wake=lambda game: woken.append(game.pk)) == 1
    assert woken == [forgotten.pk]


def test_a_bots_lots_are_the_seeds() -> None:
    """The first 48 bits of SHA-256("5b 3"), and of "5b 3 1", as any other program finds them."""
    assert bots.chance("5b", 3) == 0x2F87E2DBB6B7
    assert bots.chance("5b", 3, 1) == 0x62CD6BEB2475
