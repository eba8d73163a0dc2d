"""Challenges between warbands outside the rounds, and whether a campaign has them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle
from rosters.models import Warband


class WarTerms(models.Model):
    """What the referees of a war decided besides its rules. ``challenges``: players may challenge each other.

    A campaign without a row is of before there were any: it has no challenges until a referee allows them.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="war_terms")
    challenges = models.BooleanField(_("challenges"), default=True)

    class Meta:
        verbose_name = _("terms of a war")
        verbose_name_plural = _("terms of wars")

    def __str__(self) -> str:
        return str(self.campaign)


class ChallengeState(models.TextChoices):
    """Where a challenge stands."""

    OPEN = "open", _("waiting for an answer")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("taken back")


class Challenge(models.Model):
    """One warband challenges another. ``moments`` are dates that suit the challenger, in ISO 8601, perhaps none.

    ``reason`` says why it was declined; ``battle`` is the one it led to.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="challenges_sent")
    challenged = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="challenges_received")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    message = models.CharField(_("message"), max_length=300, blank=True)
    moments = models.JSONField(default=list)
    state = models.CharField(max_length=9, choices=ChallengeState, default=ChallengeState.OPEN)
    reason = models.CharField(max_length=300, blank=True)
    battle = models.OneToOneField(Battle, null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge")
    at = models.DateTimeField(auto_now_add=True)
    answered = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        constraints = [
            models.UniqueConstraint(
                fields=["challenger", "challenged"],
                condition=models.Q(state="open"),
                name="one_open_challenge_between_two",
            )
        ]

    def __str__(self) -> str:
        return f"{self.challenger} – {self.challenged}"

    def get_absolute_url(self) -> str:
        """The challenge's page."""
        return reverse("campaigns:challenge", args=[self.campaign.slug, self.pk])
