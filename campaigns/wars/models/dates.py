"""What was said about a battle's date: who has to agree and the log are the truth, the state is its reading copy."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.wars.models.battle import Battle


class DateTalk(models.Model):
    """``players`` are the keys of those who had to agree when the talk began. ``version`` counts the entries.

    What is stored is read and written by ``wars.dates``.
    """

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="talk")
    players = models.JSONField()
    state = models.JSONField()
    version = models.PositiveIntegerField(default=0, editable=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("talk about a date")
        verbose_name_plural = _("talks about dates")

    def __str__(self) -> str:
        return str(self.battle)


class DateEntry(models.Model):
    """One thing that was said; whose, stands in ``data`` as the talk needs it. ``author``: who entered it."""

    talk = models.ForeignKey(DateTalk, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    data = models.JSONField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("entry of a talk about a date")
        verbose_name_plural = _("entries of talks about dates")
        constraints = [models.UniqueConstraint(fields=["talk", "number"], name="one_date_entry_per_number")]

    def __str__(self) -> str:
        return f"{self.talk} {self.number}"
