"""Work that outlives a request. The row is the truth; a broker's message only wakes a worker.

A worker claims a job with a conditional update, which gives it a *token* and a *lease*: until the lease runs out nobody
else may claim the job. The lease is short, and a thread beside the work renews it, so that the job of a worker that was
killed is soon free and that of one that is only busy stays its own. The job's effect and its end are written in one
transaction, and only by whoever still holds the token: a worker that was thought dead cannot write after another has
taken over. ``sweep`` wakes what was forgotten, ``wake_abandoned`` what a silent worker left. Which job a woken worker
takes is a matter of ``ranks``.
"""

from __future__ import annotations

import logging
import math
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, field

from campaigns.jobs import messages, ranks
from campaigns.jobs.models import Job, JobState, Rank
from campaigns.jobs.threads import kept_up
from club.models import Member
from club.operations import Refused

LEASE: Final = timedelta(seconds=8)
"""How long a worker may be silent before another one takes the job over: some renewals may fail or come late."""
STUCK: Final = 300.0
"""Seconds after which work that tells of no progress is no longer believed in, although its process lives."""
ATTEMPTS: Final = 5
"""How often a job is claimed before it counts as failed."""
PATIENCE: Final = timedelta(seconds=10)
"""How long a new job may wait before the sweeper takes its message for lost."""
BEAT: Final = 2.0
"""Seconds between two reports of how far long work is."""
SOON: Final = 20
"""Seconds for which a message may wait for its moment; what is due later is found by a sweep, which comes as often."""
WOKEN: Final = 32
"""For so many long jobs messages are sent at once: whoever has done one wakes somebody for the next."""
ERROR_LENGTH: Final = 300
FORGET_MOST: Final = 500
"""How many old jobs one sweep forgets at most: the next comes half a minute later."""

log = logging.getLogger(__name__)


class Hopeless(Exception):
    """What went wrong would go wrong again: the job fails now, without another attempt."""


class Lost(Exception):
    """The job is no longer this worker's: its lease ran out and another took it, or it was cancelled."""


class Claim(Struct):
    """The right to work on a job until the lease runs out. ``attempt`` counts from 1.

    ``told`` is when, by this process's own clock, the work last said how far it is.
    """

    job: int
    kind: str
    subject: int
    token: str
    attempt: int
    rank: int = Rank.PEOPLE
    told: float = field(default_factory=time.monotonic)

    def heartbeat(self, *, progress: int, total: int) -> None:
        """Say how far the work is and lengthen the lease; raise ``Lost`` if the job is somebody else's by now.

        Outside of transactions: nobody sees progress that is not committed, and the lease could not be renewed.
        """
        self.told = time.monotonic()
        self._write(progress=progress, total=total, lease=timezone.now() + LEASE)

    def renew(self) -> bool:
        """Lengthen the lease, whatever the work is at; False when the job is lost or the work seems stuck."""
        if time.monotonic() - self.told > STUCK:
            log.error("job %s: no progress for %.0f s; another worker may have it", self.job, STUCK)
            return False
        return bool(self._held().update(lease=timezone.now() + LEASE))

    def pulse(self, total: int, seconds: float = math.inf) -> Callable[[int], bool]:
        """Begin work of ``total`` pieces; return a function to be told after each how many are done.

        Now and then it beats; it answers whether to go on, for so many ``seconds``. Both raise ``Lost`` like
        ``heartbeat``.
        """
        beat = begun = time.monotonic()
        self.heartbeat(progress=0, total=total)

        def tell(done: int) -> bool:
            nonlocal beat
            if time.monotonic() - beat >= BEAT:
                beat = time.monotonic()
                self.heartbeat(progress=done, total=total)
            return time.monotonic() - begun < seconds

        return tell

    def finish(self) -> None:
        """Mark the job as done. Call it inside the transaction of the job's effect: ``Lost`` takes the effect back."""
        self._write(state=JobState.DONE, progress=F("total"), lease=None, finished=timezone.now())

    def _held(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job, state=JobState.RUNNING, token=self.token)

    def _write(self, **values: object) -> None:
        if not self._held().update(**values):
            raise Lost(f"job {self.job}")


Handler = Callable[[Claim], None]
_HANDLERS: Final[dict[str, Handler]] = {}
_RANKS: Final[dict[str, Rank]] = {}
_DELAYS: Final[dict[str, tuple[timedelta, ...]]] = {}


def register(kind: str, handler: Handler, *, rank: Rank = Rank.PEOPLE, delays: tuple[timedelta, ...] = ()) -> None:
    """Let jobs of a kind be worked on by this function. It must call ``claim.finish()`` with its effect.

    ``rank`` says how soon they are wanted; work from ``Rank.ERRANDS`` on should come in parts of some two seconds. What
    fails is tried again by the next sweep, up to ``ATTEMPTS`` times; or else after these delays, once each.
    """
    _HANDLERS[kind] = handler
    _RANKS[kind] = rank
    if delays:
        _DELAYS[kind] = delays


def _attempts(kind: str) -> int:
    """Return how often jobs of a kind may be claimed."""
    return len(_DELAYS[kind]) + 1 if kind in _DELAYS else ATTEMPTS


def _has_attempts() -> Q:
    """Jobs that may be claimed once more."""
    left = Q(attempts__lt=ATTEMPTS) & ~Q(kind__in=list(_DELAYS))
    for kind in _DELAYS:
        left |= Q(kind=kind, attempts__lt=_attempts(kind))
    return left


# Asking for work


def enqueue(
    *, kind: str, subject: int, asked_by: Member | None, rank: Rank | None = None, due: datetime | None = None
) -> Job:
    """Ask for a job about ``subject``; an open one of the kind is returned as it is. A worker is woken on commit.

    ``rank`` is that of its kind, unless this one is wanted sooner or later. It is not begun before it is ``due``; an
    open one that waits for a later moment is not let wait for longer than this one would.
    """
    defaults = {"asked_by": asked_by, "rank": _rank(kind) if rank is None else rank, "due": due}
    job, created = Job.objects.filter(state__in=[JobState.WAITING, JobState.RUNNING]).get_or_create(
        kind=kind, subject=subject, defaults=defaults
    )
    if not created and job.due is not None:
        later = Job.objects.filter(pk=job.pk, state=JobState.WAITING)
        created = bool((later.filter(due__gt=due) if due is not None else later).update(due=due))
    if created:
        transaction.on_commit(lambda: _wake_at(job, due), robust=True)
    return job


def _wake_at(job: Job, due: datetime | None) -> None:
    """Send a message for a job, to be fetched when it is due; one that is due much later is left to the sweeper."""
    seconds = math.ceil((due - timezone.now()).total_seconds()) if due is not None else 0
    if seconds <= 0:
        wake(job.pk, job.rank)
    elif seconds <= SOON:
        wake(job.pk, job.rank, countdown=seconds)


def enqueue_all(*, kind: str, subjects: Iterable[int], asked_by: Member | None) -> None:
    """Ask for one job about each of these new subjects. Workers are woken on commit, unless no broker answers."""
    rank = _rank(kind)
    rows = Job.objects.bulk_create(
        Job(kind=kind, subject=subject, asked_by=asked_by, rank=rank) for subject in subjects
    )
    woken = rows[:WOKEN] if ranks.is_long(rank) else rows
    # A broker that did not take one message is not waited for again: the sweeper sends them all.
    transaction.on_commit(lambda: all(wake(job.pk, rank) for job in woken), robust=True)


def _rank(kind: str) -> Rank:
    return _RANKS.get(kind, Rank.PEOPLE)


def stop(*, kind: str, subjects: Iterable[int]) -> int:
    """Call off all open jobs about these subjects, begun or not; return how many. Whoever works on one loses it."""
    open_ = Job.objects.filter(kind=kind, subject__in=subjects, state__in=[JobState.WAITING, JobState.RUNNING])
    return open_.update(state=JobState.CANCELLED, lease=None, finished=timezone.now())


def cancel(job: Job) -> None:
    """Call off a job that no worker has begun; ``Refused`` otherwise."""
    now = timezone.now()
    if not Job.objects.filter(pk=job.pk, state=JobState.WAITING).update(state=JobState.CANCELLED, finished=now):
        raise Refused.because("job_begun", _("The work has started: it can no longer be called off."))


def retry(job: Job) -> None:
    """Let a failed job be tried again; ``Refused`` when it did not fail."""
    values = {
        "state": JobState.WAITING,
        "attempts": 0,
        "error": "",
        "lease": None,
        "finished": None,
        "token": "",
        "due": None,
    }
    if not Job.objects.filter(pk=job.pk, state=JobState.FAILED).update(**values):
        raise Refused.because("job_not_failed", _("There is nothing to try again: this work did not fail."))
    transaction.on_commit(lambda: wake(job.pk, job.rank), robust=True)


def hurry(job: Job) -> None:
    """Do not let a waiting job wait for a later moment."""
    Job.objects.filter(pk=job.pk, state=JobState.WAITING).update(due=None)
    transaction.on_commit(lambda: wake(job.pk, job.rank), robust=True)


def failed(*, kind: str, subjects: QuerySet[Any]) -> list[Job]:
    """Return the failed jobs of subjects (a query for their keys) on which no later job works."""
    latest = {job.subject: job for job in Job.objects.filter(kind=kind, subject__in=subjects).order_by("pk")}
    return [job for job in latest.values() if job.state == JobState.FAILED]


def wake(job: int, rank: int, *, expires: float | None = None, **how: Any) -> bool:
    """Send a message that wakes a worker; tell whether a broker took it. Without one the sweeper sends it later.

    ``how`` goes to Celery's ``apply_async``.
    """
    try:
        messages.send("work", job, queue=ranks.queue_for(rank), expires=expires, **how)
    except Exception:
        # Whatever is wrong with the broker (refused, unreachable, misconfigured), the request must not fail for it:
        # the row is stored, and the sweeper wakes it again.
        log.warning("job %s: no broker took its message; the sweeper will send it again", job, exc_info=True)
        return False
    return True


# Working


def work(*, is_kept: bool) -> bool:
    """Work on the job whose turn it is, if there is one; tell whether it was done. ``is_kept``: see ``run``.

    Whoever has done long work wakes somebody for what is left of it.
    """
    mine = claim_in_turn()
    if mine is None:
        return False
    done = _carry_out(mine, is_kept=is_kept)
    if ranks.is_long(mine.rank):
        for pk, rank in ranks.in_turn(_free().filter(ranks.LONG))[:1]:
            wake(pk, rank, expires=60)
    return done


def claim_in_turn() -> Claim | None:
    """Take the job whose turn it is; ``None`` when nothing waits that this worker may begin.

    Where others were quicker with all it saw, it looks again: whoever took the last of them may have come by the
    message of a job that was asked for since, and nobody else would come for that one before the next sweep.
    """
    while seen := ranks.in_turn(_free()):
        for job, rank in seen:
            if not ranks.is_long(rank):
                mine = claim(job)
            else:
                with transaction.atomic():
                    if not ranks.take_turn():
                        return None  # what follows is long, too
                    mine = claim(job)
            if mine is not None:
                return mine
    return None


def _free() -> QuerySet[Job]:
    """Jobs that may be claimed now."""
    now = timezone.now()
    return Job.objects.filter(_due(now) | _silent(now), _has_attempts())


def claim(job: int) -> Claim | None:
    """Take a waiting job, or one whose worker has been silent too long; ``None`` when there is nothing to take."""
    now = timezone.now()
    token = secrets.token_hex(16)
    free = _due(now) | _silent(now)
    taken = Job.objects.filter(free, _has_attempts(), pk=job).update(
        state=JobState.RUNNING,
        token=token,
        lease=now + LEASE,
        attempts=F("attempts") + 1,
        progress=0,
        error="",
        due=None,
    )
    if not taken:
        return None
    row = Job.objects.get(pk=job)
    return Claim(row.pk, row.kind, row.subject, token, row.attempts, row.rank)


def _due(now: datetime) -> Q:
    """Jobs that wait, and not for a later moment."""
    return Q(state=JobState.WAITING) & (Q(due=None) | Q(due__lte=now))


def _silent(now: datetime) -> Q:
    """Jobs whose worker was silent for too long."""
    return Q(state=JobState.RUNNING, lease__lt=now)


def run(job: int, *, is_kept: bool = False) -> bool:
    """Claim a job and work on it; tell whether it was done here. What goes wrong is written on the row.

    With ``is_kept`` a thread renews the lease meanwhile. It needs a connection of its own, so what it looks after must
    not be part of a transaction: that is for workers.
    """
    mine = claim(job)
    return mine is not None and _carry_out(mine, is_kept=is_kept)


def _carry_out(mine: Claim, *, is_kept: bool) -> bool:
    job = mine.job
    try:
        with kept_up(mine.renew, f"lease of job {job}") if is_kept else nullcontext():
            _HANDLERS[mine.kind](mine)
    except Lost:
        log.warning("job %s: taken over by another worker; nothing was written here", job)
        return False
    except Hopeless as error:
        log.warning("job %s: failed for good: %s", job, error)
        _put_back(mine, str(error), is_last=True)
        return False
    except Exception as error:
        log.exception("job %s: attempt %s failed", job, mine.attempt)
        _put_back(mine, f"{type(error).__name__}: {error}")
        return False
    return True


def _put_back(mine: Claim, error: str, *, is_last: bool = False) -> None:
    """Let a job be tried again by a later sweep, or count it as failed after the last attempt."""
    now = timezone.now()
    values: dict[str, object] = {"state": JobState.WAITING, "lease": None, "error": error[:ERROR_LENGTH]}
    if is_last or mine.attempt >= _attempts(mine.kind):
        values |= {"state": JobState.FAILED, "finished": now}
    elif mine.kind in _DELAYS:
        values["due"] = now + _DELAYS[mine.kind][mine.attempt - 1]
    Job.objects.filter(pk=mine.job, state=JobState.RUNNING, token=mine.token).update(**values)


def abandoned() -> list[tuple[int, int]]:
    """Return the jobs whose worker is silent and that may be claimed again, with their ranks, in turn. One query."""
    return ranks.in_turn(Job.objects.filter(_silent(timezone.now()), _has_attempts()))


def wake_abandoned(jobs: Iterable[tuple[int, int]], **how: Any) -> None:
    """Send a message for each of these jobs.

    As others follow every few seconds, one that nobody could fetch soon falls away: they must not pile up.
    """
    # The first message that no broker takes ends it: the others would only wait for the same.
    all(wake(job, rank, expires=15, **how) for job, rank in jobs)


def sweep() -> int:
    """Wake every job whose message or worker was lost; return how many. A job out of attempts fails visibly."""
    now = timezone.now()
    silent = _silent(now)
    given_up = Job.objects.filter(silent & ~_has_attempts())
    # One at a time: whoever calls several off at once may come by them in another order.
    for pk in list(given_up.values_list("pk", flat=True)):
        given_up.filter(pk=pk).update(
            state=JobState.FAILED, finished=now, lease=None, error="the worker ended before the work was done"
        )
    forgotten = _due(now) & Q(created__lt=now - PATIENCE)
    waiting = Job.objects.filter(silent | forgotten).order_by("rank", "pk").values_list("pk", "rank")
    woken = [*waiting.exclude(ranks.LONG)[:200], *waiting.filter(ranks.LONG)[:WOKEN]]
    # A message that nobody fetched before the next sweeps is of no use any more: they have sent another.
    return sum(wake(pk, rank, expires=60) for pk, rank in woken)


def forget() -> int:
    """Forget jobs that were done or called off long ago (``settings.KEEP_FINISHED_DAYS``); return how many.

    What they brought about stays. Failed ones stay as well: somebody may still try again.
    """
    before = timezone.now() - timedelta(days=settings.KEEP_FINISHED_DAYS)
    old = Job.objects.filter(state__in=(JobState.DONE, JobState.CANCELLED), finished__lt=before)
    return Job.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:FORGET_MOST])).delete()[0]
