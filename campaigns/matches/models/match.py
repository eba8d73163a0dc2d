"""A match of a card game at the table: who sat where, the log of score entries, and what came of it.

The setup and the entries are the truth; what stands in the seats (place, points, heroes) is a reading copy, written in
the same transaction and rebuilt by ``manage.py rebuild``.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import CARD_GAMES, game_of
from campaigns.league.models import Campaign
from campaigns.matches.models.player import Player
from club.addresses import numbered
from club.visibility import Visibility


def new_match_key() -> str:
    """Return a fresh key: what exported files call the match."""
    return secrets.token_hex(8)


class MatchState(models.TextChoices):
    """Where a match stands. Only a ``CONFIRMED`` one counts in standings, ratings and statistics."""

    LIVE = "live", _("being played")
    FINISHED = "finished", _("waiting for confirmation")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    CANCELLED = "cancelled", _("called off")


class MatchWay(models.TextChoices):
    """How a match came into the books."""

    RESULT = "result", _("result typed afterwards")
    PAD = "pad", _("live score pad")
    TABLE = "table", _("played on the site")
    IMPORT = "import", _("imported")


class ConfirmedBy(models.TextChoices):
    """Who or what confirmed a result."""

    PLAYER = "player", _("confirmed by another player")
    CODE = "code", _("confirmed with the code at the table")
    TIME = "time", _("nobody objected in time")
    REFEREE = "referee", _("confirmed by the referee")
    SITE = "site", _("played on the site")
    IMPORT = "import", _("imported")


class Match(models.Model):
    """One game at one table. ``setup`` is the engine's, with its options and the version of its scoring rules.

    ``start_seat`` began. ``duration`` is in minutes. ``ending`` is the engine's code of why the game ended and
    ``tie_break`` what parted equals; both are empty until there is a result. ``code`` lets somebody without an account
    confirm until ``code_expires``. ``visibility`` counts only outside a season: in one, the season's own does.
    ``source`` names where a match was taken over from (a card table, a line of an imported file), so that it never
    comes twice. ``faults`` counts the entries that do not hold after a correction. ``called_off_from`` is the state in
    which it was called off, ``brought_back_why`` the reason for which it was brought back last.
    """

    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="matches", verbose_name=_("season")
    )
    game = models.CharField(_("game"), max_length=16, choices=[(g.code, g.name) for g in CARD_GAMES])
    key = models.CharField(max_length=16, unique=True, default=new_match_key, editable=False)
    source = models.CharField(max_length=80, blank=True, editable=False)
    visibility = models.CharField(_("who may read it"), max_length=8, choices=Visibility, default=Visibility.CLUB)
    way = models.CharField(max_length=8, choices=MatchWay)
    setup = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()
    house_rules = models.TextField(_("house rules"), blank=True, max_length=1000)
    date = models.DateTimeField(_("date"), default=timezone.now)
    place = models.CharField(_("place"), max_length=120, blank=True)
    duration = models.PositiveSmallIntegerField(_("duration in minutes"), null=True, blank=True)
    notes = models.TextField(_("notes"), blank=True, max_length=2000)
    start_seat = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=MatchState, default=MatchState.LIVE)
    version = models.PositiveIntegerField(default=0, editable=False)
    recorder = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="recorded_matches"
    )
    keeper = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="kept_matches",
        verbose_name=_("score keeper"),
    )
    finished_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    confirms_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_how = models.CharField(max_length=8, choices=ConfirmedBy, blank=True)
    confirmed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    code = models.CharField(max_length=6, blank=True)
    code_expires = models.DateTimeField(null=True, blank=True)
    dispute = models.TextField(_("what is wrong"), blank=True, max_length=1000)
    disputed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    called_off_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    called_off_at = models.DateTimeField(null=True, blank=True)
    called_off_from = models.CharField(max_length=10, choices=MatchState, blank=True)
    brought_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    brought_back_why = models.CharField(max_length=300, blank=True)
    verdict = models.TextField(blank=True, max_length=1000, editable=False)
    ending = models.CharField(max_length=40, blank=True)
    tie_break = models.CharField(max_length=40, blank=True)
    faults = models.PositiveSmallIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-pk"]
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["source"], condition=~models.Q(source=""), name="one_match_per_source"),
        ]
        indexes = [
            models.Index(fields=["state", "confirms_at"], name="match_due"),
            models.Index(fields=["-date", "-id"], name="match_newest"),
            models.Index(fields=["campaign", "-date", "-id"], name="match_of_season"),
            models.Index(fields=["game", "-date", "-id"], name="match_of_game"),
            models.Index(fields=["game", "-duration"], condition=models.Q(state="confirmed"), name="match_longest"),
            models.Index(fields=["code"], condition=~models.Q(code=""), name="match_code"),
        ]

    def __str__(self) -> str:
        return f"{game_of(self.game).name} {timezone.localtime(self.date):%Y-%m-%d}"

    def get_absolute_url(self) -> str:
        """The match's page."""
        return numbered("campaigns:match", self.pk)

    @property
    def open(self) -> bool:
        """True while the players themselves may change the score."""
        return self.state in (MatchState.LIVE, MatchState.FINISHED, MatchState.DISPUTED)


class MatchSeat(models.Model):
    """A player's seat in a match, clockwise from 0, and his result (a reading copy).

    ``place`` counts from 1 and is shared by equals; ``points`` is empty where the game has none; ``won`` is true for
    all who share the victory. ``recorded_as`` is the guest who turned out to be the player. ``game``, ``campaign``,
    ``date`` and ``counts`` (the match is confirmed) repeat the match's, so that statistics ask this table alone.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    team = models.PositiveSmallIntegerField(null=True, blank=True)
    recorded_as = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)
    won = models.BooleanField(default=False)
    eliminated = models.BooleanField(null=True, blank=True)
    kills = models.PositiveSmallIntegerField(null=True, blank=True)
    started = models.BooleanField(default=False)
    game = models.CharField(max_length=16)
    campaign = models.ForeignKey(Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    date = models.DateTimeField()
    counts = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat"]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player"),
        ]
        indexes = [
            models.Index(fields=["player", "counts", "game", "-date"], name="seat_of_player"),
            models.Index(fields=["player", "counts", "-date", "-match"], name="seat_lately"),
            models.Index(fields=["campaign", "counts", "player"], name="seat_of_season"),
            models.Index(fields=["game", "counts", "-date"], name="seat_of_game"),
            models.Index(fields=["game", "-points"], condition=models.Q(counts=True), name="seat_most_points"),
        ]

    def __str__(self) -> str:
        return f"{self.seat + 1}. {self.player}"


class MatchHero(models.Model):
    """A hero or character somebody played, by the engine's code (a reading copy)."""

    seat = models.ForeignKey(MatchSeat, on_delete=models.CASCADE, related_name="heroes")
    position = models.PositiveSmallIntegerField(default=0)
    hero = models.CharField(max_length=80)

    class Meta:
        ordering = ["position"]
        verbose_name = _("hero played")
        verbose_name_plural = _("heroes played")
        constraints = [models.UniqueConstraint(fields=["seat", "position"], name="one_hero_per_position")]
        indexes = [models.Index(fields=["hero", "seat"], name="hero_played")]

    def __str__(self) -> str:
        return self.hero


class MatchEntry(models.Model):
    """One entry of the score log, in the order of ``position``. ``data`` is the engine's entry as it stands now.

    A ``struck`` entry stays to be read but no longer counts; ``undone`` was struck by its author at once, by a tap.
    ``client_id`` is made by the phone: an entry sent again after a lost connection is known by it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    position = models.PositiveBigIntegerField()
    data = models.JSONField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    client_id = models.CharField(max_length=36)
    struck = models.BooleanField(default=False)
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["position", "number"]
        verbose_name = _("score entry")
        verbose_name_plural = _("score entries")
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_score_entry_per_number"),
            models.UniqueConstraint(fields=["match", "client_id"], name="one_score_entry_per_tap"),
        ]
        indexes = [models.Index(fields=["match", "position"], name="score_entry_in_order")]

    def __str__(self) -> str:
        return f"{self.match} {self.number}"

    @property
    def kind(self) -> str:
        """The kind of entry, as the engine calls it."""
        data: dict[str, Any] = self.data
        return str(data.get("kind", ""))


class MatchCorrection(models.Model):
    """An entry put right, struck out or added late: what it was, what it is, why, and what that changed.

    ``before`` is empty for an entry added late, ``after`` for one struck out. ``changes`` lists per seat the place and
    the points before and after; ``faults`` the numbers of the entries that no longer held afterwards.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="corrections")
    entry = models.ForeignKey(MatchEntry, on_delete=models.CASCADE, related_name="corrections")
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(_("reason"), max_length=300)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    changes = models.JSONField(default=list)
    faults = models.JSONField(default=list)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("correction of a score")
        verbose_name_plural = _("corrections of scores")

    def __str__(self) -> str:
        return f"{self.entry}: {self.reason}"
