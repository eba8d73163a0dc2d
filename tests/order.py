"""What a test needs and how long it may take, as far as its fixtures and markers tell: which run it is in, and when."""

from __future__ import annotations

from pathlib import Path

import pytest

DATABASE = frozenset({"db", "transactional_db", "django_db_setup"})
"""Fixtures of all that reads or writes the site's database in the tests' own process."""
LONG = ("marathon", "slow")


def uses_the_database(item: pytest.Item) -> bool:
    """Whether it may go otherwise on another database: sites in processes of their own bring theirs along."""
    return bool(item.get_closest_marker("django_db") or DATABASE & set(getattr(item, "fixturenames", ())))


def longest_first(items: list[pytest.Item]) -> None:
    """Begin with the files of long tests, so that at the end nobody waits for one.

    Files stay whole: some make a club once for all their tests.
    """
    rank: dict[Path, int] = {}
    for item in items:
        own = next((place for place, mark in enumerate(LONG) if item.get_closest_marker(mark)), len(LONG))
        rank[item.path] = min(own, rank.get(item.path, own))
    items.sort(key=lambda item: rank[item.path])
