"""Scenarios that referees make themselves, in the shape of the library's."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign


class OwnScenario(models.Model):
    """A campaign's own scenario; ``data`` is the engine's (``engines.musg.scenarios``). ``shared``: with all the club's
    campaigns, which may fight by it and copy it; changed it is only here."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="own_scenarios")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=80)
    data: Any = models.JSONField()
    shared = models.BooleanField(_("for the whole club"), default=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("scenario")
        verbose_name_plural = _("scenarios")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The scenario's page."""
        return reverse("campaigns:own_scenario", args=[self.campaign.slug, self.pk])
