"""Bots that lead sides, in a request as long as they are quick, else in a worker; none holds a row while it thinks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from django.db import transaction

from campaigns.seating import bots
from campaigns.wars.models.play import Captain, Decider, PlayedBattle, PlayState
from campaigns.wars.play import deciding, positions
from campaigns.wars.play.deciding import Made
from club.operations import Stale
from engines.musg.battle.game import Battle as Game
from engines.musg.prospects import code_of
from engines.musg.tactics.strengths import Strength, player

STEPS: Final = 40
"""So many decisions of bots are stored at once at most."""
PAUSE: Final = 1.0
"""Seconds after which a worker stores what bots have decided: whoever looks on sees it come."""
TASK: Final = "lead_by_bots"


def is_due(played: PlayedBattle, captains: Sequence[Captain]) -> bool:
    """Tell whether a battle waits for a bot."""
    asked = next((one for one in captains if one.number == played.actor), None)
    return played.state == PlayState.RUNNING and asked is not None and bool(asked.bot)


def play_on(*, played: PlayedBattle, patient: bool = False) -> int:
    """Let bots decide until a person must; return how many decisions were stored.

    Within a request they play while its time lasts (``bots.play_on``); ``patient`` is for the worker.
    """
    return bots.play_on(_Playing(played), patient=patient)


class _Playing:
    """A battle in which bots play on: what was read of it last, the ``game`` after what they ``made`` since."""

    game: Game

    def __init__(self, played: PlayedBattle) -> None:
        self.row, self.captains, self.made = played, list[Captain](), list[Made]()

    def is_due(self) -> bool:
        """Tell whether a bot is asked now; somebody may have moved meanwhile."""
        row = PlayedBattle.objects.select_related("battle__campaign").filter(pk=self.row.pk).first()
        if row is None:  # a lesson that was put away meanwhile
            return False
        self.row, self.captains = row, list(row.captains.all())
        return is_due(self.row, self.captains)

    def think(self, *, until: float | None) -> bool:
        """Let bots decide some times, once at least."""
        stop = time.monotonic() + PAUSE if until is None else until
        strengths = {one.number: one.bot for one in self.captains if one.bot}
        self.game, self.made = positions.take(self.row), []
        while (asked := self.game.decision) is not None and asked.side in strengths and len(self.made) < STEPS:
            drawn = bots.chance(self.row.seed, len(self.game.log))
            action = player(Strength(strengths[asked.side]), seed=drawn).decide(self.game)
            self.game.play(action)
            self.made.append(Made(asked.side, code_of(action), Decider.BOT))
            if time.monotonic() >= stop:
                break
        return bool(self.made)

    @transaction.atomic
    def store(self) -> int:
        """Store it, unless somebody moved meanwhile."""
        try:
            locked, captains = deciding.lock(self.row)
        except Stale:
            return 0
        deciders = {made.side for made in self.made}
        if locked.version != self.row.version or any(one.number in deciders and not one.bot for one in captains):
            return 0
        game, made = self.game, [*self.made, *deciding.answer_standing(self.game, captains, [])]
        deciding.record(locked, captains, game, made)
        transaction.on_commit(lambda: positions.give_back(locked, game))
        return len(made)

    def wake(self) -> None:
        """Send for a worker."""
        wake(self.row)


def wake(played: PlayedBattle) -> None:
    """Have a worker let the bots decide."""
    bots.wake(TASK, played.pk)


def work(pk: int) -> None:
    """Let the bots of a battle decide until a person must; a second message finds nothing to do."""
    played = PlayedBattle.objects.filter(pk=pk).first()
    if played is not None:
        play_on(played=played, patient=True)


def sweep() -> int:
    """Wake every battle where a bot's decision is long due; return how many."""
    return bots.sweep(PlayedBattle.objects.filter(state=PlayState.RUNNING), seats="captains", wake=wake)
