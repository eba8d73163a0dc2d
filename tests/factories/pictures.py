"""Pictures to send: small ones of one colour, in any of the kinds that are taken."""

from __future__ import annotations

import io

from PIL import Image


def picture(
    width: int = 60, height: int = 80, *, kind: str = "PNG", mode: str = "RGB", colour: object = "red", **saved: object
) -> bytes:
    """Return a picture as the bytes of a file."""
    kept = io.BytesIO()
    Image.new(mode, (width, height), colour).save(kept, kind, **saved)  # type: ignore[arg-type]
    return kept.getvalue()
