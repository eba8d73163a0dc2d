"""The key under which a browser keeps what a member wrote and has not sent yet.

Only pages made for that member carry it. Whoever sits at the device next has other pages, so that what waits there is
not to be read without the member, and is still there when he logs in again.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from club.models import Member

SALT: Final = "club.outbox.seal"


def seals_of(member: Member) -> list[str]:
    """Return the member's keys in hexadecimal, 256 bits each: the one to close with, then those of older secrets.

    Those come from ``SECRET_KEY_FALLBACKS``: a new secret of the site makes nothing unreadable that still waits.
    """
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [_seal(member, secret) for secret in secrets]


def _seal(member: Member, secret: str) -> str:
    return salted_hmac(SALT, str(member.pk), secret=secret, algorithm="sha256").hexdigest()
