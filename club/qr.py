"""QR codes as drawings: what a camera reads instead of a code that is typed or a link that is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from msgspec import Struct


class Code(Struct, frozen=True):
    """A QR code as a drawing: its side in modules, the quiet zone included, and the path of the dark ones."""

    size: int
    path: str


@lru_cache(maxsize=64)
def qr_code(text: str) -> Code:
    """Return the QR code of an address."""
    import qrcode  # few pages need it

    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=4)
    code.add_data(text)
    rows: Sequence[Sequence[bool]] = code.get_matrix()
    drawn = (f"M{x} {y}h{length}v1h-{length}z" for y, row in enumerate(rows) for x, length in _runs(row))
    return Code(len(rows), "".join(drawn))


def _runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where dark modules side by side begin, and how many they are."""
    at = 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            yield at, length
        at += length
