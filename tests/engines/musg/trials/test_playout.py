"""Forecasts: counts that merge, shares with their uncertainty, files and commands."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from engines.__main__ import main
from engines.core.dice import FastDice, SeededDice
from engines.core.problems import Illegal, Malformed
from engines.musg.attacks.fighter import of_figure
from engines.musg.battle.game import Battle
from engines.musg.battle.setup import Setup
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.tactics import NAMES
from engines.musg.tactics.chance import Chance
from engines.musg.trials import battle_file, playout, trial
from engines.musg.trials.playout import Share, wilson

EXAMPLE = Path(battle_file.__file__).parent / "examples" / "skirmish.json"


@pytest.fixture(scope="module")
def skirmish() -> tuple[Setup, tuple[str, ...]]:
    return battle_file.parse_battle(EXAMPLE.read_bytes())


def test_wilson_interval() -> None:
    """8 of 10 by hand: middle (0.8 + 3.8415/20) / 1.38415 = 0.7167, half width 0.2266."""
    share = wilson(8, 10)
    assert share.value == 0.8
    assert share.low == pytest.approx(0.4902, abs=1e-4)
    assert share.high == pytest.approx(0.9433, abs=1e-4)
    assert wilson(0, 0) == Share(0.0, 0.0, 1.0)
    assert wilson(0, 50).low == 0.0
    assert wilson(50, 50).high == pytest.approx(1.0)
    assert wilson(500, 1000).high - wilson(500, 1000).low < wilson(50, 100).high - wilson(50, 100).low


def test_parts_of_a_forecast_merge_into_the_whole(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    setup, names = skirmish
    whole = playout.simulate(setup, names, battles=6, seed=5)
    merged = playout.blank(setup)
    for first, count in ((4, 2), (0, 1), (1, 3)):
        part = playout.simulate(setup, names, battles=count, seed=5, first=first)
        merged.merge(msgspec.json.decode(msgspec.json.encode(part), type=playout.Tally))
    assert merged == whole
    assert playout.simulate(setup, names, battles=6, seed=6) != whole


def test_a_summary_adds_up(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    setup, names = skirmish
    tally = playout.simulate(setup, names, battles=8, seed=1)
    found = playout.summary(tally)
    assert found.battles == 8
    assert sum(share.value for share in (*found.wins, found.draws)) == pytest.approx(1)
    assert all(share.low <= share.value <= share.high for share in (*found.wins, found.draws))
    assert sum(found.endings.values()) == 8
    for side, row in enumerate(found.points):
        assert sum(row.values()) == 8
        assert found.average_points[side] == sum(points * times for points, times in row.items()) / 8
    assert [one.number for one in found.figures if one.side == 0] == [f.id for f in setup.sides[0].figures]
    for one in found.figures:
        assert 0 <= one.dead <= one.out.value <= 1
        assert one.lost >= one.dead
    json.loads(msgspec.json.encode(found))


def test_what_a_side_wins_the_other_lost(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    """Points are only for enemies put out of action (ruling M157): never more than those figures are worth."""
    setup, names = skirmish
    battle = playout.fight(setup, names, FastDice(3), receipts=False)
    tally = playout.blank(setup)
    playout.count(tally, battle)
    assert battle.outcome is not None
    for side, points in enumerate(battle.outcome.points):
        down = [p.sheet.victory_points for p in battle.pieces if p.side != side and p.down]
        assert points <= sum(down)
    assert sum(fate.out for fate in tally.fates) == sum(p.down for p in battle.pieces)


def test_a_forecast_can_be_stopped(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    setup, names = skirmish
    told: list[int] = []

    def stop(done: int) -> bool:
        told.append(done)
        return done < 2

    assert playout.simulate(setup, names, battles=50, progress=stop).battles == 2
    assert told == [1, 2]


def test_an_unfinished_battle_is_not_counted(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    setup, _ = skirmish
    with pytest.raises(ValueError, match="not over"):
        playout.count(playout.blank(setup), Battle.new(setup, FastDice(1)))


def test_an_empty_forecast_is_no_error(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    found = playout.summary(playout.blank(skirmish[0]))
    assert found.battles == 0
    assert found.wins[0] == Share(0.0, 0.0, 1.0)


def test_unknown_players_are_refused(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    with pytest.raises(ValueError, match="cautious"):
        playout.fight(skirmish[0], ("cautious", "reckless"), FastDice(1))


def test_the_same_seed_gives_the_same_battle(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    setup, names = skirmish
    one, two = (playout.fight(setup, names, SeededDice(b"k" * 16)) for _ in range(2))
    assert one.events == two.events
    assert one.outcome == two.outcome


# --- files ---------------------------------------------------------------------------------------------------------


def test_the_example_holds_what_it_says(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    setup, names = skirmish
    assert names == ("cautious", "bold")
    assert [len(side.figures) for side in setup.sides] == [8, 8]
    assert setup.table.code == "village"
    assert setup.sides[0].figures[2].mercenary == "troll_bodyguard"
    assert setup.sides[1].figures[6].race == "goblin"


def test_an_exact_setup_is_read_too(skirmish: tuple[Setup, tuple[str, ...]]) -> None:
    setup, names = battle_file.parse_battle(msgspec.json.encode(skirmish[0]))
    assert setup == skirmish[0]
    assert names == (NAMES[0],) * 2


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"table": "atlantis"}, Malformed),
        ({"version": 2}, Malformed),
        ({"format": "something"}, Malformed),
        ({"surprise": 1}, Malformed),
        ({"sides": [{"key": "a", "figures": [{"items": ["excalibur"]}]}]}, ValueError),
        ({"sides": [{"key": "a", "figures": [{"skills": ["flying"]}]}]}, ValueError),
        ({"sides": [{"key": "a", "figures": [{"injuries": ["bored"]}]}]}, ValueError),
        ({"sides": [{"key": "a", "race": "martian", "figures": [{}]}]}, ValueError),
        ({"sides": [{"key": "a", "figures": [{"count": 0}]}]}, Illegal),
        ({"sides": [{"key": "a", "figures": [{"rank": "mercenary"}]}]}, Illegal),
        ({"sides": [{"key": "a", "figures": [{"items": ["light_armour", "heavy_armour"]}]}]}, Illegal),  # M121
        ({"sides": [{"key": "a", "figures": [{"items": ["buckler"] * 3}]}]}, Illegal),  # one per arm
        ({"sides": [{"key": "a", "figures": [{"items": ["shield", "halberd"]}]}]}, Illegal),
        ({"sides": [{"key": "a", "figures": [{"items": ["shield", "sword", "axe"]}]}]}, Illegal),
    ],
)
def test_bad_files_are_refused(change: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        battle_file.parse_battle(json.dumps({**json.loads(EXAMPLE.read_text()), **change}))


def test_a_dagger_leaves_room_for_a_shield() -> None:
    """Musg, Tableau des armes de corps à corps: everybody's first dagger is free, and in no hand with a shield."""
    row = {"rank": "leader", "items": ["sword", "dagger", "shield"]}
    sides = [{"key": key, "figures": [row]} for key in "ab"]
    setup, _ = battle_file.parse_battle(json.dumps({"format": battle_file.FORMAT, "sides": sides}))
    sheet = of_figure(setup.sides[0].figures[0], CATALOGUE)
    assert [one.codes for one in sheet.strikes] == [("sword",), ("dagger",)]


def test_what_is_no_json_is_malformed() -> None:
    with pytest.raises(Malformed):
        battle_file.parse_battle("{")
    with pytest.raises(Malformed):
        battle_file.parse_battle("[]")


def test_injuries_in_files() -> None:
    text = json.dumps(
        {
            "format": battle_file.FORMAT,
            "sides": [
                {"key": "a", "figures": [{"rank": "leader", "injuries": ["hatred"], "hates": "b"}]},
                {"key": "b", "figures": [{"rank": "leader", "count": 1}]},
            ],
        }
    )
    setup, _ = battle_file.parse_battle(text)
    foe = setup.sides[0].figures[0].injuries[0].foe
    assert foe is not None
    assert foe.key == "b"


# --- commands ------------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["musg", *arguments])
    return status, capsys.readouterr().out


def test_battle_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "battle", str(EXAMPLE), "--seed", "7")
    assert status == 0
    assert "The Red Company (cautious):" in out
    assert "seed hash" in out
    assert run(capsys, "battle", str(EXAMPLE), "--seed", "7")[1] == out
    assert run(capsys, "battle", str(EXAMPLE), "--seed", "8")[1] != out


def test_battle_log_names_rules_and_dice(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(capsys, "battle", str(EXAMPLE), "--seed", "7", "--log")
    assert "[Musg, Tirer]" in out
    assert "dice " in out


def test_battle_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(
        capsys, "battle", str(EXAMPLE), "--seed", "7", "--json", "--log", "--player", "bold", "--player", "bold"
    )
    answer = json.loads(out)
    assert answer["events"][-1]["kind"] == "over"
    assert len(answer["figures"]) == 16
    assert answer["outcome"]["turns"] >= 1


def test_simulate_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "simulate", str(EXAMPLE), "--battles", "4")
    assert status == 0
    assert out.startswith("4 battles")
    answer = json.loads(run(capsys, "simulate", str(EXAMPLE), "--battles", "4", "--json")[1])
    assert answer["battles"] == 4
    assert len(answer["wins"]) == 2


def test_random_battles_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "random-battles", "--count", "3", "--seed", "20")
    assert status == 0
    assert "3 battles" in out
    assert "0 faults" in out


def test_random_battles_command_tells_faults(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "attempt", lambda seed: trial.Attempt(seed, 1, ("something broke",)))
    status, out = run(capsys, "random-battles", "--count", "2", "--progress", "1")
    assert status == 1
    assert "seed 1: something broke" in out


def test_a_crash_in_the_trial_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise KeyError("a hole")

    monkeypatch.setattr(trial, "random_setup", broken)
    assert "KeyError" in trial.attempt(1).faults[0]


def test_wrong_arguments_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["musg", "simulate", str(EXAMPLE), "--battles", "0"])
    assert "1 or more" in capsys.readouterr().err
    assert main(["musg", "battle", "nowhere.json"]) == 2


def test_chance_is_fair_and_repeatable() -> None:
    chance = Chance(1)
    drawn = [chance.below(5) for _ in range(5000)]
    assert {drawn.count(n) // 100 for n in range(5)} <= {9, 10}
    assert [Chance(1).below(5) for _ in range(3)] == [drawn[0]] * 3
    assert {chance.between(2, 4) for _ in range(60)} == {2, 3, 4}
    assert chance.below(1) == 0


def test_a_file_may_hold_a_pulp_villains_zombies() -> None:
    """Musg, Exception de composition de bande pour le pulp; rulings M310, M313: movement 9 with a setback is 8."""
    data = {
        "format": "arriere-ban/battle-setup",
        "sides": [
            {"key": "z", "figures": [{"rank": "leader"}, {"zombie": True, "count": 3}]},
            {"key": "h", "race": "human", "figures": [{"rank": "leader", "setbacks": ["setback_movement"]}]},
        ],
    }
    setup, names = battle_file.parse_battle(json.dumps(data))
    undead = [of_figure(figure, CATALOGUE) for figure in setup.sides[0].figures[1:]]
    assert [(one.leadership, one.movement, one.hit_points) for one in undead] == [(None, 6, 3)] * 3
    assert of_figure(setup.sides[1].figures[0], CATALOGUE).movement == 8
    assert playout.fight(setup, names, FastDice(4), receipts=False).outcome is not None
    data["sides"][0]["figures"][1]["items"] = ["sword"]  # type: ignore[index]
    with pytest.raises(Illegal, match="zombie_gear"):
        battle_file.parse_battle(json.dumps(data))
