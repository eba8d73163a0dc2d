"""Signs of life: whether somebody works on jobs at all, and whether the work keeps up with what is asked.

The sign is a row in the database, which all parts of the site share whatever carries their messages. A worker writes it
when it has come up and at every sweep; that it holds a job's lease is as good a sign in the middle of long work.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, Q, Sum
from django.utils import timezone

from campaigns.jobs.models import Job, JobState, Sign

WORKER: Final = "worker"
SILENCE: Final = timedelta(seconds=90)
"""How long no worker may have shown itself: three sweeps."""
SHOWN: Final = 10.0
"""Seconds between two signs of a worker that say how many processes it has."""
GONE: Final = timedelta(seconds=25)
"""How long such a worker may be silent before its processes are counted no more."""
OVERDUE: Final = timedelta(minutes=5)
"""How long a job may wait for a worker, or lie where a silent one left it."""


def leave(name: str = WORKER) -> None:
    """Write that somebody is alive now: one query."""
    now = timezone.now()
    if not Sign.objects.filter(name=name).update(seen=now):
        Sign.objects.bulk_create([Sign(name=name, seen=now)], ignore_conflicts=True)


def show(name: str, processes: int) -> None:
    """Write that a worker is there with so many processes, and forget those that are gone."""
    now = timezone.now()
    if not Sign.objects.filter(name=name).update(seen=now, processes=processes):
        Sign.objects.bulk_create([Sign(name=name, seen=now, processes=processes)], ignore_conflicts=True)
        Sign.objects.filter(processes__gt=0, seen__lt=now - GONE).delete()


def take_down(name: str) -> None:
    """Write that a worker is there no more."""
    Sign.objects.filter(name=name).delete()


def processes() -> int:
    """Return how many processes work on jobs, on all machines together; 0 when no worker has shown itself."""
    seen = Sign.objects.filter(processes__gt=0, seen__gte=timezone.now() - GONE)
    return seen.aggregate(Sum("processes"))["processes__sum"] or 0


def worker_seen() -> datetime | None:
    """Return when a worker last showed itself; ``None`` when none ever did. Two queries at most."""
    now = timezone.now()
    if Job.objects.filter(state=JobState.RUNNING, lease__gt=now).exists():
        return now
    return Sign.objects.filter(name=WORKER).aggregate(Max("seen"))["seen__max"]


def overdue() -> int:
    """Return how many jobs have waited ``OVERDUE`` or longer for somebody who works on them."""
    limit = timezone.now() - OVERDUE
    waiting = Q(state=JobState.WAITING, created__lte=limit) & (Q(due=None) | Q(due__lte=limit))
    left = waiting | Q(state=JobState.RUNNING, lease__lte=limit)
    return Job.objects.filter(left).count()


def is_moving() -> bool:
    """Return whether jobs are worked off: a long queue is no fault while this is true."""
    since = timezone.now() - OVERDUE
    return Job.objects.filter(state=JobState.DONE, finished__gt=since).exists()
