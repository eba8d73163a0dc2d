"""A worker that stops for good in the middle of every job's first attempt: to be killed there by ``scripts/kills``.

Half of them stop while they work, with part of it done and told, the others at the very end: a part of a simulation
with all its games played and nothing written, and the rest, with ``STALL_IN_TRANSACTION``, with all written and
nothing committed. (SQLite has room for one such writer only, and so has the row that a simulation's parts share.)
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import django

django.setup()

from campaigns.jobs import queue as jobs  # noqa: E402
from campaigns.seasons.operations import ratings  # noqa: E402
from campaigns.tables.balance import operations as balance  # noqa: E402
from campaigns.wars.forecast import operations as forecasts, pairs  # noqa: E402
from config.celery import app  # noqa: E402

__all__ = ["app"]
MARKS = Path(os.environ["STALL_MARKS"])
IN_TRANSACTION = bool(os.environ.get("STALL_IN_TRANSACTION"))
PARTS = (forecasts.KIND, pairs.KIND, balance.KIND)
_heartbeat, _finish = jobs.Claim.heartbeat, jobs.Claim.finish


def _stops_late(claim: jobs.Claim) -> bool:
    return claim.job % 2 == 0


def _stops_in_transaction(claim: jobs.Claim) -> bool:
    return IN_TRANSACTION and _stops_late(claim) and claim.kind not in PARTS


def _stall(claim: jobs.Claim) -> None:
    """Say which worker has the job (the process that this one is a child of) and in which process; do nothing more."""
    new = MARKS / f"{claim.job}.new"
    new.write_text(f"{os.getppid()} {os.getpid()}")
    new.rename(MARKS / str(claim.job))
    time.sleep(3600)


def _heartbeat_and_stall(claim: jobs.Claim, *, progress: int, total: int) -> None:
    _heartbeat(claim, progress=progress, total=total)
    place = total if claim.kind in PARTS and _stops_late(claim) else max(1, total // 3)
    if claim.attempt == 1 and not _stops_in_transaction(claim) and progress >= place:
        _stall(claim)


def _stall_and_finish(claim: jobs.Claim) -> None:
    if claim.attempt == 1 and _stops_in_transaction(claim):
        _stall(claim)
    _finish(claim)


jobs.Claim.heartbeat = _heartbeat_and_stall
jobs.Claim.finish = _stall_and_finish
# Every piece of long work is told, and a few matches are long work.
jobs.BEAT = 0.0
ratings.CHUNK = 3
