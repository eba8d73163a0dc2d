"""``/.well-known/security.txt`` (RFC 9116): whom to tell of a hole, and until when that holds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

GOOD_FOR: Final = timedelta(days=180)
"""The standard asks for less than a year."""


def text() -> str:
    """Return the file. It always holds for some months more: whoever asks today is told what is true today."""
    until = datetime.combine((timezone.now() + GOOD_FOR).date(), datetime.min.time(), UTC)
    contact = settings.SECURITY_CONTACT or f"{settings.SITE_URL}{reverse('club:page')}"
    lines = [
        f"Contact: {contact}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {settings.SITE_URL}{reverse('found:security')}",
    ]
    if settings.SECURITY_POLICY:
        lines.append(f"Policy: {settings.SECURITY_POLICY}")
    return "\n".join([*lines, ""])
