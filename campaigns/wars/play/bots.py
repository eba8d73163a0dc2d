"""Bots that lead sides, in a request as long as they are quick, else in a worker; none holds a row while it thinks."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from campaigns.jobs import messages
from campaigns.wars.models.play import Bot, Captain, Decider, PlayedBattle, PlayState
from campaigns.wars.play import deciding, positions
from campaigns.wars.play.deciding import Made
from engines.musg.battle.game import Battle as Game
from engines.musg.prospects import code_of
from engines.musg.tactics import player

PATIENCE: Final = timedelta(seconds=10)
"""How long a bot's decision may be due before the sweeper takes its message for lost."""
BUDGET: Final = 0.4
"""Seconds that bots may play on within one request; what is left is a worker's."""
STEPS: Final = 40
"""Decisions of bots that are stored at once: whoever looks on sees them come."""
TASK: Final = "lead_by_bots"
PLAYERS: Final[Mapping[str, str]] = {Bot.STEADY: "cautious"}
"""The engine's player for each bot."""

log = logging.getLogger(__name__)


def is_due(played: PlayedBattle, captains: Sequence[Captain]) -> bool:
    """Tell whether a battle waits for a bot."""
    asked = next((one for one in captains if one.number == played.actor), None)
    return played.state == PlayState.RUNNING and asked is not None and bool(asked.bot)


def play_on(*, played: PlayedBattle, patient: bool = False) -> int:
    """Let bots decide until a person must; return how many decisions were stored.

    Within a request they play for ``BUDGET`` seconds, then a worker is woken; ``patient`` is for the worker. What
    somebody else did meanwhile is never overwritten.
    """
    end = time.monotonic() + BUDGET
    stored = 0
    while True:
        row = PlayedBattle.objects.select_related("battle__campaign").get(pk=played.pk)
        captains = list(row.captains.all())
        if not is_due(row, captains):
            return stored
        if not patient and time.monotonic() >= end:
            wake(row)
            return stored
        stored += _some(row, captains, until=None if patient else end)


def _some(row: PlayedBattle, captains: Sequence[Captain], *, until: float | None) -> int:
    """Let bots decide some times and store it, unless somebody moved meanwhile; return how many decisions that were."""
    strengths = {one.number: one.bot for one in captains if one.bot}
    game = positions.take(row)
    made: list[Made] = []
    while game.decision is not None and game.decision.side in strengths and len(made) < STEPS:
        side = game.decision.side
        action = player(PLAYERS[strengths[side]], chance(row, game)).decide(game)
        game.play(action)
        made.append(Made(side, code_of(action), Decider.BOT))
        if until is not None and time.monotonic() >= until:
            break
    with transaction.atomic():
        locked, now = deciding.lock(row)
        if locked.version != row.version:
            return 0
        made += deciding.answer_standing(game, now, [])
        deciding.record(locked, now, game, made)
        transaction.on_commit(lambda: positions.give_back(locked, game))
    return len(made)


def chance(played: PlayedBattle, game: Game) -> int:
    """Return what a bot draws its whims from: known to nobody before the end, the same whenever it is asked again."""
    drawn = hashlib.sha256(f"{played.seed}:{len(game.log)}:bot".encode()).digest()
    return int.from_bytes(drawn[:6], "big")


def wake(played: PlayedBattle) -> None:
    """Have a worker let the bots decide. When no broker takes the message, the sweeper sends another."""
    try:
        messages.send(TASK, played.pk, expires=60)
    except Exception:
        log.warning("battle %s: no broker took its message; the sweeper will send it again", played.pk, exc_info=True)


def work(pk: int) -> None:
    """Let the bots of a battle decide until a person must; a second message finds nothing to do."""
    played = PlayedBattle.objects.filter(pk=pk).first()
    if played is not None:
        play_on(played=played, patient=True)


def sweep() -> int:
    """Wake every battle where a bot's decision is long due; return how many."""
    due = PlayedBattle.objects.filter(state=PlayState.RUNNING, moved__lt=timezone.now() - PATIENCE)
    woken = 0
    for played in due.prefetch_related("captains").order_by("moved")[:100]:
        if is_due(played, list(played.captains.all())):
            wake(played)
            woken += 1
    return woken
