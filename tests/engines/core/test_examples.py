"""CI tries the same examples whatever else its processes do: a change is refused for what it breaks, not by chance."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DRAWN = """
from hypothesis import given, strategies as st
from tests.examples import load_profile

load_profile()

@given(st.lists(st.integers(0, 5000), min_size=20, max_size=20), st.lists(st.text(), min_size=20, max_size=20))
def draw(numbers, words):
    print(repr((numbers, words)))

draw()
"""


def examples(before: str = "", **environment: str) -> str:
    drawn = subprocess.run(
        [sys.executable, "-c", before + DRAWN],
        cwd=ROOT,
        env={**os.environ, "CI": "true", "MARATHON": "", "COMPILED_ENGINES": "", "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return drawn.stdout


@pytest.mark.slow
def test_the_examples_depend_neither_on_what_is_imported_nor_on_the_hash_seed() -> None:
    known = examples(PYTHONHASHSEED="1")
    assert known.count("\n") == 25
    assert examples("import engines.musg.catalogue, engines.musg.battle\n", PYTHONHASHSEED="2") == known
