"""The secret in the address of a member's own calendar."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_calendar_key() -> str:
    """Return a fresh secret: 192 bits, as letters, digits, hyphens and underscores."""
    return secrets.token_urlsafe(24)


class CalendarKey(models.Model):
    """Whoever has it reads what the member may read, in calendars alone. There is none until the member wants one."""

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="calendar_key"
    )
    key = models.CharField(max_length=40, unique=True, default=new_calendar_key, editable=False)
    made = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")

    def __str__(self) -> str:
        return str(self.member)
