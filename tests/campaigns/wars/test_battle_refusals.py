"""What keeps a battle from being fought has a sentence wherever people can meet it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from campaigns.wars import modules
from engines.core.problems import Problem
from engines.musg.battle.modules import MODULES
from engines.musg.scenarios.scenario import part_codes

ENGINE = Path("engines/musg/battle")

KEPT_OUT = {
    "battle_civilians": "a rescue game holds the first of them, as many as there may be",
    "battle_civilian_twice": "the campaign keeps each of those carried off once",
    "no_such_civilian": "a report of somebody whom the rulebook does not know is refused",
    "battle_module": "the form and the operation refuse a module nobody knows, beside its field",
    "battle_module_twice": "a form's choices come once each",
    "battle_sides": "the operation asks for two different warbands or more",
    "battle_turns": "the form of the ground has the limits",
    "battle_key_twice": "a warband's key is its own",
    "battle_figures": "said before the engine is asked",
    "nobody_present": "said before the engine is asked, warband by warband",
    "misses_battle": "whoever misses the battle is left at home",
    "battle_figure_twice": "a warband numbers its figures",
    "battle_zone": "said before the engine is asked",
    "battle_ride_twice": "a warband numbers its vehicles",
    "crew_unknown": "a warband's crews are its own",
    "objective_edges": "the form of a scenario says it beside its field",
    "objective_least": "the form of a scenario says it beside its field",
    "objective_place": "the form of a scenario says it beside its field",
    "objective_points": "the form of a scenario says it beside its field",
    "objective_side": "the form of a scenario says it beside its field",
    "objective_turn": "the form of a scenario says it beside its field",
    "objective_words": "the form of a scenario says it beside its field",
}
"""Codes that no battle made on the site comes to, and why. One that does all the same is told as a table not fit."""


def strings(call: ast.Call) -> set[str]:
    return {node.value for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def codes() -> set[str]:
    """The codes of a setup's problems, and of roles that a warband cannot take.

    They are written where a problem is made, or handed to who makes it (``_at_most``).
    """
    found = {f"miscast_{part}" for part in part_codes(tuple(MODULES))}
    for file in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                first = node.args[0] if node.args else None
                if node.func.id == "Problem" and isinstance(first, ast.Constant):
                    found.add(str(first.value))
                if node.func.id == "_at_most":
                    found |= {text for text in strings(node) if text.startswith("regroup_")}
    return found


def test_every_problem_of_a_battle_has_a_sentence_or_is_kept_out_before() -> None:
    told = set(modules.OBJECTION_CODES)
    assert codes() == told | set(KEPT_OUT)
    assert not told & set(KEPT_OUT)


@pytest.mark.parametrize("code", sorted(modules.OBJECTION_CODES))
def test_each_sentence_is_whole(code: str) -> None:
    params: dict[str, int | str] = {"name": "Axes", "figure": "Ada", "count": 3, "most": 2}
    said = modules.objection(Problem(code, None, params))
    assert said is not None and "%" not in said and said.endswith(".")


def test_what_the_module_does_not_say_is_no_objection_of_its_own() -> None:
    assert modules.objection(Problem("battle_turns")) is None
