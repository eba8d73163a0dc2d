"""What a token looks like: ``arb_``, 32 letters and digits by chance (190 bits), 6 of a check sum."""

from __future__ import annotations

import secrets
import string
from hashlib import sha256
from typing import Final
from zlib import crc32

PREFIX: Final = "arb_"
LETTERS: Final = string.digits + string.ascii_letters
SECRET, CHECK, SHOWN = 32, 6, 8
"""How many letters are by chance, how many the check sum has, and by how many of the first its owner knows a token."""


def new_token() -> str:
    """Return a fresh token."""
    secret = "".join(secrets.choice(LETTERS) for _each in range(SECRET))
    return PREFIX + secret + _check(secret)


def is_token(text: str) -> bool:
    """Tell whether somebody could have been given this: whatever is not needs no look at the database."""
    secret, check = text[len(PREFIX) : -CHECK], text[-CHECK:]
    right = text.isascii() and text.startswith(PREFIX) and len(secret) == SECRET
    return right and secrets.compare_digest(_check(secret), check)


def shown_in(authorization: str) -> str:
    """Return the token that a header ``Authorization`` shows; nothing where it shows none that could be one."""
    scheme, _space, token = authorization.partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and is_token(token) else ""


def digest_of(token: str) -> str:
    """Return what the site keeps of a token. It has as much chance in it as the hash: no salt would add any."""
    return sha256(token.encode()).hexdigest()


def beginning_of(token: str) -> str:
    """Return the part that its owner is shown."""
    return token[: len(PREFIX) + SHOWN]


def _check(secret: str) -> str:
    number, letters = crc32(secret.encode()), ""
    while len(letters) < CHECK:
        number, place = divmod(number, len(LETTERS))
        letters = LETTERS[place] + letters
    return letters
