"""Where the site tells others what happens: webhooks and chats, what was sent there, and what waits."""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

CLUB: Final = "club"
"""The scope of what tells of the whole club."""


def new_event_key() -> str:
    """Return a fresh key: what a receiver knows an event by, however often it arrives."""
    return f"msg_{secrets.token_urlsafe(18)}"


class HookKind(models.TextChoices):
    """What stands at the other end."""

    WEBHOOK = "webhook", _("Webhook")
    DISCORD = "discord", "Discord"
    MATRIX = "matrix", "Matrix"
    NTFY = "ntfy", "ntfy"
    TELEGRAM = "telegram", "Telegram"


class HookLanguage(models.TextChoices):
    """The language of what a chat is told."""

    FRENCH = "fr", "Français"
    ENGLISH = "en", "English"


class OffWhy(models.TextChoices):
    """Why a hook is off; empty where somebody switched it off."""

    GONE = "gone", _("The receiver said that it is gone for good.")
    FAILING = "failing", _("Nothing arrived there for five days.")
    KEY = "key", _("Its address and secrets were sealed with another key of the site: enter them again.")


class Hook(models.Model):
    """A receiver. ``scope`` is what it hears of: ``club``, or ``campaign:`` and a number.

    ``sealed`` holds address, token, room and signing secrets (``club.hooks.secrets``); of them only ``host`` is ever
    shown. ``for_members``: a club's hook hears also of what only members may read. ``failing_since``: nothing has
    arrived since then; ``rests_until``: nothing is tried before.
    """

    scope = models.CharField(max_length=40)
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=10, choices=HookKind)
    host = models.CharField(max_length=255)
    sealed = models.TextField()
    language = models.CharField(_("language"), max_length=2, choices=HookLanguage, default=HookLanguage.FRENCH)
    events = models.JSONField(_("what it is told"), default=list)
    for_members = models.BooleanField(_("also what only members of the club may read"), default=False)
    active = models.BooleanField(default=True)
    off_why = models.CharField(max_length=10, choices=OffWhy, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made = models.DateTimeField(auto_now_add=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("webhook or chat")
        verbose_name_plural = _("webhooks and chats")
        indexes = [models.Index(fields=["scope"], condition=models.Q(active=True), name="active_hooks")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_chat(self) -> bool:
        """Whether people read what it is sent."""
        return self.kind != HookKind.WEBHOOK


class HookEvent(models.Model):
    """Something that happened, once, as receivers are told of it. ``subject`` is what it is about: ``battle:12``.

    ``data`` is what a stranger may read of the subject, or a member where ``audience`` says so. Kept for
    ``KEEP_FINISHED_DAYS``.
    """

    key = models.CharField(max_length=40, unique=True, default=new_event_key)
    scope = models.CharField(max_length=40)
    code = models.CharField(max_length=40)
    subject = models.CharField(max_length=40)
    audience = models.CharField(max_length=8)
    data = models.JSONField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("event told to others")
        verbose_name_plural = _("events told to others")

    def __str__(self) -> str:
        return f"{self.code} {self.subject}"


class HookState(models.TextChoices):
    """Where a delivery stands. ``UNSURE``: the site was stopped meanwhile, and nobody knows whether it arrived."""

    WAITING = "waiting", pgettext_lazy("what is sent", "waiting")
    DONE = "done", pgettext_lazy("what is sent", "arrived")
    FAILED = "failed", pgettext_lazy("what is sent", "failed")
    JOINED = "joined", pgettext_lazy("what is sent", "told together with a later one")
    WITHHELD = "withheld", pgettext_lazy("what is sent", "withheld: it is no longer readable for the receiver")
    UNSURE = "unsure", pgettext_lazy("what is sent", "interrupted: it may have arrived")


class HookDelivery(models.Model):
    """An event on its way to a hook. ``taken_until``: somebody is at it, and is believed so long.

    ``status`` is what was answered last, ``said`` the beginning of it, or what went wrong.
    """

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(HookEvent, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=10, choices=HookState, default=HookState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    taken_until = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    said = models.CharField(max_length=500, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("delivery to a hook")
        verbose_name_plural = _("deliveries to hooks")
        constraints = [models.UniqueConstraint(fields=["hook", "event"], name="one_delivery_per_event")]
        indexes = [
            models.Index(fields=["hook", "next_at"], condition=models.Q(state="waiting"), name="deliveries_that_wait")
        ]

    def __str__(self) -> str:
        return f"{self.event} → {self.hook}"


class HookMessage(models.Model):
    """A chat's message about one thing, which is edited as it goes on.

    ``message`` is what the service calls it; ``creating``: it was about to be written, and nobody knows whether it was.
    """

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="messages")
    subject = models.CharField(max_length=40)
    message = models.CharField(max_length=255, blank=True)
    creating = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("message in a chat")
        verbose_name_plural = _("messages in chats")
        constraints = [models.UniqueConstraint(fields=["hook", "subject"], name="one_message_per_subject")]

    def __str__(self) -> str:
        return f"{self.subject} → {self.hook}"


class HookArrival(models.Model):
    """What arrived at the demo's own receiver, which shows how webhooks look from the other end."""

    key = models.CharField(max_length=60)
    headers = models.JSONField()
    body = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("arrival at the demo’s receiver")
        verbose_name_plural = _("arrivals at the demo’s receiver")

    def __str__(self) -> str:
        return self.key
