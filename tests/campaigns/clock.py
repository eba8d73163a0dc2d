"""A clock that stands still until a test lets time pass: no test depends on how long anything takes here."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone


class Clock:
    """What ``timezone.now`` answers while the test runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moment: datetime = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: self.moment)

    def passes(self, time: timedelta) -> None:
        """Let time pass."""
        self.moment += time
