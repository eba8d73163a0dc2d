"""What the tests of campaigns share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils import translation

from tests.campaigns.clock import Clock
from tests.campaigns.jobs.workers import Site
from tests.factories.battles import Field, field


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Sentences are compared in English, the language they are written in, whatever the site's own."""
    with translation.override("en"):
        yield


@pytest.fixture
def fight() -> Field:
    """A battle ahead between the warbands of two players."""
    return field()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def make_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Site]]:
    sites: list[Site] = []

    def made(url: str) -> Site:
        sites.append(Site(url, tmp_path, monkeypatch))
        return sites[-1]

    yield made
    for site in sites:
        site.close()
