"""A picture that somebody sends, made small and harmless before it is kept.

Its head is read first: a picture that is too large, or not of the three kinds, is never decoded. What is kept is drawn
anew, so nothing of the file survives but its pixels: no place where it was taken, no second file inside it. Pillow is
loaded by whoever gets the first picture.
"""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, BinaryIO, Final

from django.utils.translation import gettext as _
from msgspec import Struct

from club.operations import Refused

if TYPE_CHECKING:
    from PIL import Image

KINDS: Final = ("JPEG", "PNG", "WEBP")
MOST_BYTES: Final = 12 * 1024 * 1024
MOST_PIXELS: Final = {"JPEG": 26_000_000, "PNG": 12_000_000, "WEBP": 6_000_000}
"""A phone's camera makes 12 or 24 million; only a JPEG can be decoded in part, and a WebP takes most memory."""
LEAST_SIDE: Final = 40
SIDE: Final = 480
"""The longest side of what is kept, in pixels: 40 mm at 300 to an inch."""
QUALITY: Final = 82


class Picture(Struct, frozen=True):
    """What is kept: a JPEG of this width and height in pixels."""

    content: bytes
    width: int
    height: int


def small(file: BinaryIO, size: int) -> Picture:
    """Return the picture of a file of ``size`` bytes, upright, at most 480 pixels a side.

    Raises ``Refused`` when it is too large, too small, broken, or no JPEG, PNG or WebP.
    """
    if size > MOST_BYTES:
        raise _refused("picture_bytes", _("This picture is larger than %(most)s MB.") % {"most": MOST_BYTES >> 20})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return _redrawn(_opened(file))
    except Refused:
        raise
    except (Exception, Warning) as error:  # a decoder fails as it likes on what it was never meant to read
        told = _("This file is not a picture that can be read: use a JPEG, PNG or WebP.")
        raise _refused("picture_broken", told) from error


def _opened(file: BinaryIO) -> Image.Image:
    """Read the head of the file, and refuse what should not be decoded."""
    from PIL import Image, UnidentifiedImageError

    try:
        image = Image.open(file, formats=KINDS)
    except UnidentifiedImageError as error:
        raise _refused("picture_kind", _("Only JPEG, PNG and WebP pictures are accepted.")) from error
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels(MOST_PIXELS[_kind(file)]) from error
    width, height = image.size
    most = MOST_PIXELS[image.format or "PNG"]
    if width * height > most:
        raise _too_many_pixels(most)
    if min(width, height) < LEAST_SIDE:
        raise _refused("picture_small", _("At least %(least)s pixels a side are needed.") % {"least": LEAST_SIDE})
    return image


def _kind(file: BinaryIO) -> str:
    """Return the format of a picture that is too large to be opened, by the signs it begins with."""
    file.seek(0)
    head = file.read(4)
    return "JPEG" if head.startswith(b"\xff\xd8") else "WEBP" if head == b"RIFF" else "PNG"


def _redrawn(image: Image.Image) -> Picture:
    from PIL import Image, ImageOps

    image.draft("RGB", (2 * SIDE, 2 * SIDE))
    image.load()
    image.thumbnail((2 * SIDE, 2 * SIDE))
    upright = ImageOps.exif_transpose(image)
    upright.thumbnail((SIDE, SIDE))
    drawn = Image.new("RGB", upright.size, "white")
    layer = upright.convert("RGBA")
    drawn.paste(layer, mask=layer)
    kept = io.BytesIO()
    drawn.save(kept, "JPEG", quality=QUALITY, optimize=True, progressive=False)
    return Picture(kept.getvalue(), drawn.width, drawn.height)


def _too_many_pixels(most: int) -> Refused:
    told = _("This picture has too many pixels: the limit is %(most)s million.") % {"most": most // 1_000_000}
    return _refused("picture_pixels", told)


def _refused(code: str, message: str) -> Refused:
    return Refused.because(code, message, "picture")
