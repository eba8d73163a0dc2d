"""What an evening's log comes to, as rows: who comes, the games, who sits at them and who waits."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from campaigns.evenings.models.evening import ClubEvening
from campaigns.seating.models import NAME_LENGTH
from campaigns.wars.models.battle import Battle
from club.models.place import GameTable
from club.names import validate_name


class EveningGuest(models.Model):
    """Somebody without an account at one evening. ``secret`` is the SHA-256 of what his browser keeps, if he came
    himself; ``host`` is the member who brought him.
    """

    evening = models.ForeignKey(ClubEvening, on_delete=models.CASCADE, related_name="guest_list")
    name = models.CharField(_("name"), max_length=NAME_LENGTH, validators=[validate_name])
    secret = models.CharField(max_length=64, blank=True, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="evening_guests"
    )

    class Meta:
        ordering = ["pk"]
        verbose_name = _("guest of an evening")
        verbose_name_plural = _("guests of an evening")
        indexes = [models.Index(fields=["secret"], name="evening_guest_by_secret")]

    def __str__(self) -> str:
        return self.name


class SomebodysRow(models.Model):
    """A row about a member or a guest."""

    member_id: int | None
    guest_id: int | None

    class Meta:
        abstract = True

    @property
    def person(self) -> str:
        """Who it is, as the log names people."""
        return f"m{self.member_id}" if self.member_id is not None else f"g{self.guest_id}"


class AnswerGiven(models.TextChoices):
    """What somebody said (``engines.evenings.Answer``)."""

    YES = "yes", _("I’ll come")
    MAYBE = "maybe", _("Perhaps")
    NO = "no", _("I can’t")


class Attendance(SomebodysRow):
    """What a member or a guest said of an evening, and whether he was there (a reading copy).

    ``outdated``: said of another time. ``brings`` and ``seeks`` are words beside it; nothing follows from them.
    """

    evening = models.ForeignKey(ClubEvening, on_delete=models.CASCADE, related_name="attendances")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="attendances"
    )
    guest = models.ForeignKey(EveningGuest, null=True, blank=True, on_delete=models.CASCADE, related_name="attendances")
    answer = models.CharField(max_length=5, choices=AnswerGiven, blank=True)
    position = models.PositiveIntegerField(default=0)
    outdated = models.BooleanField(default=False)
    there = models.BooleanField(default=False)
    brings = models.CharField(_("I bring"), max_length=120, blank=True)
    seeks = models.CharField(_("I am looking for"), max_length=120, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("answer about an evening")
        verbose_name_plural = _("answers about an evening")
        constraints = [
            models.UniqueConstraint(fields=["evening", "member"], name="one_answer_per_member"),
            models.UniqueConstraint(fields=["evening", "guest"], name="one_answer_per_guest"),
        ]

    def __str__(self) -> str:
        return f"{self.evening}: {self.member or self.guest}"


class Wanted(models.TextChoices):
    """How well one should know a game to sit at it."""

    ANY = "", _("whoever likes")
    NEWCOMERS = "new", _("newcomers welcome: it is explained")
    EXPERIENCED = "known", _("for people who know the game")


class EveningGame(models.Model):
    """A game of an evening, by its number in the log. Times, seats and table are the reading copy.

    ``kind`` is one of ``games.KINDS``; ``battle`` is the campaign's that is fought here. ``host`` is who offers it.
    ``removed``: it is not played.
    """

    evening = models.ForeignKey(ClubEvening, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    title = models.CharField(_("title"), max_length=80)
    notes = models.CharField(_("notes"), max_length=200, blank=True)
    wanted = models.CharField(_("for whom"), max_length=5, choices=Wanted, blank=True, default=Wanted.ANY)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted_games"
    )
    battle = models.ForeignKey(Battle, null=True, blank=True, on_delete=models.SET_NULL, related_name="evening_games")
    seats = models.PositiveSmallIntegerField(_("seats"))
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    own_times = models.BooleanField(default=False)
    spot = models.ForeignKey(
        GameTable,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="evening_games",
        verbose_name=_("table"),
    )
    because = models.CharField(max_length=200, blank=True)
    locked = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)

    class Meta:
        ordering = ["begins", "number"]
        verbose_name = _("game of an evening")
        verbose_name_plural = _("games of evenings")
        constraints = [models.UniqueConstraint(fields=["evening", "number"], name="one_game_per_number")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Where it stands on the evening's page."""
        return f"{reverse('evenings:evening', args=[self.evening_id])}#game-{self.number}"


class SeatRole(models.TextChoices):
    """What somebody does at a game (``engines.evenings.Role``)."""

    PLAYER = "player", _("plays")
    GAME_MASTER = "game_master", _("is the game master")
    EXPLAINS = "explains", _("explains the rules")
    WATCHES = "watches", _("watches")


class SeatState(models.TextChoices):
    """Whether somebody sits, waits or watches."""

    SEATED = "seated", _("sits")
    WAITING = "waiting", _("waits")
    WATCHING = "watching", _("watches")


class EveningSeat(SomebodysRow):
    """Somebody at a game: seated, waiting or watching, in order of ``position`` (a reading copy).

    ``host`` is the member or guest with whom he came, as the log names people.
    """

    game = models.ForeignKey(EveningGame, on_delete=models.CASCADE, related_name="people")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="evening_seats"
    )
    guest = models.ForeignKey(
        EveningGuest, null=True, blank=True, on_delete=models.CASCADE, related_name="evening_seats"
    )
    role = models.CharField(max_length=11, choices=SeatRole, default=SeatRole.PLAYER)
    state = models.CharField(max_length=8, choices=SeatState)
    position = models.PositiveSmallIntegerField()
    host = models.CharField(max_length=24, blank=True)

    class Meta:
        ordering = ["state", "position"]
        verbose_name = _("seat at an evening’s game")
        verbose_name_plural = _("seats at evenings’ games")
        constraints = [
            models.UniqueConstraint(fields=["game", "member"], name="one_seat_per_member_at_a_game"),
            models.UniqueConstraint(fields=["game", "guest"], name="one_seat_per_guest_at_a_game"),
        ]

    def __str__(self) -> str:
        said = gettext("%(name)s at %(game)s") % {"name": self.member or self.guest, "game": self.game}
        return str(said)
