"""Which warbands serve in which campaign."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from rosters.models import Warband


class Enlistment(models.Model):
    """A warband in a campaign; a warband serves in one campaign at most. ``withdrawn`` keeps its past battles.

    One that is ``resting`` fights no new battle: its player closed the account, and no referee has decided yet.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="enlistments")
    warband = models.OneToOneField(Warband, on_delete=models.PROTECT, related_name="enlistment")
    withdrawn = models.BooleanField(default=False)
    resting = models.BooleanField(default=False)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since", "pk"]
        verbose_name = _("enlistment")
        verbose_name_plural = _("enlistments")

    def __str__(self) -> str:
        return f"{self.warband} – {self.campaign}"


class EnlistmentRequest(models.Model):
    """A warband that brought steps from elsewhere and waits until the campaign's referee accepts them, or does not."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="enlistment_requests")
    warband = models.OneToOneField(Warband, on_delete=models.CASCADE, related_name="enlistment_request")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since", "pk"]
        verbose_name = _("enlistment to be accepted")
        verbose_name_plural = _("enlistments to be accepted")

    def __str__(self) -> str:
        return f"{self.warband} – {self.campaign}"
