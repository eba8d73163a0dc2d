"""Ratings of the players of each card game, match by match, and the counters that statistics are read from.

All of it is made from the counted results (see ``operations.results``), never edited, and rebuilt by
``manage.py rebuild``.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player


class RatingBook(models.Model):
    """The ratings of one game as a whole: the row to lock, and from which match on they are still to be reckoned.

    ``stale_date`` and ``stale_match`` are the place of the first match whose steps do not hold; empty when all do.
    """

    game = models.CharField(max_length=16, unique=True)
    stale_date = models.DateTimeField(null=True, blank=True)
    stale_match = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("rating book")
        verbose_name_plural = _("rating books")

    def __str__(self) -> str:
        return self.game

    @property
    def stale(self) -> bool:
        """Whether some matches are still to be reckoned."""
        return self.stale_date is not None


class RatingState(models.Model):
    """Where a player stands in a game: ``mu`` the skill supposed, ``sigma`` how unsure that is.

    ``order`` is mu - 3 sigma, what leaderboards go by. ``streak`` counts the victories in a row up to now (below 0:
    matches in a row without one); ``best_streak`` is the longest row of victories.
    """

    mu = models.FloatField()
    sigma = models.FloatField()
    order = models.FloatField()
    matches = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    streak = models.IntegerField()
    best_streak = models.PositiveIntegerField()

    class Meta:
        abstract = True


class Rating(RatingState):
    """A player's rating in a game now. ``last`` is the date of the last match it counts."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=16)
    last = models.DateTimeField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_rating_per_game")]
        indexes = [models.Index(fields=["game", "-order"], name="rating_of_game")]

    def __str__(self) -> str:
        return f"{self.player} {self.game} {self.order:.1f}"


class RatingStep(RatingState):
    """What one match made of a player's rating; the inherited columns are those after it.

    ``game`` and ``date`` repeat the match's.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_steps")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_steps")
    game = models.CharField(max_length=16)
    date = models.DateTimeField()
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()

    class Meta:
        ordering = ["date", "match_id"]
        verbose_name = _("step of a rating")
        verbose_name_plural = _("steps of ratings")
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="one_step_per_match")]
        indexes = [
            models.Index(fields=["player", "game", "-date", "-match"], name="step_of_player"),
            models.Index(fields=["game", "date", "match"], name="step_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.match_id}: {self.mu_before:.2f} → {self.mu:.2f}"


class Facet(models.TextChoices):
    """What a counter counts. ``subject`` is, in this order: nothing, the rival, the hero; the hero, the seat, minutes.

    The first three are about a player, the others about all of a game's matches.
    """

    PLAYER = "player"
    RIVAL = "rival"
    OWN_HERO = "own_hero"
    HERO = "hero"
    SEAT = "seat"
    LENGTH = "length"
    MATCHES = "matches"


class CounterRow(models.Model):
    """A counter: what it is of, spelt whole by ``key``, and its figures.

    ``played`` and ``won`` count seats (``LENGTH``, ``MATCHES``: matches, won by who began). The ranks count finishing
    first, second, third and further down; ``share`` sums the part of a victory that was to be expected from the number
    at the table, in 1/5040. For a rival ``won`` counts the matches in which the player stood before him and ``lost``
    those in which he stood before the player. ``points`` and ``minutes`` are sums, ``scored`` and ``timed`` say over
    how many.
    """

    key = models.CharField(max_length=200, unique=True)
    facet = models.CharField(max_length=8, choices=Facet)
    game = models.CharField(max_length=16)
    campaign = models.ForeignKey(Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    visibility = models.CharField(max_length=8, blank=True)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    subject = models.CharField(max_length=80, blank=True)
    played = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    lost = models.IntegerField(default=0)
    first = models.IntegerField(default=0)
    second = models.IntegerField(default=0)
    third = models.IntegerField(default=0)
    further = models.IntegerField(default=0)
    share = models.BigIntegerField(default=0)
    points = models.BigIntegerField(default=0)
    scored = models.IntegerField(default=0)
    minutes = models.BigIntegerField(default=0)
    timed = models.IntegerField(default=0)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.key


class Tally(CounterRow):
    """A counter over the counted matches of a game, a season (or none) and a month.

    Outside of seasons ``visibility`` is the matches' own; within one it is empty, the season's counts. ``month`` is
    twelve times the year plus the month from 0.
    """

    month = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("counter")
        verbose_name_plural = _("counters")
        indexes = [
            models.Index(fields=["player", "facet", "game", "month"], name="tally_of_player"),
            models.Index(fields=["facet", "game", "month"], name="tally_of_game"),
            models.Index(fields=["campaign", "facet"], name="tally_of_season"),
        ]


class Total(CounterRow):
    """The sum of all counters that the same readers may see, over all months and seasons: what pages show first.

    ``visibility`` is the matches' own outside of seasons, and the season's for those of a season that is open to the
    club or to everybody. A season that only its people read has totals of its own: ``campaign``, with no visibility.
    """

    class Meta:
        verbose_name = _("counter of all time")
        verbose_name_plural = _("counters of all time")
        indexes = [
            models.Index(fields=["player", "facet", "game"], name="total_of_player"),
            models.Index(fields=["facet", "game"], name="total_of_game"),
        ]
