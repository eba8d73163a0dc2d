"""The campaign's pool of characters for hire: living legends and others who left their warband."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from rosters.models import Warband


class Hireable(models.Model):
    """A character for hire. ``data`` is the engine's ``Character``; any warband of the campaign may hire it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="hireables")
    origin = models.ForeignKey(Warband, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    legend = models.BooleanField(default=False)
    price = models.PositiveIntegerField()
    data = models.JSONField()
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("character for hire")
        verbose_name_plural = _("characters for hire")
        constraints = [models.UniqueConstraint(fields=["origin", "number"], name="one_hireable_per_character")]

    def __str__(self) -> str:
        return self.name
