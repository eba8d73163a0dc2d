"""What rows of games played on the site have in common: the game, its seats, and who decided for them when."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.seeds import new_seed
from engines.core.dice import commitment
from engines.core.proof import promise

NAME_LENGTH: Final = 30
"""Of a guest's name, at most."""


def new_link() -> str:
    """Return a fresh key for the link under which an open seat is taken."""
    return secrets.token_urlsafe(16)


class PlayedGame(models.Model):
    """A game that is its setup and its log; both belong to whoever builds on this.

    ``engine`` names the rules that play it. ``seed`` is the dice's, secret until the end, with the hash of seed and
    setup, ``commitment``, public from the beginning. ``version`` counts every change; ``actor`` is the number of the
    seat whose decision the log takes next, ``moved`` when something was last decided.
    """

    engine = models.CharField(max_length=20, blank=True)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    version = models.PositiveIntegerField(default=0)
    actor = models.PositiveSmallIntegerField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    moved = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row; before it is sealed, the hash is that of the seed."""
        self.commitment = self.commitment or commitment(bytes.fromhex(self.seed))
        super().save(*args, **kwargs)

    def seal(self, agreed: object) -> None:
        """Publish the hash of the seed and of what was ``agreed``: neither can be another one later."""
        self.commitment = promise(bytes.fromhex(self.seed), agreed)
        self.save()

    @property
    def is_sealed(self) -> bool:
        """Whether the hash binds what was agreed, and not the seed alone."""
        return self.commitment != commitment(bytes.fromhex(self.seed))


class Seat(models.Model):
    """A place at a game, numbered from 0: a member's, a guest's, a bot's, or open.

    ``guest_key`` is the SHA-256 of the secret that the guest's browser keeps. ``bot`` decides while it is set: for good
    where nobody ever sat, until the person comes back where somebody was away. ``link`` is the key under which an open
    seat is taken. ``asked`` is the game's version at which the seat was put the question that it has not answered,
    unset where it has none to answer. Which game it is, and which bots there are, each kind of seat says itself.
    """

    number = models.PositiveSmallIntegerField()
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    guest = models.CharField(_("guest’s name"), max_length=NAME_LENGTH, blank=True)
    guest_key = models.CharField(max_length=64, blank=True, editable=False)
    bot = models.CharField(_("bot"), max_length=6, blank=True)
    link = models.CharField(max_length=24, unique=True, default=new_link, editable=False)
    asked = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["number"]

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


class SeatEvent(models.TextChoices):
    """What may happen to a seat while the game runs."""

    AWAY = "away", _("a bot took over")
    BACK = "back", _("came back")


class ChangeOfSeat(models.Model):
    """Who decides for a seat changed after ``index`` actions, because somebody (``by``) said so."""

    seat = models.PositiveSmallIntegerField()
    event = models.CharField(max_length=4, choices=SeatEvent)
    index = models.PositiveIntegerField()
    by = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ["pk"]
