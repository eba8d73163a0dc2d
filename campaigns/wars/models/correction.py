"""A correction of a campaign's past: drafted, looked at, made as a whole and taken back as a whole."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec
from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle
from engines.musg.corrections.outcome import Attended, Keep
from engines.musg.corrections.timeline import Edit, Face
from rosters.models import Warband


class CorrectionState(models.TextChoices):
    """``DRAFT``: nothing has changed yet. ``DROPPED``: nothing ever did."""

    DRAFT = "draft", _("being prepared")
    MADE = "made", _("made")
    TAKEN_BACK = "taken_back", _("taken back")
    DROPPED = "dropped", _("dropped")


class Correction(models.Model):
    """``edits``, ``faces``, ``keeps`` and ``attended`` are the engine's: what is corrected, the new rolls, what a
    decree holds, who was at battles that only the corrected past lets them fight.

    ``awaited`` are the warbands that still have to roll for a draft, ``battles`` those that it is about or that came
    out otherwise. ``former`` is what battles, sides and aftermaths were before, and how each was touched; ``rows`` the
    rows that stood in the journals, ``versions`` the warbands' versions once it was made, ``told`` what it changed, as
    data for sentences.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="corrections")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=CorrectionState, default=CorrectionState.DRAFT)
    version = models.PositiveIntegerField(default=0, editable=False)
    edits = models.JSONField(default=list)
    faces = models.JSONField(default=list)
    keeps = models.JSONField(default=list)
    attended = models.JSONField(default=list)
    rows = models.JSONField(default=dict)
    former = models.JSONField(default=dict)
    versions = models.JSONField(default=dict)
    told = models.JSONField(default=list)
    battles = models.ManyToManyField(Battle, related_name="corrections")
    awaited = models.ManyToManyField(Warband, related_name="+")
    seed = models.CharField(max_length=64, blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True)
    drafted = models.DateTimeField(auto_now_add=True)
    made = models.DateTimeField(null=True, blank=True)
    taken_back = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")

    def __str__(self) -> str:
        return f"{self.campaign} {self.pk}"

    def get_absolute_url(self) -> str:
        """The page that shows what it changes."""
        return reverse("campaigns:correction", args=[self.campaign.slug, self.pk])

    @cached_property
    def engine_edits(self) -> list[Edit]:
        """What is corrected, as the engine takes it."""
        return _converted(self.edits, list[Edit])

    @property
    def engine_faces(self) -> list[Face]:
        """The rolls made for it, as the engine takes them."""
        return _converted(self.faces, list[Face])

    @property
    def engine_keeps(self) -> list[Keep]:
        """What the referee's decree holds."""
        return _converted(self.keeps, list[Keep])

    @property
    def engine_attended(self) -> list[Attended]:
        """The referee's word on who was at which battle."""
        return _converted(self.attended, list[Attended])


def _converted(data: Any, kind: Any) -> Any:
    return msgspec.convert(data, kind)
