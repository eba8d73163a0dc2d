"""Battles resolved by the engine, fought here and now and stored as a worker would."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from campaigns.wars.models.battle import Battle
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.replay.falls import falls_of
from engines.core.dice import SeededDice
from engines.musg.battle.opening import from_warbands
from engines.musg.battle.setup import Setup
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.trials import playout
from rosters.models import Warband

SEED = bytes(range(32))


def setup_for(warbands: Sequence[Warband], *, turns: int = 3) -> Setup:
    """The battle of these warbands in the village."""
    rosters = {warband.key: warband.roster for warband in warbands}
    return from_warbands(rosters, ready_tables()["village"], turn_limit=turns)


def resolved(
    battle: Battle,
    warbands: Sequence[Warband],
    *,
    turns: int = 3,
    players: Sequence[str] = ("bold", "random"),
    setup: Setup | None = None,
) -> Resolution:
    """Fight a battle, that of ``setup`` if one is given, and store how it went."""
    setup = setup or setup_for(warbands, turns=turns)
    fought = playout.fight(setup, players, SeededDice(SEED), seed=3)
    return Resolution.objects.create(
        battle=battle,
        state=ResolutionState.DONE,
        setup=msgspec.to_builtins(setup),
        seed=SEED.hex(),
        commitment=hashlib.sha256(SEED).hexdigest(),
        log=msgspec.to_builtins(fought.log),
        events=msgspec.to_builtins(fought.events),
        falls=msgspec.to_builtins(falls_of(setup, fought.events)),
        turns=fought.turn,
    )
