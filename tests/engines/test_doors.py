"""The doors of the games' packages: they teach themselves, and what they offer is there."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

TOUR = Path(__file__).parents[2] / "docs" / "engines.md"

GAMES = ("bagarre", "badass_force", "baf", "bebop")
PACKAGES = (*GAMES, "musg")
PLAIN = ("pairing", "evenings.planner", "musg.prospects", "musg.weighing")
"""Those that are no games: small enough to be loaded at once."""


@pytest.mark.parametrize("name", (*PACKAGES, *PLAIN))
def test_what_the_door_says_is_so(name: str) -> None:
    result = doctest.testmod(import_module(f"engines.{name}"))
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("name", (*PACKAGES, *PLAIN))
def test_all_that_is_offered_is_there(name: str) -> None:
    package = import_module(f"engines.{name}")
    assert all(getattr(package, offered) is not None for offered in package.__all__)
    with pytest.raises(AttributeError, match="chess"):
        _ = package.chess


def test_the_tour_is_so() -> None:
    result = doctest.testfile(str(TOUR), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 40
    assert result.failed == 0


def test_a_score_pad_does_without_the_games() -> None:
    """Most processes of the site need no more."""
    pads = ", ".join(f"engines.{name}.score.game" for name in GAMES)
    code = f"import sys, {pads}; print([name for name in sys.modules if name.endswith(('.game', '.bots'))])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert sorted(eval(found.stdout)) == sorted(  # noqa: S307
        ["engines.core.score.game", *(f"engines.{name}.score.game" for name in GAMES)]
    )
