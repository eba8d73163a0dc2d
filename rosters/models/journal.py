"""The journal: every step a warband ever took, in order."""

from __future__ import annotations

import datetime as dt
from functools import cached_property
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _

from engines.musg import journal
from engines.musg.entries import AnyEntry
from rosters.models.warband import Warband

SPACING: Final = 1 << 20
"""How far apart steps are placed when they are made."""


def step_name(number: int, place: int) -> str:
    """Return what readers call a step: its number, or for one that a correction put between two others, a number
    between theirs (20.5), so that steps are numbered in their order whenever they were made.
    """
    if place <= 0:
        return str(number)
    whole, rest = divmod(place, SPACING)
    if not rest:
        return str(whole)
    between = min(max(round(rest / SPACING, 2), 0.01), 0.99)
    return f"{whole + between:.2f}".rstrip("0").replace(".", str(get_format("DECIMAL_SEPARATOR")))


def moment() -> dt.datetime:
    """Return now, by a clock that may have been put back."""
    return timezone.now()


class JournalEntry(models.Model):
    """One step. ``number`` counts from 1 in each warband and is never used twice; an undone step stays, struck out.

    Steps are in the order of their ``place``: a correction puts its own between others, and they keep their numbers.
    Addresses name steps by ``number``, readers by ``step``.

    ``data`` is the engine's entry, ``events`` what it made happen, ``before`` and ``after`` the treasury in points.
    ``brought``: it came with a file, is of a kind that only a campaign or its referee writes, and this site did not.
    ``reason``: why a referee took this step in the player's place, empty where the player did.
    """

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="journal")
    number = models.PositiveIntegerField()
    place = models.BigIntegerField(editable=False)
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    events = models.JSONField(default=list)
    before = models.IntegerField()
    after = models.IntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    brought = models.BooleanField(default=False)
    reason = models.TextField(blank=True, default="")
    at = models.DateTimeField(default=moment, editable=False)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["place"]
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal entries")
        constraints = [models.UniqueConstraint(fields=["warband", "number"], name="one_entry_per_number")]
        indexes = [
            models.Index(fields=["kind", "-at"]),
            models.Index(fields=["warband", "place"], name="steps_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.warband} {self.number}: {self.kind}"

    @cached_property
    def entry(self) -> AnyEntry:
        """The engine's entry."""
        return journal.decode_entry(self.data)

    @property
    def step(self) -> str:
        """What readers call the step: see ``step_name``."""
        return step_name(self.number, self.place)

    @property
    def struck(self) -> bool:
        """Taken back by its author."""
        return self.undone_at is not None
