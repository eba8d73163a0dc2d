"""Who felled whom with what, taken from the events of a battle that the engine fought."""

from __future__ import annotations

from importlib import import_module

import msgspec
import pytest

from campaigns.wars.replay.falls import Fall, falls_of
from campaigns.wars.replay.frames import figures_of
from engines.core.dice import SeededDice
from engines.musg.battle.events import Event, Kind, Value
from engines.musg.battle.setup import Setup
from engines.musg.report import Who
from engines.musg.trials import playout
from tests.factories.battles import field
from tests.factories.resolutions import SEED, setup_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def setup() -> Setup:
    """Axes are figures 0 to 3 of the battle, Blades 4 to 7."""
    return setup_for(field().warbands)


def told(setup: Setup, *happened: tuple[Kind, int, int | None, dict[str, Value]]) -> tuple[Fall, ...]:
    events = [Event(n, 1, kind, "", None, who, whom, data) for n, (kind, who, whom, data) in enumerate(happened)]
    return falls_of(setup, events)


def test_the_weapon_is_that_of_the_last_attack(setup: Setup) -> None:
    axes, blades = setup.sides[0].key, setup.sides[1].key
    found = told(
        setup,
        (Kind.SHOT, 0, 4, {"weapon": "pistol"}),
        (Kind.STRUCK, 1, 5, {"weapons": "sword, sword, dagger"}),
        (Kind.OUT, 5, 1, {"killed": True, "accident": False}),
        (Kind.OUT, 4, 0, {"killed": False, "accident": False}),
    )
    assert found == (
        Fall(Who(blades, 2), 2, Who(axes, 2), ("sword", "dagger")),
        Fall(Who(blades, 1), 3, Who(axes, 1), ("pistol",)),
    )


def test_an_accident_has_no_author(setup: Setup) -> None:
    blades = setup.sides[1].key
    own = {"killed": False, "accident": True}
    found = told(setup, (Kind.SHOT, 4, 0, {"weapon": "grenade"}), (Kind.OUT, 4, None, own), (Kind.OUT, 5, 4, own))
    assert found == (Fall(Who(blades, 1), 1), Fall(Who(blades, 2), 2))


def test_battles_of_before_get_the_same_falls(setup: Setup) -> None:
    """What the migration reads from stored rows is what is stored for battles fought since."""
    fought = playout.fight(setup, ("bold", "bold"), SeededDice(SEED), seed=3)
    fresh = falls_of(setup, fought.events)
    assert fresh, "nobody fell: another seed is needed"
    assert any(fall.weapons for fall in fresh)
    assert {down.victim for down in fought.report().downs} <= {fall.victim for fall in fresh}
    migration = import_module("campaigns.migrations.0016_falls_of_resolved_battles")
    stored = migration.falls_of(msgspec.to_builtins(setup), msgspec.to_builtins(fought.events))
    assert msgspec.convert(stored, tuple[Fall, ...]) == fresh
    assert len(figures_of(setup)) == 8
