"""Scenarios as data: the library is sound, battles of it hold together, and the reader says what is wrong where."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engines.__main__ import main
from engines.core.dice import FastDice
from engines.core.problems import Malformed
from engines.musg.battle import conclusion
from engines.musg.battle.events import Kind
from engines.musg.battle.modules import MODULES
from engines.musg.battle.opening import problems
from engines.musg.battle.pulp import PulpPoints
from engines.musg.battle.regroup import teams
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.layout import Zone
from engines.musg.ground.shapes import Circle
from engines.musg.part import Part, Side as Cause
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.scenarios import SCENARIOS, Scenario, library, miscast, scenario as data
from engines.musg.scenarios.reader import parse_scenario
from engines.musg.trials import battle_file, playout
from tests.engines.musg.trials import staging
from tests.thorough import often

FOLDER = Path(data.__file__).parent
EXAMPLE = str(Path(battle_file.__file__).parent / "examples" / "skirmish.json")
PLAIN = ("treasure", "crossroads", "breakthrough", "assassination", "three_caches", "ambush")
CAPTAINS = (("cautious", "bold", "cautious"), ("bold", "cautious", "random"), ("random", "random", "bold"))


def test_every_file_is_in_the_library_and_every_module_has_its_scenario() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(SCENARIOS) == set(library())
    assert all(not library()[code].modules for code in PLAIN)
    named = {module for one in library().values() for module in one.modules}
    told = {"zombies", "aliens", "fatal_infection", "vehicles", "regroup_team", "rescue", "pulp"}
    assert told <= named <= set(MODULES)


@pytest.mark.parametrize("code", SCENARIOS)
def test_random_battles_of_a_scenario_hold_together_and_replay(code: str) -> None:
    """Battles of random warbands; players at random, too, try everything that the objectives allow."""
    scenario = library()[code]
    for seed in range(often(20, 10, 2)):
        assert staging.attempt(scenario, seed, CAPTAINS[seed % len(CAPTAINS)]) == [], f"seed {seed}"


@pytest.mark.marathon
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
    rules = parse_scenario(text).rules.applied(Rules())
    assert (rules.first_sight, rules.under_fire) == (False, True)


RAID = str(Path(battle_file.__file__).parent / "examples" / "regroup_team.json")


@pytest.mark.parametrize("seed", range(4))
def test_teams_are_mustered_by_the_rules_of_composition(seed: int) -> None:
    """A leader and 4 lieutenants at most against a leader, a lieutenant at most and extras who cost no more in all.

    Rulings M207, M215, M339: 300 points bind the strike team, its total binds the terrorists.
    """
    setup = staging.staged(library()["relay"], seed)
    assert problems(setup) == miscast(library()["relay"], setup.sides) == []
    strike, terrorists = ([f for f in s.figures if f.id not in s.absent] for s in setup.sides)
    assert {f.rank for f in strike} <= {Rank.LEADER, Rank.LIEUTENANT}
    assert sum(f.rank is Rank.LIEUTENANT for f in strike) <= 4
    assert any(f.rank is Rank.EXTRA for f in terrorists)
    assert teams.total(setup.sides[1], CATALOGUE) <= teams.total(setup.sides[0], CATALOGUE) <= 300


@pytest.mark.parametrize("seed", range(4))
def test_a_rescue_has_captives_of_both_and_pulp_its_two_causes(seed: int) -> None:
    """M330: captives are figures of the warbands, in the nest instead of among those who come; M311: one cause each."""
    rescue = staging.staged(library()["out_of_the_nest"], seed, twins=True)
    for side in rescue.sides:
        kept = {figure.id for figure in side.captives}
        assert 1 <= len(kept) <= 2
        assert not kept & {figure.id for figure in side.figures}
    pulp = staging.staged(library()["idol"], seed, twins=True)
    assert [side.part for side in pulp.sides] == [Part(Cause.HEROES), Part(Cause.VILLAINS)]
    [points] = [m for m in staging.fought(library()["idol"], seed).modules if isinstance(m, PulpPoints)]
    assert set(points.kinds.values()) == {Cause.HEROES, Cause.VILLAINS}


def test_a_role_says_for_whom_it_is() -> None:
    """The terrorists are those with more extras (M215), rescuers have captives (M330), heroes say so (M311)."""
    raid = staging.staged(library()["relay"], 1)
    assert miscast(library()["relay"], raid.sides) == []
    swapped = miscast(library()["relay"], raid.sides[::-1])
    assert [p.code for p in swapped] == ["miscast_strike_team", "miscast_terrorists"]
    rescue = staging.staged(library()["out_of_the_nest"], 1).sides
    alone = (rescue[0], replace(rescue[1], captives=()))
    assert [(p.code, p.params["number"]) for p in miscast(library()["out_of_the_nest"], alone)] == [
        ("miscast_rescuers", 1)
    ]
    pulp = staging.staged(library()["idol"], 1).sides
    assert [p.code for p in miscast(library()["idol"], pulp[::-1])] == ["miscast_heroes", "miscast_villains"]
    plain = tuple(replace(side, part=UNSET) for side in pulp)
    assert miscast(library()["idol"], plain) == [], "where nobody says, the first are the heroes (M311)"


@pytest.mark.marathon
def test_whoever_is_off_the_table_in_the_end_is_home_and_brings_points() -> None:
    """15 points for each captive that its own warband got off the table, walking or carried (M330); to nobody else."""
    scenario = library()["out_of_the_nest"]
    home = 0
    for seed in range(12):
        setup = staging.staged(scenario, seed, twins=True)
        battle = playout.fight(setup, ("bold", "cautious"), FastDice(seed), seed=seed)
        told = battle.report()
        for band in battle.warbands:
            own = sum(who.warband == band.key for who in told.rescued or ())
            paid = [e.data["points"] for e in battle.events if e.kind is Kind.SCORED and e.side == band.index]
            assert paid == [15] * own
            home += own
    assert home >= 10


@pytest.mark.parametrize(("scored", "winner"), [((0, 1), 0), ((0,), None)])
def test_a_warband_alone_must_do_all_that_the_scenario_asks(scored: tuple[int, ...], winner: int | None) -> None:
    """Its points are compared with nobody's (M53, M325): each aim has to bring some, and somebody be left."""
    battle = staging.fought(library()["last_night"], 0, twins=True)
    pursuit = battle.pursuit
    assert pursuit is not None
    pursuit.objectives = pursuit.objectives[:2]
    pursuit._scored = dict.fromkeys(scored, 1)
    assert any(piece.in_play for piece in battle.warbands[0].pieces)
    assert conclusion.winner(battle) == winner


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
    scenario = parse_scenario(VALID)
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
        ("zone = 1", 'zone = 1\npart = "heroes"', "$.sides[0].part"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(before: str, after: str, where: str) -> None:
    assert VALID.count(before) == 1
    with pytest.raises(Malformed) as refused:
        parse_scenario(VALID.replace(before, after))
    assert refused.value.where == where


def test_a_table_may_be_drawn() -> None:
    drawn = parse_scenario(VALID.replace('ground = "village"', "ground = { width = 44.0, depth = 36.0, number = 3 }"))
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
    capsys.readouterr()
    assert main(["musg", "battle", RAID, "--scenario", "relay"]) == 0
    assert "won by" in capsys.readouterr().out
    assert main(["musg", "battle", EXAMPLE, "--scenario", "out_of_the_nest"]) == 2
    assert "miscast_rescuers" in capsys.readouterr().err
    assert main(["musg", "simulate", EXAMPLE, "--scenario", "idol", "--battles", "2"]) == 0
