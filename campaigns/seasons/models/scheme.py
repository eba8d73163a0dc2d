"""How the matches of a season become its standings."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign

PLACE_POINTS = (10, 7, 5, 3, 2, 1)
"""What the places from the first on are worth, unless a season says otherwise."""


class Measure(models.TextChoices):
    """What one match is worth to who played it."""

    PLACES = "places", _("Points for places")
    WINS = "wins", _("Victories")
    POINTS = "points", _("The game’s own points")


def usual_place_points() -> list[int]:
    """Return the usual points for places, as the column stores them."""
    return list(PLACE_POINTS)


class SeasonScheme(models.Model):
    """A season's scheme; a season without a row goes by the defaults.

    ``best_of``: so many of a player's best matches count, 0 for all. ``least``: who played fewer stands without a
    place. ``average``: the mean of the matches that count decides, not their sum. ``place_points`` are worth the places
    from the first on; places beyond the list are worth nothing.
    """

    season = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="scheme")
    measure = models.CharField(max_length=8, choices=Measure, default=Measure.PLACES)
    average = models.BooleanField(default=False)
    best_of = models.PositiveSmallIntegerField(default=0)
    least = models.PositiveSmallIntegerField(default=1)
    place_points: Any = models.JSONField(default=usual_place_points)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("scheme of a season")
        verbose_name_plural = _("schemes of seasons")

    def __str__(self) -> str:
        return f"{self.season}: {self.get_measure_display()}"
