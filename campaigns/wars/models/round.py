"""The rounds of a campaign."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext, gettext_lazy as _

from campaigns.league.models import Campaign


class Round(models.Model):
    """A round of a campaign, numbered from 1. In one that is ``locked``, nothing is scheduled, moved or reported."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80, blank=True)
    locked = models.BooleanField(_("locked"), default=False)

    class Meta:
        ordering = ["number"]
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return self.name or gettext("Round %(number)s") % {"number": self.number}
