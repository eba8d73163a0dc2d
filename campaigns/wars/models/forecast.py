"""A forecast: many simulated battles, split into parts that any worker may take."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.jobs.models import SimulationPart
from campaigns.wars.models.battle import Battle


class ForecastState(models.TextChoices):
    """Where a forecast stands."""

    RUNNING = "running", _("being reckoned")
    DONE = "done", pgettext_lazy("forecast", "done")
    CANCELLED = "cancelled", _("called off")


class Forecast(models.Model):
    """What ``count`` simulated battles of this ``setup`` say; ``tempers`` name who decided for each side.

    ``summary`` is the engine's, written once: when all parts are in, or over those that are when it is called off.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="forecasts")
    state = models.CharField(max_length=10, choices=ForecastState, default=ForecastState.RUNNING)
    count = models.PositiveIntegerField(_("battles"), default=1000)
    setup = models.JSONField()
    tempers = models.JSONField(default=list)
    seed = models.CharField(max_length=64)
    summary = models.JSONField(default=dict)
    engine = models.CharField(max_length=20, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("forecast")
        verbose_name_plural = _("forecasts")

    def __str__(self) -> str:
        return f"{self.battle} × {self.count}"


class ForecastPart(SimulationPart):
    """Some battles of a forecast."""

    forecast = models.ForeignKey(Forecast, on_delete=models.CASCADE, related_name="parts")

    class Meta(SimulationPart.Meta):
        verbose_name = _("part of a forecast")
        verbose_name_plural = _("parts of a forecast")
        constraints = [models.UniqueConstraint(fields=["forecast", "first"], name="one_part_per_first")]

    def __str__(self) -> str:
        return f"{self.forecast}: {self.first}"
