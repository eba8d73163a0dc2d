"""Bots at a game: in a request while its time lasts, else in a worker, woken by a message, or again by the sweeper.

A bot thinks without holding the game's row: what it decides is stored only if nothing happened meanwhile.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final, Protocol

from django.db.models import F, QuerySet
from django.utils import timezone

from campaigns.jobs import messages
from campaigns.seating.models import PlayedGame

PATIENCE: Final = timedelta(seconds=10)
"""How long a bot's decision may be due before the sweeper takes its message for lost."""
BUDGET: Final = 0.4
"""Seconds that bots may play on within one request; what is left is a worker's."""
EXPIRES: Final = 60
"""Seconds after which a message wakes nobody: by then the sweeper has sent another."""
SWEEP_MOST: Final = 100

log = logging.getLogger(__name__)


class Playing(Protocol):
    """A game under way, as it was read last, at which bots may have to decide."""

    def is_due(self) -> bool:
        """Tell whether a bot is to decide now."""

    def think(self, *, until: float | None) -> bool:
        """Have bots decide, holding no lock; False where that takes longer than whoever asks has time.

        He has it ``until`` then (of ``time.monotonic``), or with ``None`` as long as it takes.
        """

    def store(self) -> int:
        """Store what they decided, unless somebody moved meanwhile; return how many decisions that were."""

    def wake(self) -> None:
        """Send for a worker."""


def play_on(game: Playing, *, patient: bool = False) -> int:
    """Play the bots' decisions until a person must decide; return how many were stored.

    Within a request bots play for at most ``BUDGET`` seconds, and a worker is woken for the rest; ``patient`` is for
    the worker.
    """
    stored = 0
    until = None if patient else time.monotonic() + BUDGET
    while game.is_due():
        if (until is not None and time.monotonic() >= until) or not game.think(until=until):
            if until is not None:
                game.wake()
            break
        stored += game.store()
    return stored


def wake(task: str, pk: int) -> None:
    """Send a message that lets a worker play the bots of a game: ``task`` is the function of ``campaigns.tasks``.

    When no broker takes it, the sweeper sends another.
    """
    try:
        messages.send(task, pk, expires=EXPIRES)
    except Exception:
        log.warning("%s %s: no broker took its message; the sweeper will send it again", task, pk, exc_info=True)


def sweep[Game: PlayedGame](running: QuerySet[Game], *, seats: str, wake: Callable[[Game], object]) -> int:
    """Wake every one of these running games where a bot's decision is long due; return how many.

    ``seats`` is what a game's seats are called from it. However many games wait for people, none of them is read.
    """
    waits = {f"{seats}__number": F("actor"), f"{seats}__bot__gt": ""}
    due = running.filter(**waits, moved__lt=timezone.now() - PATIENCE).order_by("moved")
    games = list(due[:SWEEP_MOST])
    for game in games:
        wake(game)
    return len(games)


def chance(seed: str, *where: int) -> int:
    """Return what a bot draws lots from at this place of a log: the game's seed decides that, too. 48 bits."""
    return int.from_bytes(hashlib.sha256(" ".join([seed, *map(str, where)]).encode()).digest()[:6], "big")
