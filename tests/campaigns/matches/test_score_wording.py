"""Every code of the scoring engines has words: refusals, events, sources, needs, endings, fields, options, entries."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaigns.matches.cards.problems import PROBLEMS
from campaigns.matches.cards.sets import CARDS
from campaigns.matches.scores import PADS, Pad
from campaigns.matches.scores.reading import entry_types
from campaigns.matches.scores.wording import GENERIC_PROBLEMS
from engines.registry import SCORES

ROOT = Path(__file__).parents[3]
CALLS = {"Problem": 0, "refuse": 0, "Event": 0, "Points": 2, "Need": 1}
"""Which argument of these is a code."""
QUIET_EVENTS = {"placed", "draft_complete", "boss_failed", "boss_passed", "charges", "hero_improved"}
"""Events that the entry's own sentence says already, or that are said by a method."""


def sources(game: str) -> list[Path]:
    return sorted((ROOT / "engines" / game / "score").glob("*.py"))


def codes(call: str, paths: list[Path]) -> Iterator[str]:
    """Every literal code that such a call is given."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != call:
                continue
            if len(node.args) > CALLS[call]:
                code = node.args[CALLS[call]]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value


def test_every_game_with_a_pad_has_its_page() -> None:
    assert set(PADS) == set(SCORES)


@pytest.mark.parametrize("game", PADS)
def test_every_refusal_has_a_sentence(game: str) -> None:
    pad = PADS[game]
    found = {*codes("Problem", sources(game)), *codes("refuse", sources(game))}
    assert found - set(pad.problem_texts) - set(GENERIC_PROBLEMS) == set()


@pytest.mark.parametrize("game", PADS)
def test_every_event_source_and_need_has_words(game: str) -> None:
    pad = PADS[game]
    assert set(codes("Event", sources(game))) - set(pad.event_texts) - QUIET_EVENTS == set()
    assert set(codes("Points", sources(game))) - set(pad.source_names) == set()


@pytest.mark.parametrize("game", PADS)
def test_every_kind_of_entry_has_a_button_and_names_for_its_fields(game: str) -> None:
    pad = PADS[game]
    assert set(entry_types(pad)) - set(pad.keys) == set()
    missing = {
        f"{kind}.{field}"
        for kind, made in entry_types(pad).items()
        for field in made.__struct_fields__
        if f"{kind}.{field}" not in pad.field_names and field not in pad.field_names
    }
    assert missing == set()


@pytest.mark.parametrize("game", PADS)
def test_every_option_and_every_figure_of_a_result_has_a_name(game: str) -> None:
    pad: Pad = PADS[game]
    options = [field.name for field in pad.game.setup_fields]
    assert [n for n in options if n not in pad.field_names and f"setup.{n}" not in pad.field_names] == []
    assert set(pad.game.final_fields) - set(pad.final_names) == set()


@pytest.mark.parametrize("game", CARDS)
def test_everything_wrong_with_a_card_set_has_a_sentence(game: str) -> None:
    own = ROOT / "engines" / game
    paths = [*own.glob("cards.py"), *own.glob("cards/*.py"), ROOT / "engines" / "core" / "label.py"]
    assert set(codes("Problem", paths)) - set(PROBLEMS) == set()
