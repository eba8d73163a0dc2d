"""Keys and passwords of others that the site must be able to use again: nobody reads them out of a backup."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import cache
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE: Final = b"arriere-ban sealed secrets"


class Unreadable(ValueError):
    """What was sealed cannot be read with the site's keys of today."""


def seal(secret: str) -> str:
    """Return a secret as it is stored: only who has the site's ``SECRET_KEY`` reads it."""
    return _box(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).encrypt(secret.encode()).decode()


def unseal(sealed: str) -> str:
    """Return a secret that was sealed under today's key or one of before; raise ``Unreadable`` else."""
    try:
        return _box(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable("sealed under a key that the site does not know") from error


@cache
def _box(*keys: str) -> MultiFernet:
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(key.encode())
    return urlsafe_b64encode(derived)
