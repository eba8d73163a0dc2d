"""Forecasts: many simulated battles, split into parts that any worker may take, of a battle or between two warbands."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.jobs.models import SimulationPart
from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle
from rosters.models import Warband


class ForecastState(models.TextChoices):
    """Where a forecast stands."""

    RUNNING = "running", _("being reckoned")
    DONE = "done", pgettext_lazy("forecast", "done")
    CANCELLED = "cancelled", _("called off")


class Trials(models.Model):
    """What ``count`` simulated battles of this ``setup`` say; ``tempers`` name who decided for each side.

    ``summary`` is the engine's, written once: when all parts are in, or over those that are when it is called off.
    """

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
        abstract = True
        ordering = ["-pk"]


class Forecast(Trials):
    """A forecast of a battle that is scheduled."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="forecasts")

    class Meta(Trials.Meta):
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


class PairForecast(Trials):
    """A forecast between two warbands of a campaign, ``one`` in the first seat, for whom no battle is scheduled.

    ``basis`` is the mark of what was to be fought when it was asked for (rosters, table, rules): as long as the two
    warbands come to the same mark, the odds hold. One at a time is reckoned for each two; it replaces the one before.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pair_forecasts")
    one = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="+")
    basis = models.CharField(max_length=32)

    class Meta(Trials.Meta):
        verbose_name = _("forecast between two warbands")
        verbose_name_plural = _("forecasts between two warbands")
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "one", "other"], condition=models.Q(state="running"), name="one_running_per_pair"
            )
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.other} × {self.count}"


class PairForecastPart(SimulationPart):
    """Some battles of a forecast between two warbands."""

    forecast = models.ForeignKey(PairForecast, on_delete=models.CASCADE, related_name="parts")

    class Meta(SimulationPart.Meta):
        verbose_name = _("part of a forecast between two warbands")
        verbose_name_plural = _("parts of forecasts between two warbands")
        constraints = [models.UniqueConstraint(fields=["forecast", "first"], name="one_part_of_a_pair_per_first")]

    def __str__(self) -> str:
        return f"{self.forecast}: {self.first}"
