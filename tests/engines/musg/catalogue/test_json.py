"""``python -m engines musg catalogue``: the whole catalogue as JSON."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import engines
from engines.__main__ import main
from engines.musg.catalogue.printed import CATALOGUE, load


@pytest.fixture(scope="module")
def output() -> bytes:
    """What the shell gets, in a shell that asks for no UTF-8."""
    command = [sys.executable, "-m", "engines", "musg", "catalogue"]
    root = Path(engines.__file__).parents[1]
    return subprocess.run(command, capture_output=True, check=True, cwd=root, env={"LANG": "C"}).stdout


@pytest.fixture(scope="module")
def printed(output: bytes) -> dict:
    return json.loads(output.decode("utf-8"))


def test_sections_in_order(printed: dict) -> None:
    assert list(printed) == [
        "game",
        "muster",
        "profiles",
        "ranged_weapons",
        "melee_weapons",
        "equipment",
        "skills",
        "injuries",
        "quack_doctor",
        "henchman_return",
        "experience",
        "victory_points",
        "mercenaries",
        "damage_table",
        "module_profiles",
        "civilians",
        "encounters",
        "vehicles",
        "booster_problems",
        "vehicle_improvements",
        "driving",
        "pulp",
        "regroup_team",
        "module_rules",
    ]


def test_nothing_is_left_out(printed: dict) -> None:
    counts = {name: len(section) for name, section in printed.items() if isinstance(section, list)}
    assert counts == {
        "profiles": 12,
        "ranged_weapons": 19,
        "melee_weapons": 26,
        "equipment": 10,
        "skills": 23,
        "injuries": 14,
        "quack_doctor": 3,
        "henchman_return": 2,
        "victory_points": 5,
        "mercenaries": 6,
        "damage_table": 12,
        "module_profiles": 4,
        "civilians": 5,
        "encounters": 2,
        "vehicles": 3,
        "booster_problems": 4,
        "module_rules": 6,
    }
    assert len(printed["muster"]["races"]) == 11


def test_every_entry_has_a_code_and_both_names(printed: dict) -> None:
    sections = [section for name, section in printed.items() if isinstance(section, list) and name != "damage_table"]
    for entry in [entry for section in sections for entry in section]:
        assert entry["code"] and entry["name_fr"] and entry["name_en"], entry
    for race in printed["profiles"]:
        assert all(row["code"] and row["name_fr"] and row["name_en"] for row in race["ranks"])


def test_accents_are_printed_as_letters(output: bytes) -> None:
    """UTF-8 text, whatever the shell's language."""
    assert "Épée à deux mains".encode() in output
    assert b"\\u" not in output


def test_a_profile_row(printed: dict) -> None:
    """Musg, Race Naine, Sous fifre: 3 6 4+ 4+ 3 4 3 8."""
    dwarf = next(race for race in printed["profiles"] if race["code"] == "dwarf")
    assert dwarf["ranks"][2] == {
        "code": "henchman",
        "name_fr": "Sous-fifre",
        "name_en": "Henchman",
        "movement": 3,
        "leadership": 6,
        "shooting": "4+",
        "melee": "4+",
        "strength": 3,
        "toughness": 4,
        "hit_points": 3,
        "cost": 8,
    }


def test_caps_and_prerequisites_are_shown(printed: dict) -> None:
    """Musg, Tableau des améliorations: 13 needs 7, 2+ at best."""
    eagle = printed["skills"][12]
    assert (eagle["number"], eagle["prerequisites"]) == (13, ["lynx_eye"])
    assert eagle["modifiers"][0]["cap"] == 2


def test_what_the_modules_add(printed: dict) -> None:
    """Musg, Les Modules and Do you need a ride?, one cell of each."""
    assert printed["encounters"][1]["rows"][0]["arrivals"] == [
        {"figure": "invader_melee", "d3": 1, "fixed": 0},
        {"figure": "invader_shooting", "d3": 0, "fixed": 3},
    ]
    assert printed["civilians"][4]["ranged_weapons"][0]["name_fr"] == "Pistolet «\u00a0Gladys\u00a0»"
    assert printed["module_profiles"][3]["ranged_weapon"] == "rifle"
    assert printed["vehicles"][1]["armour"] == {"front": 7, "rear": 5, "right": 6, "left": 6}
    assert printed["booster_problems"][2]["turn"] == 45
    assert printed["vehicle_improvements"]["armour_cost"] == 5
    assert printed["driving"]["jump_paces"] == 3
    assert printed["pulp"]["points"] == {"leader": 3, "lieutenant": 1}
    assert printed["pulp"]["equipment"][0]["cost"] == 10
    assert printed["regroup_team"]["hostage"]["name_en"] == "Hostage"
    assert printed["regroup_team"]["kit_cost"] == 20
    assert [module["code"] for module in printed["module_rules"]] == [
        "pulp", "zombies", "aliens", "civilians", "regroup_team", "vehicles",
    ]  # fmt: skip
    assert printed["experience"]["victory_points_for_an_unspent_point"] == 1


def test_damage_rows(printed: dict) -> None:
    """Musg, Tableau des dommages, first and last rows."""
    assert printed["damage_table"][0]["by_strength"] == ["4+", "4+", "3+", "3+"] + ["2+"] * 8
    assert printed["damage_table"][11]["by_strength"] == ["6+"] * 8 + ["5+", "5+", "4+", "4+"]


def test_the_catalogue_is_read_once_and_cannot_be_changed() -> None:
    assert load() is CATALOGUE
    with pytest.raises(TypeError):
        CATALOGUE.races["troll"] = CATALOGUE.races["orc"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        CATALOGUE.survival_experience = 2  # type: ignore[misc]


@pytest.mark.parametrize("arguments", [[], ["musg"], ["musg", "magic"], ["chess", "catalogue"]])
def test_odd_commands_are_refused_with_the_choices(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: python -m engines" in capsys.readouterr().err
