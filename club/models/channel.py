"""What members want to be told, where and when, and the browsers that news are pushed to."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy


class Topic(models.TextChoices):
    """Kinds of news that a member chooses about."""

    TURN = "turn", pgettext_lazy("kind of news", "My turn")
    REPORT = "report", pgettext_lazy("kind of news", "My reports")
    DICE = "dice", pgettext_lazy("kind of news", "My dice and warbands")
    EVENING = "evening", pgettext_lazy("kind of news", "My evenings and dates")
    RESULTS = "results", pgettext_lazy("kind of news", "Results")
    CHRONICLE = "chronicle", pgettext_lazy("kind of news", "Life of campaigns and club")


def pushed_at_first() -> list[str]:
    """Return what is pushed to who has not chosen yet: what keeps others waiting, and where to be."""
    return [Topic.TURN.value, Topic.REPORT.value, Topic.DICE.value, Topic.EVENING.value]


class Wishes(models.Model):
    """What a member chose; without a row everything is on the site and, for whoever wants mail at all, in the mail."""

    member = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wishes")
    not_on_site = models.JSONField(default=list, blank=True)
    not_by_mail = models.JSONField(default=list, blank=True)
    by_push = models.JSONField(default=pushed_at_first, blank=True)
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    not_while_looking = models.BooleanField(_("not while I look at the site"), default=True)
    shows_contents = models.BooleanField(_("show what it is about on a locked screen"), default=False)

    class Meta:
        verbose_name = _("wishes about news")
        verbose_name_plural = _("wishes about news")

    def __str__(self) -> str:
        return f"{self._meta.verbose_name}: {self.member}"


class PushKey(models.Model):
    """The one row of the key pair that push services know the site by (VAPID, RFC 8292), the private part sealed.

    It is kept in the database, so that several hosts share it and a backup keeps the members' devices working.
    """

    SINGLETON_ID = 1

    private = models.TextField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("push key")
        verbose_name_plural = _("push keys")
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="only_one_push_key")]

    def __str__(self) -> str:
        return str(self._meta.verbose_name)


class PushDevice(models.Model):
    """A browser that a member has allowed to be woken: where its push service takes messages, and the keys for them.

    ``mark`` is the address's hash: a browser has one address, whoever uses it. It ends with the ``session`` that it was
    chosen in: whoever sits at the browser next is told nothing. ``failures`` counts since the last message that was
    taken.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    session = models.ForeignKey("usersessions.UserSession", on_delete=models.CASCADE, related_name="+")
    mark = models.CharField(max_length=64, unique=True)
    endpoint = models.TextField()
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    created = models.DateTimeField(default=timezone.now)
    reached = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("device for push")
        verbose_name_plural = _("devices for push")

    def __str__(self) -> str:
        return self.name


class PushNotice(models.Model):
    """Something to be pushed to one or many devices at once: ``kind`` says who knows what its ``ref`` means."""

    kind = models.CharField(max_length=20)
    is_urgent = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("push notice")
        verbose_name_plural = _("push notices")

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class PushState(models.TextChoices):
    """How far a message to one device is. ``DROPPED``: nobody wanted it any more, or it was read elsewhere."""

    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    DROPPED = "dropped", _("dropped")


class PushDelivery(models.Model):
    """A notice to one device. What it says is made when it is sent, so that nothing of it lies about.

    ``ref`` is what the notice's kind knows it by, ``tag`` what it is about: a later one of the same replaces it.
    """

    notice = models.ForeignKey(PushNotice, on_delete=models.CASCADE, related_name="deliveries")
    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="deliveries")
    ref = models.PositiveBigIntegerField()
    tag = models.CharField(max_length=24)
    state = models.CharField(max_length=8, choices=PushState, default=PushState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due = models.DateTimeField(null=True, blank=True)
    sent = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("push delivery")
        verbose_name_plural = _("push deliveries")
        indexes = [
            models.Index(fields=["due"], condition=models.Q(state="waiting"), name="push_deliveries_due"),
            models.Index(fields=["device", "sent"], name="push_deliveries_of_a_device"),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} → {self.device_id}: {self.state}"
