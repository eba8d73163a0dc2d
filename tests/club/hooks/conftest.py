"""Things that happen, and this machine as a place that may be asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from club.hooks import codes, happenings
from tests.club.hooks.kit import EVENTS, Thing, Things, registered


@pytest.fixture
def things(settings: Any) -> Iterator[Things]:
    """Thing 1, which everybody may read; this machine may be asked."""
    settings.OUTWARD_ALLOW = ["127.0.0.1/32"]
    known = registered()
    known.known[1] = Thing()
    yield known
    for code in EVENTS:
        codes._EVENTS.pop(code)
    codes._SUBJECTS.pop("thing")
    happenings._TOLD.clear()
