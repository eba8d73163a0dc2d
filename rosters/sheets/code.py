"""The code on a sheet: which warband, in which state, in a few letters that a camera reads or a thumb types.

It carries the warband's number, its version and a signature, so that nobody finds out by counting which warbands there
are. Letters are Crockford's: no I, L, O or U, and what is read or typed instead is understood.
"""

from __future__ import annotations

from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac
from msgspec import Struct

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SIGNED: Final = 6
"""Letters of the signature: a thousand million ways to guess wrong."""
LONGEST: Final = 13
"""Letters of the largest number that a database keeps."""
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})


class Printed(Struct, frozen=True):
    """Which warband a sheet shows, and as of which version."""

    warband: int
    version: int

    @property
    def code(self) -> str:
        """The code as it is printed: ``2F-1C-K7Q4MA``."""
        return f"{_written(self.warband)}-{_written(self.version)}-{_signature(self.warband, self.version)}"


def read_code(code: str) -> Printed | None:
    """Return what a code stands for, whatever its case and spaces; ``None`` if this site never printed it."""
    parts = "".join(code.split()).upper().translate(_READ_AS).split("-")
    if len(parts) != 3 or not all(parts) or any(set(part) - set(LETTERS) or len(part) > LONGEST for part in parts):
        return None
    warband, version = _number(parts[0]), _number(parts[1])
    if not constant_time_compare(parts[2], _signature(warband, version)):
        return None
    return Printed(warband, version)


def _signature(warband: int, version: int) -> str:
    digest = salted_hmac("rosters.sheet", f"{warband}-{version}", algorithm="sha256").digest()
    number = int.from_bytes(digest[:8])
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(SIGNED))


def _written(number: int) -> str:
    found = ""
    while number or not found:
        number, rest = divmod(number, 32)
        found = LETTERS[rest] + found
    return found


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 32 + LETTERS.index(letter)
    return number
