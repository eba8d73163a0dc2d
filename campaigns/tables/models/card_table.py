"""A table at which a card game is played: who sits where, what was played, and the seed its cards come from.

``options``, ``seed`` and the ``CardAction`` rows are the truth; the game at any moment is their replay. The other
columns of a table and its seats are the reading copy, written in the same transaction.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.league.seeds import new_seed
from engines.core.dice import commitment
from engines.core.proof import promise

CODE_LENGTH: Final = 120
"""Of a decision's code, at most."""


def new_link() -> str:
    """Return a fresh key for the link under which an open seat is taken."""
    return secrets.token_urlsafe(16)


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


class CardTable(models.Model):
    """One table.

    ``game`` is the game's code, ``variant`` and ``options`` what was agreed; ``engine`` names the rules that play it.
    ``seed`` is the dice's, secret until the end, with the hash of seed and setup, ``commitment``, public from
    the beginning. ``version``
    counts every change; ``actor`` is the number of the seat whose decision the log takes next, ``moved`` when something
    was last decided. ``due`` is when the clock, or a bot in a race, acts next; the clock shows the cards of a race at a
    moment that all phones know beforehand. ``ending`` says why the game ended. ``season`` is where the result is to
    count, ``booked`` what became of that; it is empty before the end, and at tables of earlier days.
    """

    game = models.CharField(_("game"), max_length=20)
    name = models.CharField(_("name of the table"), max_length=60, blank=True)
    variant = models.CharField(_("variant"), max_length=20)
    options = models.JSONField(default=dict)
    engine = models.CharField(max_length=20, blank=True)
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
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    version = models.PositiveIntegerField(default=0)
    actor = models.PositiveSmallIntegerField(null=True, blank=True)
    due = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=30, blank=True)
    rematch_of = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch")
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    moved = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("card table")
        verbose_name_plural = _("card tables")
        indexes = [models.Index(fields=["state", "moved"])]

    def __str__(self) -> str:
        return self.name or f"{self.game} {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row; before it is sealed, the hash is that of the seed."""
        self.commitment = self.commitment or commitment(bytes.fromhex(self.seed))
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        """The table's page."""
        return reverse("tables:table", args=[self.pk])

    def seal(self, agreed: object) -> None:
        """Publish the hash of the seed and of what was ``agreed``: neither can be another one later."""
        self.commitment = promise(bytes.fromhex(self.seed), agreed)
        self.save()

    @property
    def is_sealed(self) -> bool:
        """Whether the hash binds what was agreed; tables of earlier days promised their seed alone."""
        return self.commitment != commitment(bytes.fromhex(self.seed))


class CardSeat(models.Model):
    """A place at a table, numbered from 0 clockwise: a member's, a guest's, a bot's, or open.

    ``guest_key`` is the SHA-256 of the secret that the guest's browser keeps. ``bot`` decides while it is set: for good
    where nobody ever sat, until the person comes back where somebody was away. ``asked`` is the table's version at
    which the seat was put the question that it has not answered, unset where it has none to answer. ``place`` and
    ``heroes`` (the codes of what the seat played) are written at the end; place 1 has won.
    """

    table = models.ForeignKey(CardTable, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="card_seats"
    )
    guest = models.CharField(_("guest’s name"), max_length=30, blank=True)
    guest_key = models.CharField(max_length=64, blank=True, editable=False)
    bot = models.CharField(_("bot"), max_length=6, choices=BotStrength, blank=True)
    link = models.CharField(max_length=24, unique=True, default=new_link, editable=False)
    asked = models.PositiveIntegerField(null=True, blank=True)
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

    @property
    def has_person(self) -> bool:
        """Whether it is somebody's seat, away or not."""
        return self.member_id is not None or bool(self.guest_key)

    @property
    def is_open(self) -> bool:
        """Whether it may be taken."""
        return not self.has_person and not self.bot

    @property
    def is_away(self) -> bool:
        """Whether a bot plays for the person whose seat it is."""
        return self.has_person and bool(self.bot)


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


class SeatEvent(models.TextChoices):
    """What may happen to a seat while the game runs."""

    AWAY = "away", _("a bot took over")
    BACK = "back", _("came back")


class SeatChange(models.Model):
    """Who decides for a seat changed after ``index`` actions, because somebody (``by``) said so."""

    table = models.ForeignKey(CardTable, on_delete=models.CASCADE, related_name="changes")
    seat = models.PositiveSmallIntegerField()
    event = models.CharField(max_length=4, choices=SeatEvent)
    index = models.PositiveIntegerField()
    by = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("change of a seat")
        verbose_name_plural = _("changes of seats")

    def __str__(self) -> str:
        return f"{self.table_id}, {self.seat}: {self.event}"
