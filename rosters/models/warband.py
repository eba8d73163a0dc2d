"""A warband: its setup, who owns it, and the state its journal leads to."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.addresses import numbered
from club.visibility import Visibility
from engines.musg import journal
from engines.musg.catalogue import Catalogue
from engines.musg.warband import Setup, Warband as Roster


def new_key() -> str:
    """Return a fresh key: what other warbands' journals and exports call this one."""
    return secrets.token_hex(8)


class InEarnest(models.Manager["Warband"]):
    """All but those of practice: what lists, counts, searches and choices know."""

    def get_queryset(self) -> models.QuerySet[Warband]:
        """Return the warbands that are somebody's in earnest."""
        return super().get_queryset().filter(practice=False)


class Warband(models.Model):
    """``setup`` plus the journal is the truth; ``state`` is its replay, written in the same transaction.

    ``version`` counts the changes, so that an operation can refuse a page that is out of date. ``brought`` is a reading
    copy of the steps marked as brought from elsewhere: number, kind and injuries of each (see ``rosters.provenance``),
    ``portraits_hung`` one of whose portraits there are: the mark of each by its figure's number, 0 for the warband's.
    ``practice``: it belongs to a lesson. Nobody but its owner reads it, and ``objects`` does not know it: whoever deals
    with one warband, whatever it is, asks ``every``.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="warbands")
    name = models.CharField(_("name"), max_length=60)
    race = models.CharField(_("race"), max_length=30)
    visibility = models.CharField(_("who may read it"), max_length=8, choices=Visibility, default=Visibility.CLUB)
    setup = models.JSONField(editable=False)
    state = models.JSONField(editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    brought = models.JSONField(default=list, editable=False)
    portraits_hung = models.JSONField(default=dict, editable=False)
    practice = models.BooleanField(default=False, editable=False)
    mustered = models.BooleanField(default=False, editable=False)
    treasury = models.IntegerField(default=0, editable=False)
    value = models.IntegerField(default=0, editable=False)
    figures = models.PositiveSmallIntegerField(default=0, editable=False)
    battles = models.PositiveSmallIntegerField(default=0, editable=False)
    won = models.PositiveSmallIntegerField(default=0, editable=False)
    drawn = models.PositiveSmallIntegerField(default=0, editable=False)
    lost = models.PositiveSmallIntegerField(default=0, editable=False)
    victory_points = models.IntegerField(default=0, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    objects = InEarnest()
    every = models.Manager["Warband"]()

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("warband")
        verbose_name_plural = _("warbands")
        indexes = [models.Index(fields=["visibility", "name"])]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The roster page."""
        return numbered("rosters:roster", self.pk)

    def portrait(self, number: int) -> str:
        """Return the address of a figure's portrait (0: the warband's own), or nothing where none hangs."""
        mark = self.portraits_hung.get(str(number))
        return f"{reverse('rosters:picture', args=[self.pk, number])}?{mark}" if mark else ""

    @cached_property
    def roster(self) -> Roster:
        """The engine's value of the present state."""
        return journal.decode_warband(self.state)

    @cached_property
    def engine_setup(self) -> Setup:
        """The engine's value of the setup."""
        return journal.decode_setup(self.setup)

    @property
    def catalogue(self) -> Catalogue:
        """What all that belongs to it is called and made of.

        It is that of the present state, and that of the founding where a list leaves the state out: then it must not
        leave out ``setup``, too.
        """
        founding = "roster" not in self.__dict__ and "state" in self.get_deferred_fields()
        return (self.engine_setup if founding else self.roster).catalogue

    def write(self, roster: Roster) -> None:
        """Take over a new state and its summary columns; the caller saves."""
        record = roster.record
        self.__dict__["roster"] = roster
        self.state = journal.encode(roster)
        self.name = roster.name
        self.race = roster.race
        self.mustered = roster.mustered
        self.treasury = roster.treasury
        self.value = roster.value
        self.figures = len(roster.active)
        self.battles, self.won = record.battles, record.won
        self.drawn, self.lost = record.drawn, record.lost
        self.victory_points = record.victory_points

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """Forget the cached values too."""
        self.__dict__.pop("roster", None)
        self.__dict__.pop("engine_setup", None)
        super().refresh_from_db(*args, **kwargs)
