"""Portraits: one of each figure, by its number, and one of the whole warband."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rosters.models.warband import Warband

WHOLE: Final = 0
"""The number that stands for the warband as a whole; figures count from 1."""


class Portrait(models.Model):
    """A small JPEG, kept in the database: written, backed up, restored and deleted with the warband that it shows.

    It belongs to the warband and the figure's number, not to the reading copy: a rebuild does not touch it. ``mark``
    names its content, so that a browser may keep it as long as it likes.
    """

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="portraits")
    figure = models.PositiveIntegerField()
    content = models.BinaryField()
    mark = models.CharField(max_length=16)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("portrait")
        verbose_name_plural = _("portraits")
        constraints = [models.UniqueConstraint(fields=["warband", "figure"], name="one_portrait_each")]

    def __str__(self) -> str:
        return f"{self.warband} {self.figure}"
