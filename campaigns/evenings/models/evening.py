"""An evening of the club, alone or one of a series, and the log of what was agreed about it."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.evenings.rhythm import Repeat
from club.dates import date_text
from club.models.place import GameTable, Place
from club.names import validate_name


def new_evening_key() -> str:
    """Return a fresh key: what calendars know the evening by, and what its door opens to."""
    return secrets.token_urlsafe(12)


class Guests(models.TextChoices):
    """Who may come, and so who may read about it."""

    MEMBERS = "members", _("members of the club")
    LINK = "link", _("members, and guests who have the link")
    PUBLIC = "public", _("everybody: visitors of the site see it, too")


class EveningSeries(models.Model):
    """Evenings that repeat. ``first`` is the first day, ``until`` the last on which one may fall.

    The evenings themselves are rows of their own from the beginning; a series says by what rule they were made.
    """

    key = models.CharField(max_length=16, unique=True, default=new_evening_key, editable=False)
    title = models.CharField(_("title"), max_length=80)
    repeat = models.CharField(_("repeats"), max_length=12, choices=Repeat)
    first = models.DateField()
    until = models.DateField(_("until"))
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("series of evenings")
        verbose_name_plural = _("series of evenings")

    def __str__(self) -> str:
        return self.title


class ClubEvening(models.Model):
    """An evening. Setup (``began_as``, ``ended_as``: the times it was announced for) and log are the truth.

    ``begins``, ``ends`` and ``cancelled`` are the reading copy, as are the rows that hang on it. ``original`` is the
    moment that the series' rule gave it. ``sequence`` grows with each change that calendars must hear of, ``version``
    with every change. ``link`` opens the door to whoever may come with it.
    """

    series = models.ForeignKey(
        EveningSeries, null=True, blank=True, on_delete=models.SET_NULL, related_name="evenings", editable=False
    )
    original = models.DateTimeField(null=True, blank=True, editable=False)
    key = models.CharField(max_length=16, unique=True, default=new_evening_key, editable=False)
    link = models.CharField(max_length=16, unique=True, default=new_evening_key, editable=False)
    title = models.CharField(_("title"), max_length=80, validators=[validate_name])
    place = models.ForeignKey(
        Place, null=True, blank=True, on_delete=models.SET_NULL, related_name="evenings", verbose_name=_("place")
    )
    tables = models.ManyToManyField(GameTable, blank=True, related_name="evenings", verbose_name=_("tables"))
    notes = models.TextField(_("notes"), blank=True, max_length=5000)
    guests = models.CharField(_("who may come"), max_length=7, choices=Guests, default=Guests.LINK)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="evenings", editable=False
    )
    began_as = models.DateTimeField(editable=False)
    ended_as = models.DateTimeField(editable=False)
    begins = models.DateTimeField(_("begins"))
    ends = models.DateTimeField(_("ends"))
    cancelled = models.BooleanField(_("called off"), default=False)
    cancelled_why = models.CharField(_("why"), max_length=200, blank=True)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["begins", "pk"]
        verbose_name = _("evening of the club")
        verbose_name_plural = _("evenings of the club")
        indexes = [models.Index(fields=["ends", "begins"], name="evening_by_time")]
        constraints = [
            models.UniqueConstraint(fields=["series", "original"], name="one_evening_per_date_of_a_series"),
            models.CheckConstraint(condition=models.Q(ends__gt=models.F("begins")), name="evening_ends_later"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The evening's page."""
        return reverse("evenings:evening", args=[self.pk])

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.ends <= timezone.now()

    @property
    def is_under_way(self) -> bool:
        """Whether it is going on, or begins within two hours."""
        return not self.is_over and self.begins - timezone.now() <= timedelta(hours=2)

    @property
    def day(self) -> str:
        """Its day in words, the one on which it begins."""
        return date_text(timezone.localtime(self.begins), "l j F")


class PlanEntry(models.Model):
    """One entry of an evening’s log (``engines.evenings``). ``author`` is empty for guests, and for the site itself."""

    evening = models.ForeignKey(ClubEvening, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    data = models.JSONField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        verbose_name = _("entry about an evening")
        verbose_name_plural = _("entries about evenings")
        constraints = [models.UniqueConstraint(fields=["evening", "number"], name="one_plan_entry_per_number")]

    def __str__(self) -> str:
        return f"{self.evening} {self.number}"

    @property
    def kind(self) -> str:
        """The kind of entry, as the engine calls it."""
        data: dict[str, Any] = self.data
        return str(data.get("kind", ""))
