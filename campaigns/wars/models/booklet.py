"""A campaign as a booklet to print: made by a worker, kept for some days, for the member who asked for it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign


class BookletState(models.TextChoices):
    """Where a booklet stands. ``GONE``: thrown away, or replaced by a newer one; only that it was made is kept."""

    RUNNING = "running", _("being made")
    DONE = "done", _("ready")
    CANCELLED = "cancelled", _("called off")
    GONE = "gone", _("thrown away")


class Booklet(models.Model):
    """What ``asked_by`` may read of a campaign, printed in ``language`` as ``choices`` want paper.

    ``warbands`` are the keys of those whose rosters are in it: whoever downloads it must still be allowed to read them
    all. ``size`` is in bytes.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="booklets")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="booklets")
    state = models.CharField(max_length=10, choices=BookletState, default=BookletState.RUNNING)
    language = models.CharField(max_length=5)
    choices = models.JSONField(default=dict)
    warbands = models.JSONField(default=list)
    pages = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("booklet")
        verbose_name_plural = _("booklets")
        indexes = [models.Index(fields=["asked_by", "created"])]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "asked_by"], condition=models.Q(state="running"), name="one_running_booklet"
            )
        ]

    def __str__(self) -> str:
        return f"{self.campaign} ({self.asked_by})"


class BookletContent(models.Model):
    """The PDF of a booklet, apart from its row, which pages read. In the database every web server finds it."""

    booklet = models.OneToOneField(Booklet, on_delete=models.CASCADE, related_name="content")
    pdf = models.BinaryField()

    class Meta:
        verbose_name = _("content of a booklet")
        verbose_name_plural = _("contents of booklets")

    def __str__(self) -> str:
        return str(self.booklet)
