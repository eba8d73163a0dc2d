"""A battle between warbands, the reports about it, and each side's part."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.wars.models.round import Round
from club.models.place import GameTable
from engines.musg.report import Report
from rosters.models import Warband


def new_battle_key() -> str:
    """Return a fresh key: what journals call the battle."""
    return secrets.token_hex(8)


class BattleState(models.TextChoices):
    """Where a battle stands. ``GATHERING``: a warband is still missing.

    ``CONFIRMED``: applied to all warbands, once; aftermaths may be rolled.
    """

    GATHERING = "gathering", _("waiting for players")
    SCHEDULED = "scheduled", _("scheduled")
    REPORTED = "reported", _("waiting for confirmation")
    DISPUTED = "disputed", _("disputed")
    CONFIRMED = "confirmed", _("confirmed")
    CANCELLED = "cancelled", _("called off")


OPEN_STATES: Final = (BattleState.SCHEDULED, BattleState.REPORTED, BattleState.DISPUTED)
FOUGHT: Final = (BattleState.CONFIRMED,)
"""Of a battle that is neither over nor called off."""


def whereabouts(hall: str | None, table: str | None, place: str) -> str:
    """Return where something is played: the club's place and table, and what was typed besides; each may be empty."""
    return " · ".join(part for part in (hall, table, place) if part)


class Battle(models.Model):
    """A battle of a campaign. ``winner`` is empty for a draw or while nothing is confirmed.

    ``modules`` are the codes of the rulebook's modules that it is fought with (``wars.modules``). ``staging`` is the
    scenario it is fought by, as it was when it was chosen (``battles.staging``), empty for none; ``scenario`` is text.
    ``journaled``: the warbands' journals take it in, with an aftermath; a single game leaves them as they are.
    ``spot`` is the club's table that it is fought at, ``place`` what was typed about where.
    ``adds_unspent``: points that nobody spent at the muster count as victory points (ruling M28).
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="battles")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.PROTECT, related_name="battles")
    key = models.CharField(max_length=16, unique=True, default=new_battle_key, editable=False)
    title = models.CharField(_("title"), max_length=80)
    date = models.DateTimeField(_("date"), null=True, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    spot = models.ForeignKey(
        GameTable, null=True, blank=True, on_delete=models.SET_NULL, related_name="battles", verbose_name=_("table")
    )
    scenario = models.TextField(_("scenario"), blank=True, max_length=5000)
    modules = models.JSONField(_("modules"), default=list, blank=True)
    staging = models.JSONField(_("ready scenario"), default=dict, blank=True)
    journaled = models.BooleanField(default=True, editable=False)
    adds_unspent = models.BooleanField(default=False, editable=False)
    state = models.CharField(max_length=10, choices=BattleState, default=BattleState.SCHEDULED)
    version = models.PositiveIntegerField(default=0, editable=False)
    confirms_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    winner = models.ForeignKey(Warband, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    override_reason = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-pk"]
        verbose_name = _("battle")
        verbose_name_plural = _("battles")
        indexes = [models.Index(fields=["state", "confirms_at"])]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The battle's page."""
        return reverse("campaigns:battle", args=[self.campaign.slug, self.pk])

    @property
    def name(self) -> str:
        """What it is called where battles of several rounds stand together: its round, and its title."""
        return f"{self.round} · {self.title}" if self.round is not None else self.title

    @property
    def where(self) -> str:
        """Where it is fought, in words: its ``spot`` comes with the place."""
        hall, table = (self.spot.place.name, self.spot.name) if self.spot is not None else ("", "")
        return whereabouts(hall, table, self.place)


class Temper(models.TextChoices):
    """How the engine leads a warband."""

    CAUTIOUS = "cautious", _("cautious")
    BOLD = "bold", _("bold")


class BattleSide(models.Model):
    """One warband's part: its result once confirmed, and whether its player agreed to the report.

    ``lets_engine_resolve``: the player lets the engine fight this battle, leading the warband with this ``temper``.
    ``takes_result``: agreeing meant that the result counts at once; else it lies open for a day to whoever agreed.
    ``asked_anew``: what would be fought changed since, so that having agreed to all battles is not enough here.
    ``crews``: who begins in which vehicle, the pilot first, by the vehicles' numbers; empty as long as nobody chose.
    ``tally``: what is counted at the table until the battle is reported, by the figures' numbers (``wars.tally``).
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="sides")
    warband = models.ForeignKey(Warband, on_delete=models.PROTECT, related_name="sides")
    seat = models.PositiveSmallIntegerField()
    agreed = models.BooleanField(default=False)
    lets_engine_resolve = models.BooleanField(default=False)
    takes_result = models.BooleanField(default=False)
    asked_anew = models.BooleanField(default=False, editable=False)
    temper = models.CharField(_("temper"), max_length=8, choices=Temper, default=Temper.CAUTIOUS)
    outcome = models.CharField(max_length=4, blank=True)
    victory_points = models.IntegerField(default=0)
    takedowns = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    tally = models.JSONField(default=dict, editable=False)
    crews = models.JSONField(default=dict, editable=False)

    class Meta:
        ordering = ["seat"]
        verbose_name = _("side")
        verbose_name_plural = _("sides")
        constraints = [models.UniqueConstraint(fields=["battle", "warband"], name="one_side_per_warband")]

    def __str__(self) -> str:
        return f"{self.warband} – {self.battle}"


class BattleReport(models.Model):
    """What somebody reported; the latest one stands. ``data`` is the engine's report."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="reports")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    data = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)
    dispute = models.TextField(_("what is wrong"), blank=True, max_length=1000)
    disputed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    disputed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("battle report")
        verbose_name_plural = _("battle reports")

    def __str__(self) -> str:
        return f"{self.battle} {self.at:%Y-%m-%d}"

    @cached_property
    def report(self) -> Report:
        """The engine's report."""
        report: Any = msgspec.convert(self.data, Report)
        return report
