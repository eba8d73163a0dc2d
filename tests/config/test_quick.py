"""``make quick``: from what changed to the tests that it reaches, the nearest first."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

import pytest

from scripts.quick import FILES, ROOT, Reach, mirrored, named_in

USERS = {
    "templates/rosters/warband.html": ["rosters/views.py", "templates/rosters/page.html"],
    "templates/rosters/page.html": ["templates/rosters/warband.html", "tests/rosters/test_pages.py"],
}


def named(path: str) -> Iterable[str]:
    return USERS.get(path, ())


@pytest.fixture(scope="module")
def graph() -> Reach:
    return Reach(named)


@pytest.fixture
def reach(graph: Reach) -> Reach:
    """One that has taken in nothing yet."""
    graph.tests, graph.known = {}, set()
    return graph


def test_a_test_itself_comes_first(reach: Reach) -> None:
    reach.add("tests/config/test_order.py")
    assert reach.nearest()[0] == "tests/config/test_order.py"


def test_who_imports_a_module_comes_before_who_imports_its_importers(reach: Reach) -> None:
    reach.add("engines/core/dice.py")
    assert reach.nearest()[0] == "tests/engines/core/test_dice.py", "its own"
    assert reach.tests["tests/engines/bagarre/test_bots.py"] == 1
    assert reach.tests["tests/rosters/test_pages.py"] > 1
    assert len(reach.nearest()) == FILES


def test_a_conftest_reaches_the_tests_of_its_folder(reach: Reach) -> None:
    reach.add("tests/rosters/conftest.py")
    assert reach.tests["tests/rosters/test_shop.py"] == 1


def test_a_template_reaches_whoever_names_it_and_what_includes_it(reach: Reach) -> None:
    reach.add("templates/rosters/warband.html")
    assert reach.tests["tests/rosters/test_shop.py"] == 2
    assert reach.tests["tests/rosters/test_pages.py"] == 0, "by its name"
    assert "tests/web/test_markup.py" in reach.tests


@pytest.mark.parametrize("path", ["rosters/shop/views.py", "templates/rosters/shop.html", "static/rosters/shop.js"])
def test_the_folder_of_the_same_name_is_searched(path: str) -> None:
    tests = dict(mirrored(path))
    assert tests["tests/rosters/test_shop.py"] < tests["tests/rosters/test_transfer.py"]


def test_what_has_no_folder_of_tests_is_left_to_those_who_name_it() -> None:
    assert mirrored("compose.yaml") == []
    assert "tests/config/test_going_live.py" in named_in("compose.yaml")


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="asks git what changed")
def test_as_make_starts_it() -> None:
    command = [sys.executable, "scripts/quick.py", "HEAD", "--", "--collect-only"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, pytest.ExitCode.NO_TESTS_COLLECTED), done.stdout + done.stderr
    assert " files changed" in done.stdout
