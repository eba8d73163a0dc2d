"""What a test needs and how long it may take, as far as its fixtures and markers tell: which run it is in, and when."""

from __future__ import annotations

from itertools import chain, groupby, islice
from operator import attrgetter

import pytest

DATABASE = frozenset({"db", "transactional_db", "django_db_setup"})
"""Fixtures of all that reads or writes the site's database in the tests' own process."""


def uses_the_database(item: pytest.Item) -> bool:
    """Whether it may go otherwise on another database: sites in processes of their own bring theirs along."""
    return bool(item.get_closest_marker("django_db") or DATABASE & set(getattr(item, "fixturenames", ())))


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in an order in which every worker begins with long ones, so that at the end nobody waits.

    xdist cuts the list into equal parts, one for each worker, and whoever is done takes tests from the end of another's
    part. So each part begins with its share of the long tests: those of minutes are dealt one by one, of the others
    files stay whole, since some make a club once for all their tests.
    """
    minutes = [[item] for item in items if item.get_closest_marker("marathon")]
    files = [
        list(file)
        for _, file in groupby((item for item in items if not item.get_closest_marker("marathon")), attrgetter("path"))
    ]
    slow = [file for file in files if _is_slow(file)]
    short = chain.from_iterable(file for file in files if not _is_slow(file))
    order: list[pytest.Item] = []
    for place in range(workers):
        size = (len(items) - len(order)) // (workers - place)
        hand = list(chain.from_iterable([*minutes, *slow][place::workers]))
        order += [*hand, *islice(short, max(0, size - len(hand)))]
    return order


def _is_slow(file: list[pytest.Item]) -> bool:
    return any(item.get_closest_marker("slow") for item in file)
