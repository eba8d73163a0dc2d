"""A worker that stops for good with a battle half fought: to be killed there by a test.

It stops in the third turn, after the progress was told. With ``STUCK_AT=report`` it stops later: with the report
written in a transaction that is still open.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import django

django.setup()

from campaigns.jobs import queue as jobs  # noqa: E402
from campaigns.wars.resolution import operations as resolution  # noqa: E402
from config.celery import app  # noqa: E402

__all__ = ["app"]
THIRD_TURN = 3
_heartbeat = jobs.Claim.heartbeat
_write = resolution._write


def _stop() -> None:
    Path(os.environ["STUCK_MARK"]).touch()
    time.sleep(300)


def _stuck_in_the_battle(claim: jobs.Claim, *, progress: int, total: int) -> None:
    _heartbeat(claim, progress=progress, total=total)
    if progress == THIRD_TURN:
        _stop()


def _stuck_in_the_report(*arguments: Any) -> None:
    _write(*arguments)
    _stop()


if os.environ.get("STUCK_AT") == "report":
    resolution._write = _stuck_in_the_report
else:
    jobs.Claim.heartbeat = _stuck_in_the_battle
