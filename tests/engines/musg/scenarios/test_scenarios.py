"""Scenarios as data: the library is sound, battles of it hold together, and the reader says what is wrong where."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.__main__ import main
from engines.core.problems import Malformed
from engines.musg.battle.modules import MODULES
from engines.musg.ground.geometry import Circle
from engines.musg.ground.table import Zone
from engines.musg.rules import Rules
from engines.musg.scenarios import SCENARIOS, Scenario, library, scenario as data
from engines.musg.scenarios.reader import read
from engines.musg.trials import battle_file, staging

FOLDER = Path(data.__file__).parent
EXAMPLE = str(Path(battle_file.__file__).parent / "examples" / "skirmish.json")
PLAIN = ("treasure", "crossroads", "breakthrough", "assassination", "three_caches", "ambush", "idol")
CAPTAINS = (("cautious", "bold", "cautious"), ("bold", "cautious", "random"), ("random", "random", "bold"))


def test_every_file_is_in_the_library_and_every_module_has_its_scenario() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(SCENARIOS) == set(library())
    assert all(not library()[code].modules for code in PLAIN)
    named = {module for one in library().values() for module in one.modules}
    assert {"zombies", "aliens", "fatal_infection", "vehicles"} <= named <= set(MODULES)


@pytest.mark.parametrize("code", SCENARIOS)
def test_random_battles_of_a_scenario_hold_together_and_replay(code: str) -> None:
    """Twenty battles of random warbands; players at random, too, try everything the objectives allow."""
    scenario = library()[code]
    for seed in range(20):
        assert staging.attempt(scenario, seed, CAPTAINS[seed % len(CAPTAINS)]) == [], f"seed {seed}"


@pytest.mark.parametrize("code", ["treasure", "black_box", "long_way_home", "crossroads"])
def test_captains_play_for_what_is_to_be_won(code: str) -> None:
    """In most battles between captains somebody scores the objective, though nobody need look for it."""
    battles = [staging.fought(library()[code], seed, twins=True) for seed in range(6)]
    assert sum(any(band.scored for band in battle.warbands) for battle in battles) >= 4


def test_a_thing_on_the_table_is_fetched_and_not_only_left_to_the_last_who_stand() -> None:
    battles = [staging.fought(library()["treasure"], seed, twins=True) for seed in range(6)]
    assert sum(b.outcome is not None and b.outcome.ending.value == "objective" for b in battles) >= 3


def test_roles_have_the_zones_in_their_order_and_switches_are_set() -> None:
    guard = library()["assassination"]
    layout = guard.layout()
    assert layout.zones[1] == Zone(Circle(18.0, 31.0, 5.0))
    assert layout.code == "", "a table with another zone is none of the ready-made ones"
    assert library()["treasure"].layout().code == "village"
    text = VALID.replace("turn_limit = 6", "turn_limit = 6\nrules = { first_sight = false }")
    rules = read(text).rules.applied(Rules())
    assert (rules.first_sight, rules.under_fire) == (False, True)


VALID = """
code = "mine"
ground = "village"
turn_limit = 6
name = { fr = "Mien", en = "Mine" }
story = { fr = "Il était une fois.", en = "Once upon a time." }

[[sides]]
name = { fr = "Un", en = "One" }
brief = { fr = "Allez.", en = "Go." }
zone = 1

[[sides]]
name = { fr = "Deux", en = "Two" }
brief = { fr = "Restez.", en = "Stay." }
zone = 0

[[objectives]]
kind = "hold"
name = { fr = "le puits", en = "the well" }
place = { type = "circle", x = 20.0, y = 16.0, radius = 4.0 }
points = 5
"""


def test_a_sound_file_is_read() -> None:
    scenario = read(VALID)
    assert isinstance(scenario, Scenario)
    assert [zone.shape.y for zone in scenario.layout().zones] == [27.0, 0.0]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [
        ("turn_limit = 6", "turn_limit = 6\nweather = 1", "$"),
        ("turn_limit = 6", "turn_limit = 0", "$.turn_limit"),
        ("turn_limit = 6", 'turn_limit = "6"', "$.turn_limit"),
        ('ground = "village"', 'ground = "moon"', "$.ground"),
        ('ground = "village"', "ground = { width = 9.0, depth = 9.0, number = 1 }", "$.ground"),
        ("zone = 1", "zone = 7", "$.sides[0].zone"),
        ("zone = 1", "zone = 0", "$.sides[1].zone"),
        ("zone = 1", "zone = 1\nhats = 2", "$.sides[0]"),
        ('en = "Go."', 'en = " "', "$.sides[0].brief.en"),
        ('en = "Mine"', 'en = "Mine", de = "Meins"', "$.name"),
        ('kind = "hold"', 'kind = "dance"', "$.objectives[0].kind"),
        ("points = 5", "points = 500", "$.objectives[0].points"),
        ("points = 5", "points = 5\nsides = [2]", "$.objectives[0].sides"),
        ("x = 20.0", "x = 200.0", "$.objectives[0].place"),
        ("points = 5", "", "$.objectives[0]"),
        ("turn_limit = 6", 'turn_limit = 6\nmodules = ["dragons"]', "$.modules"),
        ("turn_limit = 6", "turn_limit = 6\nrules = { points = 3 }", "$.rules"),
        ("turn_limit = 6", "turn_limit =", "$"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(before: str, after: str, where: str) -> None:
    assert VALID.count(before) == 1
    with pytest.raises(Malformed) as refused:
        read(VALID.replace(before, after))
    assert refused.value.where == where


def test_a_table_may_be_drawn() -> None:
    drawn = read(VALID.replace('ground = "village"', "ground = { width = 44.0, depth = 36.0, number = 3 }"))
    assert (drawn.layout().width, drawn.layout().depth) == (44.0, 36.0)
    assert drawn.layout() == drawn.layout()


def test_scenarios_are_fought_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["musg", "battle", EXAMPLE, "--scenario", "treasure"]) == 0
    assert "of them for the scenario" in capsys.readouterr().out
    assert main(["musg", "simulate", EXAMPLE, "--scenario", "crossroads", "--battles", "3"]) == 0
    assert "3 battles" in capsys.readouterr().out
    assert main(["musg", "battle", EXAMPLE, "--scenario", "three_caches"]) == 2
    with pytest.raises(SystemExit):
        main(["musg", "battle", EXAMPLE, "--scenario", "dragons"])
