"""The rounds of a campaign."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext, gettext_lazy as _

from campaigns.league.models import Campaign


class AtDeadline(models.TextChoices):
    """What happens to a battle without an agreed date once the deadline of its round has passed."""

    REFEREE = "referee", _("The referee decides")
    POSTPONED = "postponed", _("It is postponed")
    ENGINE = "engine", _("The engine fights, if everybody agreed to that; else the referee decides")


class Round(models.Model):
    """A round of a campaign, numbered from 1. In one that is ``locked``, nothing is scheduled, moved or reported.

    By ``agree_by`` its battles are to have a date that nobody declined; ``then_what`` says what becomes of the others,
    and ``lapsed`` when that was done.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80, blank=True)
    locked = models.BooleanField(_("locked"), default=False)
    agree_by = models.DateTimeField(_("dates agreed by"), null=True, blank=True)
    then_what = models.CharField(max_length=9, choices=AtDeadline, default=AtDeadline.REFEREE)
    lapsed = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["number"]
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        indexes = [
            models.Index(
                fields=["agree_by"], condition=models.Q(agree_by__isnull=False, lapsed=None), name="round_deadlines"
            )
        ]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return self.name or gettext("Round %(number)s") % {"number": self.number}
