"""The order of a run of several processes: each begins with its share of the long tests."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from tests.order import dealt


class Item:
    """A test, as far as the order asks."""

    def __init__(self, name: str, file: str, *markers: str) -> None:
        self.name, self.path, self.markers = name, Path(file), markers

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.markers else None


RUN = [
    *(Item(f"short {n}", "a") for n in range(5)),
    *(Item(f"minutes {n}", "b", "slow", "marathon") for n in range(3)),
    Item("beside minutes", "b"),
    Item("seconds 0", "c", "slow"),
    Item("beside seconds", "c"),
    Item("seconds 1", "d", "slow"),
    *(Item(f"also short {n}", "e") for n in range(4)),
]


def names(workers: int) -> list[str]:
    return [item.name for item in dealt(cast(list[pytest.Item], RUN), workers)]


def test_one_process_begins_with_the_longest() -> None:
    assert names(1)[:6] == ["minutes 0", "minutes 1", "minutes 2", "seconds 0", "beside seconds", "seconds 1"]


def test_each_of_two_begins_with_its_share() -> None:
    """16 tests: xdist gives 8 to each. Files of slow tests stay whole; those of minutes are dealt one by one."""
    order = names(2)
    assert order[:4] == ["minutes 0", "minutes 2", "seconds 1", "short 0"]
    assert order[8:12] == ["minutes 1", "seconds 0", "beside seconds", "beside minutes"]


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 30])
def test_no_test_is_lost_or_run_twice(workers: int) -> None:
    assert sorted(names(workers)) == sorted(item.name for item in RUN)
