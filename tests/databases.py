"""Which tests CI runs on PostgreSQL as well: those of what databases do differently, and one visit to every page.

Databases differ in constraints and lengths, locks and simultaneous writers, order, search, JSON, sums, paging, upgrades
and backups. Where the words of a page stand they do not. So a test runs on both if it uses the site's database and

* its file calls operations, or is named for one of those things (``WORDS``), or lies in a folder that is all about them
  (``FOLDERS``); and is not named for what is drawn (``PAGES``), or
* it commits for real (``transaction=True``), or its file speaks of the database itself (``SPEAKS``), or
* it is marked ``databases``, as the access table is, which asks for every address in every role.

All that this rule finds gets the marker, too.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.order import uses_the_database

WORDS = re.compile(
    "operations|at_once|concurrency|admin|backup|constraint|copy|departure|entries|forget|jobs|lease|list|lock|"
    "migration|order|paging|provenance|queries|ranks|rating|rebuild|search|seen|standing|statistic|totals|transfer"
)
FOLDERS = ("campaigns/demo", "campaigns/jobs", "campaigns/seasons", "upgrades")
OPERATIONS = re.compile(r"^from [\w.]+(?:\.operations import | import .*\boperations\b)", re.M)
PAGES = re.compile(
    "^test_forms$|page|pdf|markup|word|sheet|card_|cards_|portrait|live|moment|secret|_files|_editor|told|news|"
    "chronicle|fragments|projector|scoreboard|odds|refusals|wakes|forecast|balance|replay"
)
SPEAKS = re.compile(
    r"IntegrityError|DataError|OperationalError|select_for_update|connection\.(?:cursor|vendor|ops)|RawSQL|Collat"
)


def differs(item: pytest.Item) -> bool:
    """Whether a test is run on PostgreSQL as well."""
    if not uses_the_database(item):
        return False
    asked = item.get_closest_marker("django_db")
    commits = bool(asked and asked.kwargs.get("transaction")) or "transactional_db" in getattr(item, "fixturenames", ())
    return commits or _file_differs(item.path)


@cache
def _file_differs(path: Path) -> bool:
    return text_differs(path, path.read_text(encoding="utf-8"))


def text_differs(path: Path, text: str) -> bool:
    """Whether all tests of a file are, as far as its name, its folder and its words tell."""
    about = WORDS.search(path.stem) or OPERATIONS.search(text) or path.parent.as_posix().endswith(FOLDERS)
    return bool((about and not PAGES.search(path.stem)) or SPEAKS.search(text))
