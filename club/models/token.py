"""The tokens that a member's programs show to the API, and the answers to what they sent under a key of their own."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy


class Scope(models.TextChoices):
    """What a token may be used for. None includes another."""

    READ = "read", pgettext_lazy("what a token may do", "Read what I see")
    PLAY = "play", pgettext_lazy("what a token may do", "Play for me")
    REFEREE = "referee", pgettext_lazy("what a token may do", "Referee where I am a referee")
    ADMIN = "admin", pgettext_lazy("what a token may do", "Manage the club")


class ApiToken(models.Model):
    """A token: never itself, only its hash (``digest``, SHA-256) and its beginning, by which its owner knows it."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    beginning = models.CharField(max_length=12)
    scopes = models.JSONField(default=list)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.name


class ApiAnswer(models.Model):
    """What was answered to a write that named a key (``Idempotency-Key``): sent again it is answered so again.

    ``asked`` is the hash of method, address and body: other content under the same key is refused. ``scopes``: one of
    them is needed to be told the answer, as it was to get it.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    asked = models.CharField(max_length=64)
    scopes = models.JSONField(default=list)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    made = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("answer of the API")
        verbose_name_plural = _("answers of the API")
        constraints = [models.UniqueConstraint(fields=["member", "key"], name="one_api_answer_for_a_key")]

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"
