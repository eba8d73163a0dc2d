"""Which tests CI runs on PostgreSQL as well: operations by default, and the words of pages not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.databases import text_differs
from tests.web.test_access import test_access as the_access_table

TESTS = Path(__file__).resolve().parents[1]
ERRORS = re.compile(r"\b(?:IntegrityError|DataError|OperationalError)\b")


def differs(path: str) -> bool:
    return text_differs(TESTS / path, (TESTS / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "line", ["from campaigns.weather import operations", "from campaigns.weather.operations import let_it_rain"]
)
def test_a_new_file_that_calls_operations_is_in(line: str) -> None:
    assert text_differs(TESTS / "campaigns/weather/test_rain.py", f"import pytest\n{line}\n")


@pytest.mark.parametrize("name", ["operations", "weather_at_once", "order_of_weather"])
def test_so_is_one_that_is_named_for_what_databases_do_differently(name: str) -> None:
    assert text_differs(TESTS / f"campaigns/weather/test_{name}.py", "")


def test_the_access_table_visits_every_page() -> None:
    """By a marker: what else stands beside it asks nothing of the database."""
    assert not differs("web/test_access.py")
    assert any(mark.name == "databases" for mark in the_access_table.pytestmark)  # type: ignore[attr-defined]


@pytest.mark.parametrize("file", ["rosters/test_pages.py", "rosters/test_wording.py", "web/test_html.py"])
def test_pages_and_their_words_are_not(file: str) -> None:
    assert not differs(file)


def test_every_file_that_counts_on_a_refusal_of_the_database_is() -> None:
    for room in ("campaigns", "club", "rosters"):
        for file in (TESTS / room).rglob("test_*.py"):
            text = file.read_text(encoding="utf-8")
            assert not ERRORS.search(text) or text_differs(file, text), file
