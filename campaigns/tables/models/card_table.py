"""A table at which a card game is played: who sits where, what was played, and the seed its cards come from.

``options``, ``seed`` and the ``CardAction`` rows are the truth; the game at any moment is their replay. The other
columns of a table and its seats are the reading copy, written in the same transaction.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.seating.models import ChangeOfSeat, PlayedGame, Seat, new_link

__all__ = ["new_link"]  # migrations know it by this place

CODE_LENGTH: Final = 120
"""Of a decision's code, at most."""


class TableState(models.TextChoices):
    """Where a table stands."""

    OPEN = "open", _("gathering")
    RUNNING = "running", _("being played")
    OVER = "over", _("finished")
    CLOSED = "closed", _("called off")


class TableVisibility(models.TextChoices):
    """Who may look on. Whoever sits at a table sees it, and whoever holds a seat's link may sit down."""

    CLUB = "club", _("all members of the club")
    LINK = "link", _("only the people at the table")


class BotStrength(models.TextChoices):
    """Who decides for a seat that nobody decides for."""

    RANDOM = "random", _("at random")
    THUMB = "thumb", _("by rule of thumb")
    STRONG = "strong", _("strong")


class Booked(models.TextChoices):
    """How the books took a finished game: into its season, outside of seasons (and why not inside), or not at all."""

    SEASON = "season", _("counted in its season")
    FREE = "free", _("counted outside of seasons")
    CLOSED = "closed", _("counted outside of its season, which was over")
    STRANGER = "stranger", _("counted outside its season, as somebody is not in it")
    BOT = "bot", _("not counted: a bot decided")
    BORROWED = "borrowed", _("not counted: a guest uses somebody else’s name")
    UNTOLD = "untold", _("not counted: no score pad takes this game")
    REFUSED = "refused", _("not counted: the score pad refused it")


class CardTable(PlayedGame):
    """One table. Those of earlier days promised their seed alone.

    ``game`` is the game's code, ``variant`` and ``options`` what was agreed. ``due`` is when the clock, or a bot in a
    race, acts next; the clock shows the cards of a race at a moment that all phones know beforehand. ``ending`` says
    why the game ended. ``season`` is where the result is to count, ``booked`` what became of that; it is empty before
    the end, and at tables of earlier days.
    """

    game = models.CharField(_("game"), max_length=20)
    name = models.CharField(_("name of the table"), max_length=60, blank=True)
    variant = models.CharField(_("variant"), max_length=20)
    options = models.JSONField(default=dict)
    visibility = models.CharField(
        _("who may look on"), max_length=4, choices=TableVisibility, default=TableVisibility.CLUB
    )
    guests = models.BooleanField(_("guests without an account may sit down"), default=True)
    opener = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="opened_tables"
    )
    season = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="card_tables", verbose_name=_("season")
    )
    booked = models.CharField(_("in the books"), max_length=8, choices=Booked, blank=True)
    state = models.CharField(max_length=7, choices=TableState, default=TableState.OPEN)
    due = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=30, blank=True)
    rematch_of = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch")

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("card table")
        verbose_name_plural = _("card tables")
        indexes = [models.Index(fields=["state", "moved"])]

    def __str__(self) -> str:
        return self.name or f"{self.game} {self.pk}"

    def get_absolute_url(self) -> str:
        """The table's page."""
        return reverse("tables:table", args=[self.pk])


class CardSeat(Seat):
    """A place at a table, numbered clockwise.

    ``place`` and ``heroes`` (the codes of what the seat played) are written at the end; place 1 has won.
    """

    table = models.ForeignKey(CardTable, on_delete=models.CASCADE, related_name="seats")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="card_seats"
    )
    bot = models.CharField(_("bot"), max_length=6, choices=BotStrength, blank=True)
    heroes = models.JSONField(default=list, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number")]
        indexes = [models.Index(fields=["guest_key"])]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.number}"


def with_seats(tables: models.QuerySet[CardTable]) -> models.QuerySet[CardTable]:
    """Return these tables with opener and season, and with their seats and who sits there: one query more."""
    seats = models.Prefetch("seats", CardSeat.objects.select_related("member"))
    return tables.select_related("opener", "season").prefetch_related(seats)


class CardAction(models.Model):
    """One decision of the log: its place from 0, the seat that decided, the engine's code; ``bot`` if one decided.

    What the clock does is nobody's: it has no seat.
    """

    table = models.ForeignKey(CardTable, on_delete=models.CASCADE, related_name="actions")
    index = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    code = models.CharField(max_length=CODE_LENGTH)
    bot = models.CharField(max_length=6, choices=BotStrength, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["index"]
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        constraints = [models.UniqueConstraint(fields=["table", "index"], name="one_action_per_index")]

    def __str__(self) -> str:
        return f"{self.index}: {self.code}"


class SealedAnswer(models.Model):
    """What a seat has decided before the log has come to it: several are asked at once, and nobody reads an answer.

    It goes into the log, and leaves here, as soon as those before it have answered. With a moment ``due`` it is what a
    bot in a race, or the clock (no seat), is about to do.
    """

    table = models.ForeignKey(CardTable, on_delete=models.CASCADE, related_name="sealed")
    seat = models.PositiveSmallIntegerField(null=True)
    code = models.CharField(max_length=CODE_LENGTH)
    due = models.DateTimeField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["seat"]
        verbose_name = _("sealed answer")
        verbose_name_plural = _("sealed answers")
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_sealed_answer_per_seat")]

    def __str__(self) -> str:
        return f"{self.table_id}, {self.seat}"


class SeatChange(ChangeOfSeat):
    """Who decides for a seat changed."""

    table = models.ForeignKey(CardTable, on_delete=models.CASCADE, related_name="changes")

    class Meta:
        ordering = ["pk"]
        verbose_name = _("change of a seat")
        verbose_name_plural = _("changes of seats")

    def __str__(self) -> str:
        return f"{self.table_id}, {self.seat}: {self.event}"
