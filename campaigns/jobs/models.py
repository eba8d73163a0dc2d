"""Long or shared work. The row is the truth; a broker's message only wakes a worker."""

from __future__ import annotations

from datetime import timedelta
from enum import IntEnum
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

PATIENCE: Final = timedelta(seconds=8)
"""How long a worker that is free may take to begin a job that it was just woken for."""


class JobState(models.TextChoices):
    """Where a job stands. A claimed job whose ``lease`` ran out may be claimed again."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


class Rank(IntEnum):
    """How soon work is wanted: a worker takes the lowest first, whatever was asked for earlier.

    Somebody waits for it, results, errands, reckoning, what has all night. From ``ERRANDS`` on it is *long*: it never
    takes the last of several workers (``ranks``).
    """

    PEOPLE = 0
    RESULTS = 1
    ERRANDS = 2
    RECKONING = 3
    LEISURE = 4


class Job(models.Model):
    """Work of some ``kind`` about one ``subject`` row; claimed by a conditional update, its effect stored once."""

    kind = models.CharField(max_length=30)
    rank = models.PositiveSmallIntegerField(default=Rank.PEOPLE.value)
    subject = models.PositiveBigIntegerField()
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.DateTimeField(null=True, blank=True)
    due = models.DateTimeField(null=True, blank=True)
    """Not to be tried again before."""
    token = models.CharField(max_length=32, blank=True)
    error = models.CharField(max_length=300, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="one_open_job_per_subject",
            )
        ]
        indexes = [
            models.Index(fields=["state", "lease"]),
            models.Index(fields=["rank", "id"], condition=models.Q(state="waiting"), name="waiting_jobs_by_rank"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}: {self.state}"

    @property
    def kept_waiting(self) -> bool:
        """Whether nobody has begun it for so long that the server must be busy with something else."""
        return self.state == JobState.WAITING and timezone.now() - self.created > PATIENCE


class SimulationPart(models.Model):
    """``count`` games of a simulation, numbered from ``first``; ``result`` is empty until a worker has played them.

    Each kind of simulation has parts of its own, with a key to the simulation they belong to.
    """

    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    result = models.JSONField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["first"]


class Sign(models.Model):
    """A sign of life, kept once by ``name``: when somebody was last seen, and with how many ``processes`` that work."""

    name = models.CharField(max_length=30, unique=True)
    seen = models.DateTimeField()
    processes = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("sign of life")
        verbose_name_plural = _("signs of life")

    def __str__(self) -> str:
        return f"{self.name}: {self.seen:%Y-%m-%d %H:%M:%S}"


class Mail(models.Model):
    """A mail on its way. What it says is kept only until it is sent: there may be a link to an account in it."""

    recipients = models.TextField(_("recipients"))
    subject = models.CharField(_("subject"), max_length=300)
    content = models.JSONField(default=dict)
    created = models.DateTimeField(_("written on"), auto_now_add=True)
    sent = models.DateTimeField(_("sent on"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("mail")
        verbose_name_plural = _("mails")

    def __str__(self) -> str:
        return f"{self.subject} ({self.recipients})"
