"""Simulations in parts, each played by whichever worker is free: asked for, called off, tried again, summed up.

Game number n of a simulation's seed is always the same game, so that a part played twice comes out the same. Its
result is written by whoever holds the job's claim, once; whoever writes the last one also writes the summary. A part
that takes too long is left off: what was played of it counts, and the rest is cut into parts of that size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from django.db import transaction
from django.db.models import Model, QuerySet, Sum
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState, SimulationPart
from club.models import Member
from club.operations import Refused, for_update

SEED_BITS: Final = 48
SECONDS: Final = 2.0
"""How long a worker stays at a part: so that a dead worker costs little, many workers share evenly to the end, and
nobody who waits for something else waits long. The rest is cut into parts as long."""
# The states that every simulation has.
RUNNING: Final = "running"
DONE: Final = "done"
CANCELLED: Final = "cancelled"


class Progress(Struct, frozen=True):
    """How many of a simulation's games are played, and what stopped the parts that failed."""

    done: int = 0
    errors: tuple[str, ...] = ()

    @property
    def error(self) -> str:
        """The first of them; empty when none failed."""
        return self.errors[0] if self.errors else ""


class Simulation(Struct, frozen=True):
    """One kind of simulation; its rows have ``parts``, a ``count``, a ``state``, a ``summary`` and ``finished``.

    ``kind`` is that of its jobs. ``part`` is the model of a part, whose key to the simulation is called ``run``.
    ``play`` returns what a part's games come to and raises ``jobs.Lost``; ``sum_up`` makes one summary of the stored
    results of some parts. ``over`` says, as code and words, why what is over cannot be called off. ``on_done``
    is told, in the last part's transaction, of a simulation that came to its end. ``holds`` tells of how many games a
    result is: where it is given, ``play`` may stop before the last game of a part, though not before the first.
    """

    kind: str
    part: type[SimulationPart]
    run: str
    play: Callable[[Any, jobs.Claim], Any]
    sum_up: Callable[[Any, Iterable[Any]], Any]
    over: tuple[str, str | Promise]
    on_done: Callable[[Any], None] | None = None
    holds: Callable[[Any], int] | None = None

    def divide(self, run: Any, size: int, *, asked_by: Member | None) -> None:
        """Cut a new simulation into parts of ``size`` games and ask for work on each. Call it in its transaction."""
        self._cut(run, range(0, run.count, size), run.count, asked_by)

    @transaction.atomic
    def cancel[Run: Model](self, runs: QuerySet[Run]) -> Run:
        """Call off the one of ``runs`` that is running, else raise ``Refused``.

        Parts that are in are summed up; workers at the others find their claim lost.
        """
        locked: Any = for_update(runs).filter(state=RUNNING).first()
        if locked is None:
            raise Refused.because(*self.over)
        jobs.stop(kind=self.kind, subjects=locked.parts.values_list("pk", flat=True))
        self._close(locked, CANCELLED)
        found: Run = locked
        return found

    @transaction.atomic
    def try_again(self, runs: QuerySet[Any]) -> int:
        """Let the failed parts of the one of ``runs`` that is running be tried again; return how many those are.

        Raises ``Refused`` when there are none.
        """
        locked = for_update(runs).filter(state=RUNNING).first()
        failed = self._failed(locked) if locked is not None else []
        if not failed:
            raise Refused.because("nothing_to_try", _("There is nothing to try again."))
        for job in failed:
            jobs.retry(job)
        return len(failed)

    def work(self, claim: jobs.Claim) -> None:
        """Play one part. Whoever lost the claim meanwhile leaves no trace, nor does a part whose simulation is gone."""
        part: Any = self.part._default_manager.select_related(self.run).filter(pk=claim.subject).first()
        run: Any = getattr(part, self.run, None)
        result = None
        if run is not None and run.state == RUNNING and part.result is None:
            result = self.play(part, claim)
        with transaction.atomic():
            if run is not None:
                run = for_update(type(run)._default_manager.filter(pk=run.pk)).first()
            claim.finish()
            if result is None or run is None or run.state != RUNNING:
                return
            empty = run.parts.filter(result__isnull=True)
            played = part.count if self.holds is None else self.holds(result)
            empty.filter(pk=part.pk).update(result=_stored(result), count=played)
            if played < part.count:
                end = part.first + part.count
                self._cut(run, range(part.first + played, end, played), end, run.asked_by)
            if not empty.exists():
                self._close(run, DONE)
                if self.on_done is not None:
                    self.on_done(run)

    def progress(self, run: Any) -> Progress:
        """Return how far a running simulation is: three queries."""
        done = run.parts.filter(result__isnull=False).aggregate(Sum("count"))["count__sum"] or 0
        empty = run.parts.filter(result__isnull=True).values("pk")
        working = Job.objects.filter(kind=self.kind, subject__in=empty, state=JobState.RUNNING)
        done += working.aggregate(Sum("progress"))["progress__sum"] or 0
        return Progress(min(done, run.count), tuple(job.error for job in self._failed(run)))

    def _cut(self, run: Any, firsts: range, end: int, asked_by: Member | None) -> None:
        """Make a part of the games from each of these numbers to the next, the last one up to ``end``."""
        parts = self.part._default_manager.bulk_create(
            self.part(**{self.run: run}, first=first, count=min(firsts.step, end - first)) for first in firsts
        )
        jobs.enqueue_all(kind=self.kind, subjects=[part.pk for part in parts], asked_by=asked_by)

    def _failed(self, run: Any) -> list[Job]:
        """Return the jobs whose parts nobody works on any more."""
        return jobs.failed(kind=self.kind, subjects=run.parts.filter(result__isnull=True).values("pk"))

    def _close(self, run: Any, state: str) -> None:
        """Write the summary of the parts that are in. The simulation's row is locked and running."""
        results = list(run.parts.filter(result__isnull=False).values_list("result", flat=True))
        run.summary = _stored(self.sum_up(run, results)) if results else {}
        run.state, run.finished = state, timezone.now()
        run.save(update_fields=["summary", "state", "finished"])


def _stored(counts: Any) -> Any:
    return msgspec.to_builtins(counts, str_keys=True)
