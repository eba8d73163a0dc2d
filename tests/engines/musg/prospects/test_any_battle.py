"""Whatever battle it is: all that is offered is legal, something always is, and asking changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from engines.core.dice import SeededDice
from engines.musg.battle.actions import Arrive, Deploy, Run, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.prospects import Chances, Way, code_of, options, reach, read, way
from engines.musg.tactics.chance import Chance
from engines.musg.trials.playout import players_of
from engines.musg.trials.raids import random_raid
from engines.musg.trials.trial import random_setup

ACTIONS = 110
EVERY = 11
RARE = (Ask.FREE_SHOT, Ask.LOOK_OUT, Ask.GUARD, Ask.FIRST_TARGET, Ask.CUSTOM, Ask.PULP_STANDS)
PLACES = (Walk, Run, Deploy, Arrive)
"""Those of which ``Battle.actions`` itself has but a few examples."""


def begun(seed: int, *, raid: bool) -> tuple[Battle, list[object]]:
    setup, names = random_raid(Chance(seed)) if raid else random_setup(Chance(seed))
    return Battle.new(setup, SeededDice(seed.to_bytes(32, "big"))), list(players_of(names, seed))


def shares(chances: Chances) -> Iterator[float]:
    rows: list[tuple[float | None, ...]] = [(one.hit, one.wound, one.out, one.dead) for one in chances.harms]
    rows.append((chances.hit, chances.wound, chances.out, chances.dead))
    for row in rows:
        known = [one for one in row if one is not None]
        assert all(a >= b - 1e-9 for a, b in pairwise(known)), "each follows from the one before"
        yield from known
    yield from (one for one in (chances.nerve, chances.success, chances.burst) if one is not None)


@pytest.mark.parametrize(("seed", "raid"), [(2, False), (17, False), (27, False), (5, True)])
def test_options_are_legal_and_asking_changes_nothing(seed: int, raid: bool) -> None:
    battle, players = begun(seed, raid=raid)
    twin, others = begun(seed, raid=raid)
    for number in range(ACTIONS):
        decision = battle.decision
        if decision is None:
            break
        if number % EVERY == 0 or decision.ask in RARE:
            ways: list[Way | None] = []
            before = len(battle.events), battle.dice.faces, list(battle.log), dict(battle.plans)
            offered = options(battle, decision.side)
            assert all(not options(battle, band.index) for band in battle.bands if band.index != decision.side)
            if decision.figure is not None and decision.ask is Ask.ACT:
                reach(battle, decision.figure)
                ways.append(way(battle, decision.figure, 20.0, 20.0))
            assert (len(battle.events), battle.dice.faces, list(battle.log), dict(battle.plans)) == before
            assert offered
            assert all(battle.can(there.action) for there in ways if there is not None)
            for one in offered:
                assert battle.can(one.action), one
                assert read(code_of(one.action)) == one.action
                assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares(one.chances or Chances()))
                assert all(test.chance is None or 0 <= test.chance <= 1 for test in one.tests)
            known = {one.action for one in offered}
            assert not [one for one in battle.actions() if one not in known and not isinstance(one, PLACES)]
            battle.changed()
        action = players[decision.side].decide(battle)  # type: ignore[attr-defined]
        assert action == others[decision.side].decide(twin)  # type: ignore[attr-defined]
        assert battle.play(action) == twin.play(action)
    assert battle.events == twin.events
    assert battle.log
