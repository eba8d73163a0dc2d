"""Places and tables as rows, so that a table is the same wherever it is named and nobody has it twice at one time."""

from __future__ import annotations

from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from club.names import validate_name

SEATS_MOST: Final = 20
SIDE_LEAST: Final = 2
SIDE_MOST: Final = 200
"""Paces: what a table of Musg may measure (``engines.musg.ground.layout``)."""


class Place(models.Model):
    """Somewhere the club plays. ``retired``: no longer offered; what was played there still names it."""

    name = models.CharField(_("name"), max_length=80, unique=True, validators=[validate_name])
    address = models.TextField(
        _("address"), max_length=400, blank=True, help_text=_("As it is written on a letter. Calendars lead there.")
    )
    notes = models.TextField(
        _("how to get there"),
        max_length=2000,
        blank=True,
        help_text=_("Which door, which bus, where to park, who has the key."),
    )
    retired = models.BooleanField(_("no longer used"), default=False, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("where the club plays", "place")
        verbose_name_plural = pgettext_lazy("where the club plays", "places")
        ordering = ["retired", "name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Where it stands in the list of places."""
        return f"{reverse('club:places')}#place-{self.pk}"

    @property
    def located(self) -> str:
        """Name and address on one line, as a calendar names a location."""
        return ", ".join(filter(None, map(str.strip, (self.name, *self.address.splitlines()))))


class GameTable(models.Model):
    """A table to play at. ``seats`` are people, ``width`` and ``depth`` paces (both or neither: not for Musg)."""

    place = models.ForeignKey(
        Place,
        on_delete=models.PROTECT,
        related_name="tables",
        verbose_name=pgettext_lazy("where the club plays", "place"),
    )
    name = models.CharField(_("name"), max_length=40, validators=[validate_name])
    seats = models.PositiveSmallIntegerField(
        _("seats"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(SEATS_MOST)],
        help_text=_("How many people find room at it."),
    )
    width = models.PositiveSmallIntegerField(
        _("width in paces"),
        null=True,
        blank=True,
        validators=[MinValueValidator(SIDE_LEAST), MaxValueValidator(SIDE_MOST)],
        help_text=_("For battles of Musg. Leave both empty for a table of card games."),
    )
    depth = models.PositiveSmallIntegerField(
        _("depth in paces"),
        null=True,
        blank=True,
        validators=[MinValueValidator(SIDE_LEAST), MaxValueValidator(SIDE_MOST)],
    )
    notes = models.CharField(
        _("notes"), max_length=200, blank=True, help_text=_("Such as “no terrain” or “beside the window”.")
    )
    retired = models.BooleanField(_("no longer used"), default=False, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("where games are played", "table")
        verbose_name_plural = pgettext_lazy("where games are played", "tables")
        ordering = ["retired", "name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["place", "name"], name="one_table_of_a_name"),
            models.CheckConstraint(
                condition=models.Q(seats__gte=1, seats__lte=SEATS_MOST), name="table_seats_within_bounds"
            ),
            models.CheckConstraint(
                condition=models.Q(width=None, depth=None)
                | models.Q(
                    width__isnull=False,
                    depth__isnull=False,
                    width__gte=SIDE_LEAST,
                    width__lte=SIDE_MOST,
                    depth__gte=SIDE_LEAST,
                    depth__lte=SIDE_MOST,
                ),
                name="table_measures_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def measures(self) -> str:
        """Its size in words; empty where it is none of Musg."""
        if self.width is None or self.depth is None:
            return ""
        return gettext("%(width)s × %(depth)s paces") % {"width": self.width, "depth": self.depth}
