"""A worker that stops for good in the middle of an aftermath, its transaction open: to be killed there by a test."""

from __future__ import annotations

import os
import time
from pathlib import Path

import django

django.setup()

from campaigns.wars.aftermath import operations as aftermath  # noqa: E402
from config.celery import app  # noqa: E402
from engines.musg.aftermath import Aftermath  # noqa: E402
from engines.musg.warband import Warband as Roster  # noqa: E402

__all__ = ["app"]
_rolled = aftermath.rolled


def _stuck(roster: Roster, seed: str) -> Aftermath:
    outcome = _rolled(roster, seed)
    Path(os.environ["STUCK_MARK"]).touch()
    time.sleep(300)
    return outcome


aftermath.rolled = _stuck
