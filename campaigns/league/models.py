"""A campaign, who takes part, which warbands are enlisted, and its rounds."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import CODE_LIMIT, MUSG, STORED, Game, game_of
from club.visibility import Visibility
from rosters.models import Warband

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_join_code() -> str:
    """Return a join code that can be read out loud: eight characters, none easily taken for another."""
    return "".join(secrets.choice(CODE_ALPHABET) for _n in range(8))


class JoinMode(models.TextChoices):
    """Whether somebody with the join code is in at once, or asks first."""

    OPEN = "open", _("Anyone with the code is in straight away")
    APPROVAL = "approval", _("A referee lets players in")


class Campaign(models.Model):
    """A campaign of one game.

    ``rules`` are the game's options, as its kind stores them: Musg's are given to every warband mustered for the
    campaign, a season has none. One that is ``archived`` is left out of lists that do not ask for it. ``practice``: it
    is a lesson's, and who takes the lesson is the only one who reads anything of it.
    """

    game = models.CharField(
        _("game"), max_length=CODE_LIMIT, choices=[(g.code, g.name) for g in STORED], default=MUSG.code, editable=False
    )
    slug = models.SlugField(max_length=60, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(_("description"), blank=True, max_length=5000)
    visibility = models.CharField(_("who may read it"), max_length=8, choices=Visibility, default=Visibility.CLUB)
    join_mode = models.CharField(_("joining"), max_length=8, choices=JoinMode, default=JoinMode.OPEN)
    join_code = models.CharField(max_length=8, unique=True, default=new_join_code, editable=False)
    rules = models.JSONField(editable=False, default=dict)
    confirm_hours = models.PositiveSmallIntegerField(_("hours until an unanswered report confirms itself"), default=72)
    closed = models.BooleanField(_("over"), default=False)
    archived = models.BooleanField(_("archived"), default=False)
    practice = models.BooleanField(default=False, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Membership", related_name="campaigns")
    warbands = models.ManyToManyField(Warband, through="Enlistment", related_name="campaigns")

    class Meta:
        ordering = ["closed", "-created"]
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The campaign's page."""
        return reverse("campaigns:campaign", args=[self.slug])

    @property
    def played(self) -> Game:
        """The game it is about."""
        return game_of(self.game)


class Role(models.TextChoices):
    """What a member is in a campaign."""

    REFEREE = "referee", _("referee")
    PLAYER = "player", _("player")
    APPLICANT = "applicant", _("waiting to be let in")


class Membership(models.Model):
    """A member's part in a campaign; a referee may enlist a warband too."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    lets_engine_resolve = models.BooleanField(_("the engine may resolve my battles"), default=False)
    takes_results = models.BooleanField(_("what the engine comes to counts at once"), default=False)
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["joined", "pk"]
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["campaign", "member"], name="one_membership")]

    def __str__(self) -> str:
        return f"{self.member} – {self.campaign}"


class News(models.Model):
    """What others, a referee, the engine or the clock did to what is a member's own.

    Only a ``code`` and its ``params`` are kept: the sentence is made when it is read, in the reader's language. ``by``
    is who did it, empty for the engine and the clock. ``waits``: something is asked of the member. ``mailed``: it was
    put into a mail, or needs none any more. ``is_beside``: the site does not count it as new, by the member's choice or
    because a page says it anyway; other channels tell it.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="news")
    campaign = models.ForeignKey(Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="news")
    code = models.CharField(max_length=40)
    params = models.JSONField(default=dict)
    address = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    waits = models.BooleanField(default=False)
    is_beside = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("piece of news")
        verbose_name_plural = _("news")
        indexes = [
            models.Index(fields=["member", "read_at"], name="news_of_a_member"),
            models.Index(fields=["at"], condition=models.Q(read_at=None, mailed=None), name="news_to_be_mailed"),
        ]

    def __str__(self) -> str:
        return f"{self.code} ({self.member})"


class RefereeAct(models.Model):
    """What a referee did to a campaign outside its ordinary course, and why; whoever reads the campaign reads it.

    Only a ``code`` and its ``params`` are kept; the sentence is made when it is read. What referees do to one warband
    stands in its journal.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="referee_acts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    code = models.CharField(max_length=40)
    params = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("act of a referee")
        verbose_name_plural = _("acts of referees")

    def __str__(self) -> str:
        return f"{self.code} ({self.campaign})"


class NeverOn(models.Model):
    """The days of the week on which a member never plays: 0 is Monday, 6 Sunday, as ``date.weekday`` counts."""

    member = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="never_on")
    weekdays = models.JSONField(_("never on"), default=list)

    class Meta:
        verbose_name = _("days without games")
        verbose_name_plural = _("days without games")

    def __str__(self) -> str:
        return f"{self.member}: {self.weekdays}"


class Absence(models.Model):
    """A stretch of days on which a member cannot play, the first and the last included."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="absences")
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))

    class Meta:
        ordering = ["first", "pk"]
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        indexes = [models.Index(fields=["member", "last"], name="absences_of_a_member")]
        constraints = [
            models.CheckConstraint(condition=models.Q(last__gte=models.F("first")), name="absence_ends_after_it_began")
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.first} – {self.last}"


class Diary(models.Model):
    """The one row that is locked by whoever promises a person, a warband or a table, while it looks whether it may."""

    SINGLETON_ID = 1

    class Meta:
        verbose_name = _("diary")
        verbose_name_plural = _("diaries")

    def __str__(self) -> str:
        return str(self.pk)
