"""Weighings: what a thing of a published pack is worth, by battles in parts that any worker may take."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.jobs.models import SimulationPart
from engines.musg.weighing import Plan, Subject, Weight
from rosters.models import PackVersion


class WeighingState(models.TextChoices):
    """Where a weighing stands."""

    RUNNING = "running", pgettext_lazy("weighing", "in progress")
    DONE = "done", pgettext_lazy("weighing", "done")
    CANCELLED = "cancelled", pgettext_lazy("weighing", "called off")


class Weighing(models.Model):
    """What ``count`` rounds of battles say of one thing of a version: its ``kind``, its ``code``, a profile's ``rank``.

    ``plan`` is the engine's, whole: by it the battles can be fought again. ``summary`` is its ``Weight``, written once,
    when all rounds are in, or over those that are when it is called off. A later one that is done takes the place of
    those before.
    """

    version = models.ForeignKey(PackVersion, on_delete=models.CASCADE, related_name="weighings")
    kind = models.CharField(max_length=10)
    code = models.CharField(max_length=30)
    rank = models.CharField(max_length=12, blank=True)
    state = models.CharField(max_length=10, choices=WeighingState, default=WeighingState.RUNNING)
    count = models.PositiveIntegerField(_("rounds"))
    plan = models.JSONField()
    summary = models.JSONField(default=dict)
    engine = models.CharField(max_length=20)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("weighing")
        verbose_name_plural = _("weighings")
        constraints = [
            models.UniqueConstraint(
                fields=["version", "kind", "code", "rank"],
                condition=models.Q(state="running"),
                name="one_running_weighing_per_thing",
            )
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.code} {self.rank}".rstrip()

    @property
    def how(self) -> Plan:
        """The engine's plan."""
        return msgspec.convert(self.plan, Plan)

    @property
    def subject(self) -> Subject:
        """What is weighed."""
        return self.how.subject

    @property
    def weight(self) -> Weight | None:
        """What came of it; nothing before there is anything."""
        return msgspec.convert(self.summary, Weight, str_keys=True) if self.summary else None


class WeighingPart(SimulationPart):
    """Some rounds of a weighing."""

    weighing = models.ForeignKey(Weighing, on_delete=models.CASCADE, related_name="parts")

    class Meta(SimulationPart.Meta):
        verbose_name = _("part of a weighing")
        verbose_name_plural = _("parts of weighings")
        constraints = [models.UniqueConstraint(fields=["weighing", "first"], name="one_part_of_a_weighing_per_first")]

    def __str__(self) -> str:
        return f"{self.weighing}: {self.first}"
