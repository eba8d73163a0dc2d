"""A battle played at the site: who leads which warband, what was decided, and the dice's secret seed.

``setup``, ``seed`` and the ``PlayedAction`` rows are the truth; the battle at any moment is their replay. The other
columns are the reading copy, written in the same transaction.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.seating.models import ChangeOfSeat, PlayedGame, Seat
from campaigns.wars.models.battle import Battle
from engines.musg.battle.setup import Setup

CODE_LENGTH: Final = 400
"""Of a decision's code, at most."""


class PlayState(models.TextChoices):
    """Where a battle played at the site stands. ``BROKEN``: broken off; the referee, or the host, settles it."""

    OFFERED = "offered", _("proposed")
    RUNNING = "running", _("being played")
    OVER = "over", _("finished")
    BROKEN = "broken", _("broken off")


class Pace(models.TextChoices):
    """How fast a battle is played."""

    LIVE = "live", _("now, at one go")
    DAYS = "days", _("by correspondence")


class WhenAbsent(models.TextChoices):
    """What was agreed for who keeps the others waiting longer than the ``patience``."""

    BOT = "bot", _("the bot plays on for who is away")
    CLAIM = "claim", _("the others may break the battle off; the referee settles it")


class Bot(models.TextChoices):
    """How well a bot decides for a side that nobody leads (``engines.musg.tactics.strengths``)."""

    GENTLE = "gentle", _("gentle")
    STEADY = "steady", _("steady")
    STRONG = "strong", _("strong")


class PlayedBattle(PlayedGame):
    """A battle that is played, or was to be played, at the site.

    ``setup`` is the engine's, taken when it began, and so is the ``seed``, whose hash has been public since there was a
    table. ``by`` proposed it. ``lineage`` counts decisions taken back: positions kept from before one are of another
    log. ``patience``: minutes that a captain may think before the others may do as agreed (``absence``); ``clock`` and
    ``increment``: seconds for a whole battle and for each decision, unset without a clock. ``turn`` is the battle's.
    ``returnable``: the last decision may be taken back by whoever made it.
    ``trouble``: the code of why what was played could not be booked, empty if it was. ``practice``: it is a lesson's,
    nothing of it is booked, and nobody is told of it (``campaigns.wars.play.lessons``).
    """

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="played")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    state = models.CharField(max_length=8, choices=PlayState, default=PlayState.OFFERED)
    pace = models.CharField(_("pace"), max_length=4, choices=Pace, default=Pace.LIVE)
    patience = models.PositiveIntegerField(_("time to think"), default=10)
    absence = models.CharField(_("who is away"), max_length=5, choices=WhenAbsent, default=WhenAbsent.BOT)
    clock = models.PositiveIntegerField(_("seconds of each side"), null=True, blank=True)
    increment = models.PositiveSmallIntegerField(_("seconds more for each decision"), default=0)
    setup = models.JSONField(default=dict)
    lineage = models.PositiveIntegerField(default=0, editable=False)
    turn = models.PositiveSmallIntegerField(default=0)
    returnable = models.BooleanField(default=False, editable=False)
    trouble = models.CharField(max_length=40, blank=True)
    practice = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("battle played at the site")
        verbose_name_plural = _("battles played at the site")
        indexes = [models.Index(fields=["state", "moved"])]

    def __str__(self) -> str:
        return str(self.battle)

    def get_absolute_url(self) -> str:
        """The page on which it is played, and watched."""
        return reverse("play:battle", args=[self.pk])

    @property
    def prepared(self) -> Setup:
        """The setup as the engine takes it."""
        setup: Any = msgspec.convert(self.setup, Setup)
        return setup


class Captain(Seat):
    """Who leads one side, by its place in the setup: a member, a guest, or a bot.

    ``agreed``: the person agreed to play at the site by these terms, or the warband's owner did for who takes the link.
    ``standing`` says how questions out of turn are answered without asking, by their kind. ``left``: milliseconds of
    its clock when it was last asked. ``looked``: how many of the battle's events there were when the person looked
    last, told or not: what is told of them later is no news any more.
    """

    played = models.ForeignKey(PlayedBattle, on_delete=models.CASCADE, related_name="captains")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="captaincies"
    )
    bot = models.CharField(_("bot"), max_length=6, choices=Bot, blank=True)
    agreed = models.BooleanField(default=False)
    standing = models.JSONField(default=dict, blank=True)
    left = models.BigIntegerField(null=True, blank=True)
    looked = models.PositiveIntegerField(default=0)

    class Meta(Seat.Meta):
        verbose_name = _("captain")
        verbose_name_plural = _("captains")
        constraints = [models.UniqueConstraint(fields=["played", "number"], name="one_captain_per_side")]
        indexes = [models.Index(fields=["guest_key"])]

    def __str__(self) -> str:
        return f"{self.played_id}: {self.number}"


class Decider(models.TextChoices):
    """Who decided, where the person did not at that moment."""

    BOT = "bot", _("a bot")
    STANDING = "standing", _("a standing answer")
    LESSON = "lesson", _("a lesson, for what it begins with")


class PlayedAction(models.Model):
    """One decision of the log: its place from 0, the side that decided, the engine's action; ``by`` is empty for the
    captain's own."""

    played = models.ForeignKey(PlayedBattle, on_delete=models.CASCADE, related_name="actions")
    index = models.PositiveIntegerField()
    side = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=CODE_LENGTH)
    by = models.CharField(max_length=8, choices=Decider, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["index"]
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        constraints = [models.UniqueConstraint(fields=["played", "index"], name="one_decision_per_index")]

    def __str__(self) -> str:
        return f"{self.index}: {self.code}"


class CaptainChange(ChangeOfSeat):
    """Who decides for a side changed after ``index`` decisions, because the captain of a side (``by``) said so."""

    played = models.ForeignKey(PlayedBattle, on_delete=models.CASCADE, related_name="changes")

    class Meta(ChangeOfSeat.Meta):
        verbose_name = _("change of a captain")
        verbose_name_plural = _("changes of captains")

    def __str__(self) -> str:
        return f"{self.played_id}, {self.seat}: {self.event}"
